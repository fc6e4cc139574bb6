import type { AnswerBytes } from "./answer-bytes.ts";
import type { Written } from "./answer-text.ts";

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

// 8 MB, which become the process's as they are used; shared by all its caches, and off the heap, so never collected. A
// million random addresses take 80,000 networks of a city file and 30,000 of autonomous systems: half the room took 1.7
// times as long.
const SET_BITS = 16;
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
/** Which numbers hold: those that were given since all was forgotten last. */
let era = {};

/** Phrases are many only where many languages are asked for: then all begins anew. */
function forgetAll({ bytes }: Store): void {
  bytes.fill(0);
  numbers.clear();
  nextNumber = 1;
  era = {};
}

/** The number of a phrase, which stands in `from` and for which there is room. */
function phraseOf(from: Buffer, start: number, end: number, bytes: Buffer): number {
  if (start === end) return 0;
  const hash = Bun.hash.crc32(from.subarray(start, end));
  const known = numbers.get(hash);
  if (known !== undefined && isPhrase(known, from, start, end, bytes)) return known;
  const number = nextNumber;
  const at = PHRASES + number * PHRASE_UNIT;
  bytes.writeUInt16LE(end - start, at);
  from.copy(bytes, at + PHRASE, start, end);
  nextNumber += Math.ceil((PHRASE + end - start) / PHRASE_UNIT);
  numbers.set(hash, number);
  return number;
}

function isPhrase(number: number, from: Buffer, start: number, end: number, bytes: Buffer): boolean {
  const at = PHRASES + number * PHRASE_UNIT;
  const text = at + PHRASE;
  return from.compare(bytes, text, text + bytes.readUInt16LE(at), start, end) === 0;
}

let owners = 0;

/**
 * Remembers what records become, for each locale. A record has its place in one of two sets of two, where the one that was
 * used longer ago gives way. Phrases that many records have in common are kept once.
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
    const place = placeOf(made, record, this.ownerOf(locale));
    if (place < 0) return false;
    bytes[setOf(place) + LAST] = place === setOf(place) ? 0 : 1;
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

  /** Remembers a text, where it is not too long, from the pieces in which it has been written. */
  set(locale: string, record: number, { bytes: from }: AnswerBytes, pieces: readonly Written[]): void {
    let taken = PIECES;
    let room = 0;
    for (const { start, own, end } of pieces) {
      taken += PIECE + end - own;
      room += PHRASE + own - start + PHRASE_UNIT;
    }
    if (taken > SET || room > LONGEST) return;
    const all = store();
    const { bytes } = all;
    if (nextNumber * PHRASE_UNIT + room > PHRASE_ROOM) forgetAll(all);
    const place = newPlace(all, record, this.ownerOf(locale), taken > PLACE);
    bytes[place + TAKEN] = taken;
    let at = place + PIECES;
    for (const { shared, start, own, end } of pieces) {
      if (shared.known?.until !== era)
        shared.known = { number: phraseOf(from, start, own, bytes), until: era };
      bytes.writeUInt16LE(shared.known.number, at);
      bytes[at + 2] = end - own;
      at += PIECE;
      // Some bytes: a call takes longer.
      for (let i = own; i < end; i++) bytes[at++] = byteAt(from, i);
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

// Fibonacci hashing: records that are neighbours in the file come far apart. @perf Without 1.2 times the CPU (`bench ip`).
const SPREAD = 0x9e3779b1;
/** Gives records that have their first set in common different second ones. @perf Without 1.2 times the CPU (`bench ip`). */
const AGAIN = 0x2c1b3c6d;

function hashOf(record: number, owner: number): number {
  return Math.imul(record + owner, SPREAD);
}

/** Where the set begins in which a record has its place by choice. */
function firstSet(hash: number): number {
  return (hash >>> (32 - SET_BITS)) * SET;
}

/** Where it has its place when others have that. */
function secondSet(hash: number): number {
  return (Math.imul(hash ^ (hash >>> SET_BITS), AGAIN) >>> (32 - SET_BITS)) * SET;
}

/** The set that a place is in. */
function setOf(place: number): number {
  return place & -SET;
}

/** Whether the text in the first place takes both. */
function isLong({ bytes }: Store, set: number): boolean {
  return byteAt(bytes, set + TAKEN) > PLACE;
}

/** Where a record's place begins; -1 when it has none. */
function placeOf(all: Store, record: number, owner: number): number {
  const hash = hashOf(record, owner);
  const place = placeIn(all, firstSet(hash), record, owner);
  return place >= 0 ? place : placeIn(all, secondSet(hash), record, owner);
}

function placeIn(all: Store, set: number, record: number, owner: number): number {
  const { words } = all;
  const first = set >> 2;
  if (words[first] === record && words[first + 1] === owner) return set;
  const second = first + (PLACE >> 2);
  if (words[second] !== record || words[second + 1] !== owner) return -1;
  return isLong(all, set) ? -1 : set + PLACE;
}

/** Whether a record fits into a set where nothing has to give way. */
function hasRoom(all: Store, set: number, long: boolean): boolean {
  const first = all.words[set >> 2] === 0;
  if (isLong(all, set)) return first;
  const second = all.words[(set + PLACE) >> 2] === 0;
  return long ? first && second : first || second;
}

/** Which of two full sets gives a place up: in turn, so that what nobody asks for any more goes from either. */
let turn = false;

/** Gives a record a place, where none is free that of another. */
function newPlace(all: Store, record: number, owner: number, long: boolean): number {
  const { bytes, words } = all;
  const before = placeOf(all, record, owner);
  if (before >= 0) words[before >> 2] = 0;
  const hash = hashOf(record, owner);
  const one = firstSet(hash);
  const other = secondSet(hash);
  turn = !turn;
  const set = hasRoom(all, one, long) ? one : hasRoom(all, other, long) ? other : turn ? one : other;
  const instead = isLong(all, set);
  // The remains of a long text in the second place are no record.
  if (instead && !long) words.fill(0, (set + PLACE) >> 2, (set + SET) >> 2);
  const isFirst = long || instead || words[set >> 2] === 0 || bytes[set + LAST] !== 0;
  const place = isFirst ? set : set + PLACE;
  words[place >> 2] = record;
  words[(place >> 2) + 1] = owner;
  bytes[set + LAST] = isFirst ? 0 : 1;
  return place;
}
