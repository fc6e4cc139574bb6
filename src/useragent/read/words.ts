/** Finds thousands of words and names in one pass over a string, by a hash of their first characters. */

import { codeAt, standsAt } from "./tokens.ts";

/** Places by hash, a power of two. @perf With 64 a string takes 3 times the CPU (`bench useragent`). */
const PLACES = 16_384;
/** Weighs a character in a hash. @perf With 1 a string takes 1.9 times the CPU (`bench useragent`). */
const WEIGHT = 31;

const placeOfThree = (first: number, second: number, third: number): number =>
  ((first * WEIGHT + second) * WEIGHT + third) & (PLACES - 1);

/** Slot of a text's first three characters. @throws RangeError if it has fewer */
function placeOf(text: string): number {
  if (text.length < 3) throw new RangeError(`phrase too short: ${text}`);
  return placeOfThree(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2));
}

/** Slot of a name of at least LONG characters, by the slot of its first three. */
const placeOfSix = (three: number, text: string, at: number): number =>
  placeOfThree(placeOfThree(three, codeAt(text, at + 3), codeAt(text, at + 4)), codeAt(text, at + 5), 0);

/** Minimum length of a name found by six characters: thousands start with `com` or `web`. */
const LONG = 6;

/** Word that sets flags. */
interface Word {
  readonly text: string;
  readonly flags: number[];
}

interface Name<T> {
  readonly text: string;
  readonly value: T;
  readonly kind: number;
  /** Must end at a word boundary. */
  readonly whole: boolean;
  /** May start at a hump: a capital within a word. */
  readonly within: boolean;
  /** Only at the start of the text. */
  readonly tied: boolean;
}

export interface PhraseHit<T> {
  readonly value: T;
  readonly phrase: string;
  readonly at: number;
}

/** Flags by number; 1 if set. */
export type Keywords = Uint8Array;

/** Flags of the words found, and the longest name of each kind. */
export interface Scanned<T> {
  readonly keywords: Keywords;
  readonly hits: Hits<T>;
}

type Hits<T> = (PhraseHit<T> | undefined)[];

let flags = 0;
/** Words with their flags, in order of registration. */
const raising: (readonly [word: string, flag: number])[] = [];
/** Flags set for every string. */
const raised: number[] = [];

/** Registers a flag for words in lower case, of at least three characters. */
export function keywordFlag(words: readonly string[]): number {
  for (const word of words) raising.push([word, flags]);
  return flags++;
}

export function raisedFlag(): number {
  raised.push(flags);
  return flags++;
}

/** Slot of a name without its anchors. @throws RangeError if it is too short */
export const placeOfPhrase = (phrase: string): number => placeOf(textOf(phrase));

const textOf = (phrase: string): string =>
  phrase.slice(phrase.startsWith("^") ? 1 : 0, phrase.endsWith("$") ? -1 : undefined).toLowerCase();

export const isWordSign = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/** Bits of a slot: has words, has names. */
const WORDS = 1;
const NAMES = 2;

/** Entries by slot. Allocated at full length: growing by arbitrary indexes is slow. */
type Places<E> = (E[] | undefined)[];
const places = () => new Array<undefined>(PLACES);

/** Line of a table: `rowOf` reads it at the first use of its names. */
interface Line<T> {
  readonly table: string;
  readonly at: number;
  readonly rowOf: (line: string) => T;
  /** Previous line of the slot. */
  readonly before: Line<T> | undefined;
}

/** Name with its kind; without `within` it cannot start at a hump. */
export type Added = readonly [phrase: string, kind: number, within: boolean];

/**
 * Words that set flags, and names of at least three characters in lower case. A leading `^` anchors to the
 * start of the text; a trailing `$` requires a word boundary.
 */
export class WordTable<T> {
  /** Lines by the slots of their names, which are added when a text first has such a start. */
  readonly #waiting = new Array<Line<T> | undefined>(PLACES);
  readonly #namesOf: (value: T) => readonly Added[];
  readonly #has = new Uint8Array(PLACES);
  readonly #words: Places<Word> = places();
  readonly #names: Places<Name<T>> = places();
  /** Result of the last scan. */
  #keywords: Keywords = new Uint8Array(0);
  /** Registered words added so far. */
  #known = 0;

  /** @param namesOf names of a line's value */
  constructor(namesOf: (value: T) => readonly Added[] = () => NOBODY) {
    this.#namesOf = namesOf;
  }

  /** Adds the rows of a table at the first use of their names; a row starts with them, with or without spaces. */
  addLater(table: string, rowOf: Line<T>["rowOf"]): void {
    const add = (place: number, at: number) => {
      this.#mark(place, NAMES);
      this.#waiting[place] = { table, at, rowOf, before: this.#waiting[place] };
    };
    for (let at = 0, end = 0; at < table.length; at = end + 1) {
      end = lineEnd(table, at);
      const sign = table[at];
      if (sign === "\n" || sign === "#") continue;
      const start = sign === "^" ? at + 1 : at;
      const first = table.charCodeAt(start);
      const second = table.charCodeAt(start + 1);
      const third = table.charCodeAt(start + 2);
      if (isPlain(first) && isPlain(second) && isPlain(third)) {
        add(placeOfThree(first, second, third), at);
        continue;
      }
      const text = textOf(table.slice(at, Math.min(at + 2 * LONG, end)).trimStart());
      add(placeOf(text), at);
      if (text.lastIndexOf(" ", 2) > 0) add(placeOf(text.replaceAll(" ", "")), at);
    }
  }

  #mark(place: number, bit: number): void {
    this.#has[place] = (this.#has[place] ?? 0) | bit;
  }

  #addWaiting(place: number): void {
    let line = this.#waiting[place];
    if (line === undefined) return;
    const lines: Line<T>[] = [];
    for (; line; line = line.before) lines.push(line);
    this.#waiting[place] = undefined;
    for (const { table, at, rowOf } of lines.reverse()) {
      const value = rowOf(table.slice(at, lineEnd(table, at)));
      for (const [phrase, kind, within] of this.#namesOf(value))
        if (placeOfPhrase(phrase) === place) this.add(phrase, value, kind, within);
    }
  }

  /** Adds a name; the longest of each kind is found. Without `within` it cannot start at a hump: `DayNotes`. */
  add(phrase: string, value: T, kind = 0, within = true): void {
    const text = textOf(phrase);
    const place = placeOf(text);
    this.#mark(place, NAMES);
    const there = entriesAt(this.#names, text.length < LONG ? place : placeOfSix(place, text, 0));
    const tied = phrase.startsWith("^");
    // At the start of a text the anchored one of two equal names counts.
    const at = tied ? there.filter((name) => name.tied).length : there.length;
    there.splice(at, 0, { text, value, kind, whole: phrase.endsWith("$"), within, tied });
  }

  #addWords(): void {
    this.#keywords = new Uint8Array(flags);
    for (const flag of raised) this.#keywords[flag] = 1;
    for (; this.#known < raising.length; this.#known++) {
      const [text, flag] = raising[this.#known] ?? ["", 0];
      const place = placeOf(text);
      this.#mark(place, WORDS);
      const words = entriesAt(this.#words, place);
      const same = words.find((word) => word.text === text);
      if (same) same.flags.push(flag);
      else words.push({ text, flags: [flag] });
    }
  }

  /** Scans a text, given in lower case and as written (for humps). Names only start at word starts. */
  scan(lower: string, text: string): Scanned<T> {
    if (this.#keywords.length < flags) this.#addWords();
    const keywords = this.#keywords.slice();
    const places = this.#has;
    const words = this.#words;
    const names = this.#names;
    const hits: Hits<T> = [];
    const end = lower.length - 2;
    let before = SPACE;
    let first = codeAt(lower, 0);
    let second = codeAt(lower, 1);
    for (let at = 0; at < end; at++) {
      const third = lower.charCodeAt(at + 2);
      const place = placeOfThree(first, second, third);
      const has = places[place] ?? 0;
      if (has !== 0) {
        if ((has & WORDS) !== 0) raise(words[place] ?? NOBODY, lower, at, keywords);
        const start = has === WORDS ? NO_START : startAt(before, first, lower, text, at);
        if (start !== NO_START) {
          this.#addWaiting(place);
          const six = placeOfSix(place, lower, at);
          keep(names[six], lower, at, start, hits);
          keep(names[place], lower, at, start, hits);
        }
      }
      before = first;
      first = second;
      second = third;
    }
    return { keywords, hits };
  }
}

const NOBODY: readonly never[] = [];

/** Entries of a slot, created at first use. */
function entriesAt<E>(all: Places<E>, place: number): E[] {
  const there = all[place] ?? [];
  all[place] = there;
  return there;
}

const SPACE = 32;

/** Kinds of word starts: none, at a hump within letters, or after another character. */
const NO_START = 0;
const AT_HUMP = 1;
const STARTS = 2;

function startAt(before: number, first: number, lower: string, text: string, at: number): number {
  if (!isLetter(before)) return first === SPACE ? NO_START : STARTS;
  // An upper-case letter after a lower-case one: `B` of `fooBar`.
  return text.charCodeAt(at) !== lower.charCodeAt(at) && text.charCodeAt(at - 1) === before
    ? AT_HUMP
    : NO_START;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Visible ASCII other than letters with a lower-case form. */
const isPlain = (code: number) => code > SPACE && code < 127 && !(code >= 65 && code <= 90);

const isLetter = (code: number) => code >= 97 && code <= 122;

/** Sets the flags of a slot's words at an offset. */
function raise(words: readonly Word[], lower: string, at: number, keywords: Keywords): void {
  for (const { text, flags } of words)
    if (standsAt(text, lower, at)) for (const flag of flags) keywords[flag] = 1;
}

/** Records names at an offset. A name replaces the hit of its kind if it is longer, or as long and earlier. */
function keep<T>(
  names: readonly Name<T>[] = NOBODY,
  lower: string,
  at: number,
  start: number,
  hits: Hits<T>,
): void {
  for (const name of names) {
    const { text, value, kind } = name;
    if (!standsAt(text, lower, at) || !fits(name, lower, at, start)) continue;
    const best = hits[kind];
    const longer = best === undefined ? 1 : text.length - best.phrase.length;
    if (longer > 0 || (longer === 0 && best !== undefined && at < best.at))
      hits[kind] = { value, phrase: text, at };
  }
}

function fits<T>(name: Name<T>, lower: string, at: number, start: number): boolean {
  const { text, whole, within, tied } = name;
  if ((!within && start === AT_HUMP) || (tied && at > 0)) return false;
  const end = at + text.length;
  // `1.0` does not end in `1.0.9`.
  return !whole || !isWordSign(codeAt(lower, codeAt(lower, end) === DOT ? end + 1 : end));
}

const DOT = 46;
