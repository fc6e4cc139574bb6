import type { AnswerBytes } from "./answer-bytes.ts";
import type { Pieces } from "./answer-text.ts";

// A place is 64 bytes, one line of the processor's cache, for most of them lie far away: the record and its owner (4 bytes
// each), which of its set was used last (1; in the first), how many of its bytes are taken (1), and the pieces: the number of
// a phrase (2), how long the record's own text behind it is (1), and that. A set is two places; a long text takes both.
const PLACE = 64;
const SET = 2 * PLACE;
const LAST = 8;
const TAKEN = 9;
const PIECES = 10;
/** Bytes before a piece's own text. */
const PIECE = 3;

// 4 MB, shared by all caches of the process, and off the heap, so never collected.
const SET_BITS = 15;
const PHRASES = SET << SET_BITS;

// Behind the places 1 MB of phrases: how long one is (2 bytes) and its text, so that it is found by its number alone.
const PHRASE_ROOM = 1 << 20;
const PHRASE_UNIT = PHRASE_ROOM / 0x10000;
const PHRASE = 2;
/** Bytes of the longest phrase that is kept. */
const LONGEST = 4096;

interface Store {
  readonly bytes: Buffer;
  /** The same as words: two at the head of each place. */
  readonly words: Uint32Array;
}

let made: Store | undefined;

function store(): Store {
  if (made === undefined) {
    const bytes = Buffer.from(new ArrayBuffer(PHRASES + PHRASE_ROOM));
    made = { bytes, words: new Uint32Array(bytes.buffer) };
  }
  return made;
}

/** Numbers of phrases by the hash of their text, which stands in the room and not on the heap. Number 0 is the empty one. */
const numbers = new Map<number, number>();
let nextNumber = 1;

/** The most of the room for phrases that these can take. */
function roomFor(pieces: Pieces): number {
  return pieces.reduce((sum, [shared]) => sum + PHRASE + 3 * shared.length + PHRASE_UNIT, 0);
}

/** Phrases are many only where many languages are asked for: then all begins anew. */
function forgetAll({ bytes }: Store): void {
  bytes.fill(0);
  numbers.clear();
  nextNumber = 1;
}

/** The number of a phrase for which there is room. */
function phraseOf(text: string, bytes: Buffer): number {
  if (text === "") return 0;
  const hash = Bun.hash.crc32(text);
  const known = numbers.get(hash);
  if (known !== undefined && phraseAt(known, bytes) === text) return known;
  const number = nextNumber;
  const at = PHRASES + number * PHRASE_UNIT;
  const length = bytes.write(text, at + PHRASE);
  bytes.writeUInt16LE(length, at);
  nextNumber += Math.ceil((PHRASE + length) / PHRASE_UNIT);
  numbers.set(hash, number);
  return number;
}

function phraseAt(number: number, bytes: Buffer): string {
  const at = PHRASES + number * PHRASE_UNIT;
  return bytes.toString("utf8", at + PHRASE, at + PHRASE + bytes.readUInt16LE(at));
}

let owners = 0;

/**
 * Remembers what records become, for each locale: sets of two, of which the one that was used longer ago gives way.
 * Phrases that many records have in common are kept once, so that three of four records of a city database have a place.
 */
export class RecordCache {
  /** Never given again, so that what a closed database leaves behind is nobody's. */
  private readonly locales = new Map<string, number>();
  private last: string | undefined;
  private owner = 0;

  /** Writes the text for a record (its offset, not 0); false when it is not remembered. */
  write(locale: string, record: number, out: AnswerBytes): boolean {
    if (made === undefined) return false;
    const { bytes } = made;
    const owner = this.ownerOf(locale);
    const set = setOf(record, owner);
    const place = placeOf(made, set, record, owner);
    if (place < 0) return false;
    bytes[set + LAST] = place === set ? 0 : 1;
    const end = place + byteAt(bytes, place + TAKEN);
    for (let at = place + PIECES; at < end; ) {
      const phrase = PHRASES + (byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8)) * PHRASE_UNIT;
      const text = phrase + PHRASE;
      out.copy(bytes, text, text + (byteAt(bytes, phrase) | (byteAt(bytes, phrase + 1) << 8)));
      const own = at + PIECE;
      at = own + byteAt(bytes, at + 2);
      if (at > own) out.copy(bytes, own, at);
    }
    return true;
  }

  /** Remembers a text, where it is not too long. */
  set(locale: string, record: number, pieces: Pieces): void {
    const taken = pieces.reduce((sum, [, own]) => sum + PIECE + Buffer.byteLength(own), PIECES);
    const room = roomFor(pieces);
    if (taken > SET || room > LONGEST) return;
    const all = store();
    const { bytes, words } = all;
    if (nextNumber * PHRASE_UNIT + room > PHRASE_ROOM) forgetAll(all);
    const owner = this.ownerOf(locale);
    const set = setOf(record, owner);
    const before = placeOf(all, set, record, owner);
    if (before >= 0) words[before >> 2] = 0;
    const long = taken > PLACE;
    const instead = isLong(all, set);
    const second = !long && !instead && bytes[set + LAST] === 0;
    // What a long text leaves behind in the second place is not a record.
    if (instead && !long) words.fill(0, (set + PLACE) >> 2, (set + SET) >> 2);
    const place = second ? set + PLACE : set;
    words[place >> 2] = record;
    words[(place >> 2) + 1] = owner;
    bytes[set + LAST] = second ? 1 : 0;
    bytes[place + TAKEN] = taken;
    let at = place + PIECES;
    for (const [shared, own] of pieces) {
      bytes.writeUInt16LE(phraseOf(shared, bytes), at);
      const length = bytes.write(own, at + PIECE);
      bytes[at + 2] = length;
      at += PIECE + length;
    }
  }

  private ownerOf(locale: string): number {
    if (this.last === locale) return this.owner;
    let owner = this.locales.get(locale);
    if (owner === undefined) {
      owner = ++owners;
      this.locales.set(locale, owner);
    }
    this.last = locale;
    this.owner = owner;
    return owner;
  }
}

function byteAt(bytes: Buffer, at: number): number {
  return bytes[at] ?? 0;
}

// Fibonacci hashing: records that are neighbours in the file come far apart. Only speed depends on it.
const SPREAD = 0x9e3779b1;
/** Puts the records of each owner elsewhere. Only speed depends on it. */
const APART = 0x85ebca6b;

/** Where a set begins. */
function setOf(record: number, owner: number): number {
  return (Math.imul(record + Math.imul(owner, APART), SPREAD) >>> (32 - SET_BITS)) * SET;
}

/** Whether the text in the first place takes both. */
function isLong({ bytes }: Store, set: number): boolean {
  return byteAt(bytes, set + TAKEN) > PLACE;
}

/** Where a record's place begins; -1 when it has none. */
function placeOf(all: Store, set: number, record: number, owner: number): number {
  const { words } = all;
  const first = set >> 2;
  if (words[first] === record && words[first + 1] === owner) return set;
  const second = first + (PLACE >> 2);
  if (words[second] !== record || words[second + 1] !== owner) return -1;
  return isLong(all, set) ? -1 : set + PLACE;
}
