/** The data section of MaxMind DB files, format 2.0 (https://maxmind.github.io/MaxMind-DB/), read with every bound checked. */

/** What is wrong with a database file; the message is for the operator. */
export class MmdbError extends Error {}

export type MmdbValue = string | number | boolean | Uint8Array | readonly MmdbValue[] | MmdbMap;
export interface MmdbMap {
  readonly [key: string]: MmdbValue;
}

// Real records are four deep and hold some hundred values. A file may point in circles or fan out without end.
const MAX_DEPTH = 64;
const MAX_VALUES = 20_000;
const TEXT_SLOTS = 4096;

const POINTER_BASE = [0, 2048, 526_336, 0] as const;

type Read = (decoder: Decoder, size: number, depth: number) => MmdbValue;

/** Readers by type number (0 is "extended" and resolved before). Container (12) and end marker (13) never stand in a record. */
const READERS: readonly (Read | undefined)[] = [
  undefined,
  undefined,
  (d, size) => d.text(size),
  (d, size) => d.view.getFloat64(d.exactly(size, 8)),
  (d, size) => Uint8Array.from(d.bytes.subarray(d.take(size), d.offset)),
  (d, size) => d.unsigned(size, 2),
  (d, size) => d.unsigned(size, 4),
  (d, size, depth) => d.map(size, depth),
  (d, size) => d.unsigned(size, 4) | 0,
  (d, size) => d.unsigned(size, 8),
  (d, size) => d.unsigned(size, 16),
  (d, size, depth) => d.array(size, depth),
  undefined,
  undefined,
  (d, size) => d.boolean(size),
  (d, size) => d.view.getFloat32(d.exactly(size, 4)),
];

/** Decodes values of one section: `start` is where pointers count from, `end` is one past its last byte. */
export class Decoder {
  bytes: Buffer;
  view: DataView;
  offset = 0;
  private readonly start: number;
  private end: number;
  /** Texts that pointers led to (keys, countries, regions), each slot the last offset that fell into it. */
  private readonly textOffsets = new Uint32Array(TEXT_SLOTS);
  private readonly texts = new Array<string>(TEXT_SLOTS);
  private budget = 0;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.start = start;
    this.end = end;
  }

  /** The value at `offset`, counted from the beginning of the file. Throws MmdbError when it is not sound. */
  decode(offset: number): MmdbValue {
    this.offset = offset;
    this.budget = MAX_VALUES;
    return this.value(0);
  }

  /** Lets go of the bytes; every later read throws. */
  close(): void {
    this.bytes = Buffer.alloc(0);
    this.view = new DataView(new ArrayBuffer(0));
    this.end = 0;
  }

  /** Moves over `count` bytes and gives where they begin. */
  take(count: number): number {
    const at = this.offset;
    if (at < this.start || at + count > this.end) throw new MmdbError("a value reaches beyond its section");
    this.offset = at + count;
    return at;
  }

  /** `take` for a type that has one size only. */
  exactly(size: number, wanted: number): number {
    if (size !== wanted) throw new MmdbError(`a value has ${size} bytes where its type has ${wanted}`);
    return this.take(size);
  }

  /** A boolean has no bytes: its size is its value. */
  boolean(size: number): boolean {
    if (size > 1) throw new MmdbError("a boolean is neither 0 nor 1");
    return size === 1;
  }

  text(size: number): string {
    const at = this.take(size);
    return this.bytes.toString("utf8", at, at + size);
  }

  /** Big-endian; above 2^53 the nearest number, which no field that is read here needs. */
  unsigned(size: number, most: number): number {
    if (size > most) throw new MmdbError(`a number has ${size} bytes where its type has at most ${most}`);
    let at = this.take(size);
    let value = 0;
    for (; at < this.offset; at++) value = value * 256 + (this.bytes[at] ?? 0);
    return value;
  }

  map(size: number, depth: number): MmdbMap {
    const result: Record<string, MmdbValue> = {};
    for (let i = 0; i < size; i++) {
      const key = this.key();
      const value = this.value(depth + 1);
      if (key !== "__proto__") result[key] = value;
    }
    return result;
  }

  array(size: number, depth: number): readonly MmdbValue[] {
    const result: MmdbValue[] = [];
    for (let i = 0; i < size; i++) result.push(this.value(depth + 1));
    return result;
  }

  private byte(): number {
    return this.bytes[this.take(1)] ?? 0;
  }

  private key(): string {
    const control = this.byte();
    if (control >>> 5 !== 1) return this.keyAt(control);
    const target = this.pointer(control);
    if ((this.bytes[target] ?? 0) >>> 5 !== 2) throw new MmdbError("a map has a key that is not text");
    return this.pointedText(target);
  }

  private keyAt(control: number): string {
    if (control >>> 5 !== 2) throw new MmdbError("a map has a key that is not text");
    return this.text(this.size(control));
  }

  private value(depth: number): MmdbValue {
    if (depth > MAX_DEPTH) throw new MmdbError(`values are nested more than ${MAX_DEPTH} deep`);
    if (--this.budget < 0) throw new MmdbError(`a record has more than ${MAX_VALUES} values`);
    const control = this.byte();
    let type = control >>> 5;
    if (type === 1) return this.pointed(control, depth);
    if (type === 0) {
      type = this.byte() + 7;
      if (type < 8) throw new MmdbError("an extended type is below 8");
    }
    const read = READERS[type];
    if (read === undefined) throw new MmdbError(`type ${type} is not in the format`);
    return read(this, this.size(control), depth);
  }

  private pointed(control: number, depth: number): MmdbValue {
    const target = this.pointer(control);
    const type = (this.bytes[target] ?? 0) >>> 5;
    if (type === 1) throw new MmdbError("a pointer points at a pointer");
    if (type === 2) return this.pointedText(target);
    const next = this.offset;
    this.offset = target;
    const value = this.value(depth + 1);
    this.offset = next;
    return value;
  }

  /** The text at an offset. Databases write each text once and point to it, so the same ones come again. */
  private pointedText(target: number): string {
    const slot = target % TEXT_SLOTS;
    const known = this.textOffsets[slot] === target ? this.texts[slot] : undefined;
    if (known !== undefined) return known;
    const next = this.offset;
    this.offset = target;
    const text = this.text(this.size(this.byte()));
    this.offset = next;
    this.textOffsets[slot] = target;
    this.texts[slot] = text;
    return text;
  }

  private pointer(control: number): number {
    const sizeBits = (control >>> 3) & 3;
    const high = sizeBits === 3 ? 0 : control & 7;
    const target =
      this.start +
      high * 256 ** (sizeBits + 1) +
      this.unsigned(sizeBits + 1, 4) +
      (POINTER_BASE[sizeBits] ?? 0);
    if (target >= this.end) throw new MmdbError("a pointer points beyond the data section");
    return target;
  }

  private size(control: number): number {
    const size = control & 31;
    if (size < 29) return size;
    if (size === 29) return 29 + this.unsigned(1, 1);
    return size === 30 ? 285 + this.unsigned(2, 2) : 65_821 + this.unsigned(3, 3);
  }
}
