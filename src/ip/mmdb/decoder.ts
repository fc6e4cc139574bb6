/** Decoder of MaxMind DB 2.0 data sections (https://maxmind.github.io/MaxMind-DB/); every read is bounds-checked. */

import type { Memory } from "../../platform/mapping.ts";

/** Invalid database file; the message is for the operator. */
export class MmdbError extends Error {}

export type MmdbValue = string | number | boolean | Uint8Array | readonly MmdbValue[] | MmdbMap;
export interface MmdbMap {
  readonly [key: string]: MmdbValue;
}

export function isMap(value: MmdbValue | undefined): value is MmdbMap {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Uint8Array);
}

// Limits: pointers can form cycles or grow exponentially. Real records have four levels, some hundred values.
const MAX_DEPTH = 64;
const MAX_VALUES = 20_000;

const POINTER = 1;
const TEXT = 2;

const POINTER_BASE = [0, 2048, 526_336, 0] as const;

type Read = (decoder: Decoder, size: number, depth: number) => MmdbValue;

/** Readers by type number; 0 is "extended". Container (12) and end marker (13) do not occur in records. */
const READERS: readonly (Read | undefined)[] = [
  undefined,
  undefined,
  (d, size) => d.text(size),
  (d, size) => d.memory.window.readDoubleBE(d.exactly(size, 8)),
  (d, size) => d.binary(size),
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
  (d, size) => d.memory.window.readFloatBE(d.exactly(size, 4)),
];

/** Decodes values of one section. `start`: base of pointers; `end`: exclusive. */
export class Decoder {
  readonly memory: Memory;
  offset = 0;
  private readonly start: number;
  private readonly end: number;
  private budget = 0;

  constructor(memory: Memory, start: number, end: number) {
    this.memory = memory;
    this.start = start;
    this.end = end;
  }

  /** Decodes the value at a file offset. @throws MmdbError */
  decode(offset: number): MmdbValue {
    this.offset = offset;
    this.budget = MAX_VALUES;
    return this.value(0);
  }

  /** Skips `count` bytes; returns their index in the window. */
  take(count: number): number {
    const at = this.offset;
    if (at < this.start || at + count > this.end) throw new MmdbError("a value reaches beyond its section");
    this.offset = at + count;
    return this.memory.near(at, count);
  }

  /** `take` for a type of fixed size. */
  exactly(size: number, wanted: number): number {
    if (size !== wanted) throw new MmdbError(`a value has ${size} bytes where its type has ${wanted}`);
    return this.take(size);
  }

  /** The size of a boolean is its value. */
  boolean(size: number): boolean {
    if (size > 1) throw new MmdbError("a boolean is neither 0 nor 1");
    return size === 1;
  }

  text(size: number): string {
    if (size === 0) return "";
    const at = this.take(size);
    const { window } = this.memory;
    const end = at + size;
    // Most texts are ASCII: latin1 takes a third of the time.
    for (let i = at; i < end; i++) if ((window[i] ?? 0) > 127) return window.toString("utf8", at, end);
    return window.toString("latin1", at, end);
  }

  binary(size: number): Uint8Array {
    const at = this.take(size);
    return Uint8Array.from(this.memory.window.subarray(at, at + size));
  }

  /** Above 2^53 the nearest number; no supported field is that large. */
  unsigned(size: number, most: number): number {
    if (size > most) throw new MmdbError(`a number has ${size} bytes where its type has at most ${most}`);
    return this.bigEndian(size);
  }

  private bigEndian(size: number): number {
    const at = this.take(size);
    const { window } = this.memory;
    let value = 0;
    for (let i = at; i < at + size; i++) value = value * 256 + (window[i] ?? 0);
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
    const at = this.take(1);
    return this.memory.window[at] ?? 0;
  }

  key(): string {
    const control = this.byte();
    if (control >>> 5 !== 1) return this.keyAt(control);
    const target = this.pointer(control);
    const next = this.offset;
    this.offset = target;
    const key = this.keyAt(this.byte());
    this.offset = next;
    return key;
  }

  private keyAt(control: number): string {
    if (control >>> 5 !== TEXT) throw new MmdbError("a map has a key that is not text");
    return this.text(this.size(control));
  }

  private value(depth: number): MmdbValue {
    if (depth > MAX_DEPTH) throw new MmdbError(`values are nested more than ${MAX_DEPTH} deep`);
    if (--this.budget < 0) throw new MmdbError(`a record has more than ${MAX_VALUES} values`);
    const control = this.byte();
    let type = control >>> 5;
    if (type === POINTER) return this.pointed(control, depth);
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
    if (this.typeAt(target) === POINTER) throw new MmdbError("a pointer points at a pointer");
    const next = this.offset;
    this.offset = target;
    const value = this.value(depth + 1);
    this.offset = next;
    return value;
  }

  private typeAt(target: number): number {
    const at = this.memory.near(target, 1);
    return (this.memory.window[at] ?? 0) >>> 5;
  }

  private pointer(control: number): number {
    const sizeBits = (control >>> 3) & 3;
    const high = sizeBits === 3 ? 0 : control & 7;
    const target =
      this.start +
      high * 256 ** (sizeBits + 1) +
      this.bigEndian(sizeBits + 1) +
      (POINTER_BASE[sizeBits] ?? 0);
    if (target >= this.end) throw new MmdbError("a pointer points beyond the data section");
    return target;
  }

  private size(control: number): number {
    const size = control & 31;
    if (size < 29) return size;
    if (size === 29) return 29 + this.byte();
    return size === 30 ? 285 + this.bigEndian(2) : 65_821 + this.bigEndian(3);
  }
}
