import type { AnswerBytes } from "./answer-bytes.ts";
import type { Parts } from "./answer-text.ts";

// A set is two places of 160 bytes: the record and its owner (4 bytes each), the numbers of its first and last part (2 each),
// the length of its middle (2), which of the two was used last (in the first), and the middle. One in twenty is longer
// than a place and takes both.
const PLACE = 160;
const SET = 2 * PLACE;
const START = 4;
const END = 5;
const LENGTH = 6;
const LAST = 14;
const TEXT = 16;
/** Bytes of a text that one place holds, and two. */
const SHORT = PLACE - TEXT;
const LONG = SET - TEXT;

// 5 MB, shared by all caches of the process: off the heap, so never collected.
const SET_BITS = 14;

// First and last parts are few in a language: by country, and by radius and continent.
const MOST_PHRASES = 4096;

interface Store {
  readonly bytes: Buffer;
  /** The same as words: two at the head of each place. */
  readonly words: Uint32Array;
  readonly halves: Uint16Array;
}

let made: Store | undefined;

function store(): Store {
  if (made === undefined) {
    const bytes = Buffer.from(new ArrayBuffer(SET << SET_BITS));
    made = { bytes, words: new Uint32Array(bytes.buffer), halves: new Uint16Array(bytes.buffer) };
  }
  return made;
}

/** First and last parts by their number. */
const phrases: Buffer[] = [Buffer.alloc(0)];
const numbers = new Map([["", 0]]);

/** The number of a part; -1 where there are too many. */
function phraseOf(text: string): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  if (phrases.length === MOST_PHRASES) return -1;
  numbers.set(text, phrases.length);
  return phrases.push(Buffer.from(text)) - 1;
}

function writePhrase(number: number, out: AnswerBytes): void {
  const phrase = phrases[number];
  if (phrase !== undefined && phrase.length > 0) out.copy(phrase, 0, phrase.length);
}

let owners = 0;

/**
 * Remembers what records become, for each locale: sets of two, of which the one that was used longer ago gives way. A
 * place is found and read with one look at memory, for most of it lies far away.
 */
export class RecordCache {
  /** Never given again, so that what a closed database leaves behind is nobody's. */
  private readonly locales = new Map<string, number>();
  private last: string | undefined;
  private owner = 0;

  /** Writes the text for a record (its offset, not 0); false when it is not remembered. */
  write(locale: string, record: number, out: AnswerBytes): boolean {
    if (made === undefined) return false;
    const { bytes, halves } = made;
    const owner = this.ownerOf(locale);
    const set = setOf(record, owner);
    const at = placeOf(made, set, record, owner);
    if (at < 0) return false;
    bytes[set + LAST] = at === set ? 0 : 1;
    const half = at >> 1;
    writePhrase(halves[half + START] ?? 0, out);
    out.copy(bytes, at + TEXT, at + TEXT + (halves[half + LENGTH] ?? 0));
    writePhrase(halves[half + END] ?? 0, out);
    return true;
  }

  /** Remembers a text, where it is not too long. */
  set(locale: string, record: number, [start, middle, end]: Parts): void {
    const first = phraseOf(start);
    const last = phraseOf(end);
    const text = `${first < 0 ? start : ""}${middle}${last < 0 ? end : ""}`;
    const length = Buffer.byteLength(text);
    if (length > LONG) return;
    const all = store();
    const { bytes, words, halves } = all;
    const owner = this.ownerOf(locale);
    const set = setOf(record, owner);
    const before = placeOf(all, set, record, owner);
    if (before >= 0) words[before >> 2] = 0;
    const long = length > SHORT;
    const instead = isLong(all, set);
    const second = !long && !instead && bytes[set + LAST] === 0;
    // What a long text leaves behind in the second place is no record.
    if (instead && !long) words.fill(0, (set + PLACE) >> 2, (set + SET) >> 2);
    const at = second ? set + PLACE : set;
    words[at >> 2] = record;
    words[(at >> 2) + 1] = owner;
    halves[(at >> 1) + START] = Math.max(0, first);
    halves[(at >> 1) + END] = Math.max(0, last);
    halves[(at >> 1) + LENGTH] = length;
    bytes[set + LAST] = second ? 1 : 0;
    bytes.write(text, at + TEXT);
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

/** Where a set begins. Fibonacci hashing: records that are neighbours in the file come far apart. */
function setOf(record: number, owner: number): number {
  return (Math.imul(record + Math.imul(owner, 0x85ebca6b), 0x9e3779b1) >>> (32 - SET_BITS)) * SET;
}

/** Whether the text in the first place takes both. */
function isLong({ halves }: Store, set: number): boolean {
  return (halves[(set >> 1) + LENGTH] ?? 0) > SHORT;
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
