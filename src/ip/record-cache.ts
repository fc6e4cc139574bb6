import type { AnswerBytes } from "./answer-bytes.ts";
import { ENDINGS } from "./answer-text.ts";

// A set is two places of 256 bytes: the record and its owner (4 bytes each), the length of the text (2), its ending,
// which of the two was used last (in the first), and the text. One text in thirty is longer than a place and takes both.
const PLACE = 256;
const SET = 2 * PLACE;
const LENGTH = 4;
const ENDING = 10;
const LAST = 11;
const TEXT = 12;
/** Bytes of a text that one place holds, and two. */
const SHORT = PLACE - TEXT;
const LONG = SET - TEXT;

// 4 MB, shared by all caches of the process: off the heap, so never collected.
const SET_BITS = 13;

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

  /** Writes the text for a record (its offset, not 0) and its ending; false when it is not remembered. */
  write(locale: string, record: number, out: AnswerBytes): boolean {
    if (made === undefined) return false;
    const { bytes, halves } = made;
    const owner = this.ownerOf(locale);
    const set = setOf(record, owner);
    const at = placeOf(made, set, record, owner);
    if (at < 0) return false;
    bytes[set + LAST] = at === set ? 0 : 1;
    out.copy(bytes, at + TEXT, at + TEXT + (halves[(at >> 1) + LENGTH] ?? 0));
    const ending = ENDINGS[bytes[at + ENDING] ?? 0];
    if (ending !== undefined) out.copy(ending, 0, ending.length);
    return true;
  }

  /** Remembers a text, where it is not too long, and the number of its ending. */
  set(locale: string, record: number, text: Uint8Array, ending: number): void {
    if (text.length > LONG) return;
    const all = store();
    const { bytes, words, halves } = all;
    const owner = this.ownerOf(locale);
    const set = setOf(record, owner);
    const before = placeOf(all, set, record, owner);
    if (before >= 0) words[before >> 2] = 0;
    const long = text.length > SHORT;
    const instead = isLong(all, set);
    const second = !long && !instead && bytes[set + LAST] === 0;
    // What a long text leaves behind in the second place is no record.
    if (instead && !long) words.fill(0, (set + PLACE) >> 2, (set + SET) >> 2);
    const at = second ? set + PLACE : set;
    words[at >> 2] = record;
    words[(at >> 2) + 1] = owner;
    halves[(at >> 1) + LENGTH] = text.length;
    bytes[at + ENDING] = ending;
    bytes[set + LAST] = second ? 1 : 0;
    bytes.set(text, at + TEXT);
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
