/**
 * Words and names that decide something wherever they stand in a string: all of them are looked for in one pass, however
 * many there are.
 */

import { hashOfThree, NAMES, noPrefixes, openPlace, placesAt, SLOTS, startPlace, WORDS } from "./prefixes.ts";
import { rowsAt, type Starts } from "./starts.ts";
import { codeAt, standsAt } from "./tokens.ts";

/** A word or a name in the table. */
interface Entry<T> {
  readonly text: string;
  /** The flags that a word raises; a name has none. */
  readonly flags: number[] | undefined;
  readonly value: T | undefined;
  readonly kind: number;
  /** Whether a word has to end where it does. */
  readonly whole: boolean;
  /** Whether it may begin at a hump within a word. */
  readonly within: boolean;
  /** Whether it stands at the beginning of a text only. */
  readonly tied: boolean;
  /** Another one in the same place. */
  next: Entry<T> | undefined;
}

export interface PhraseHit<T> {
  readonly value: T;
  readonly phrase: string;
  readonly at: number;
}

/** The flags of a string's words, by number. */
export type Keywords = Uint8Array;

/** The words found in a text: their flags, and of each kind of names the longest. */
export interface Scanned<T> {
  readonly keywords: Keywords;
  readonly hits: Hits<T>;
}

type Hits<T> = (PhraseHit<T> | undefined)[];

let flags = 0;
/** Words in the order in which they came, each with its flag. */
const raising: (readonly [word: string, flag: number])[] = [];
/** Flags that each string raises. */
const raised: number[] = [];

/** A flag that any of the words raises; they are in lower case, of three characters or more. */
export function keywordFlag(words: readonly string[]): number {
  for (const word of words) raising.push([word, flags]);
  return flags++;
}

export function raisedFlag(): number {
  raised.push(flags);
  return flags++;
}

/** Beside the lengths of a place: names wait there. */
const WAITING = 1 << (2 * NAMES);

/** The part of a name that `later` takes: without marks, in lower case. @throws RangeError for one that is too short */
export const placeOfPhrase = (phrase: string): number => startPlace(textOf(phrase));

const textOf = (phrase: string): string =>
  phrase.slice(phrase.startsWith("^") ? 1 : 0, phrase.endsWith("$") ? -1 : undefined).toLowerCase();

export const isWordSign = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/**
 * All words that raise flags, and names of three characters or more in lower case. `^` at the front ties one to the
 * beginning of the text; `$` at the end wants the word to end there.
 */
export class WordTable<T> {
  readonly #entries = noPrefixes<Entry<T>>();
  readonly #waiting: Starts | undefined;
  readonly #awaited: (waiting: number, place: number) => void;
  /** The flags that each string has raised. */
  #keywords: Keywords = new Uint8Array(0);
  /** How many of the words that raise flags are in it. */
  #words = 0;

  /**
   * @param waiting names that wait until a text comes that begins a word as they do: of thousands few are ever asked for
   * @param awaited adds the part of one that begins in a place
   */
  constructor(waiting?: Starts, awaited: (waiting: number, place: number) => void = () => {}) {
    this.#waiting = waiting;
    this.#awaited = awaited;
    const { lengths } = this.#entries;
    if (waiting)
      for (let place = 0; place < SLOTS; place++)
        if (waiting.first[place] !== waiting.first[place + 1]) lengths[place] = WAITING;
  }

  /** Adds what waits in a place, and gives the lengths that there are now. */
  #open(place: number): number {
    const { lengths } = this.#entries;
    lengths[place] = (lengths[place] ?? 0) & ~WAITING;
    if (this.#waiting) for (const one of rowsAt(this.#waiting, place)) this.#awaited(one, place);
    return lengths[place] ?? 0;
  }

  /** Of every kind the longest name counts; one that is not to stand `within` a word begins none at a hump: `DayNotes`. */
  add(phrase: string, value: T, kind = 0, within = true): void {
    const tied = phrase.startsWith("^");
    const whole = phrase.endsWith("$");
    const text = textOf(phrase);
    this.#put({ text, flags: undefined, value, kind, whole, within, tied, next: undefined });
  }

  #put(made: Entry<T>): void {
    const place = openPlace(this.#entries, made.text, true);
    const there = this.#entries.slots[place];
    this.#entries.slots[place] = there === undefined ? made : placed(made, there);
  }

  #addWords(): void {
    this.#keywords = new Uint8Array(flags);
    for (const flag of raised) this.#keywords[flag] = 1;
    for (; this.#words < raising.length; this.#words++) {
      const [text, flag] = raising[this.#words] ?? ["", 0];
      const place = openPlace(this.#entries, text, false);
      const first = this.#entries.slots[place];
      let known = first;
      while (known && !(known.flags && known.text === text)) known = known.next;
      if (known?.flags) known.flags.push(flag);
      else
        this.#entries.slots[place] = {
          text,
          flags: [flag],
          value: undefined,
          kind: 0,
          whole: false,
          within: true,
          tied: false,
          next: first,
        };
    }
  }

  /** The words of a text, given in lower case and as written, which tells humps: names only where a word starts. */
  scan(lower: string, text: string): Scanned<T> {
    if (this.#keywords.length < flags) this.#addWords();
    const keywords = this.#keywords.slice();
    const hits: Hits<T> = [];
    const { lengths, slots, places } = this.#entries;
    const end = lower.length - 2;
    let before = SPACE;
    let first = codeAt(lower, 0);
    let second = codeAt(lower, 1);
    for (let at = 0; at < end; at++) {
      const third = lower.charCodeAt(at + 2);
      const three = hashOfThree(first, second, third);
      let there = lengths[three & (SLOTS - 1)] ?? 0;
      if (there !== 0) {
        const start = isLetter(before) ? hump(lower, text, at) : first === SPACE ? NO_START : STARTS;
        if (start === NO_START) there &= WORDS;
        else {
          if (there >= WAITING) there = this.#open(three & (SLOTS - 1));
          there = (there | (there >> NAMES)) & WORDS;
        }
        const count = placesAt(there, three, lower, at, places);
        for (let one = 0; one < count; one++) keep(slots[places[one] ?? 0], lower, at, start, keywords, hits);
      }
      before = first;
      first = second;
      second = third;
    }
    return { keywords, hits };
  }
}

/** A name behind those of its place; what is tied to the beginning stands in front of what is not. */
function placed<T>(made: Entry<T>, first: Entry<T>): Entry<T> {
  if (made.tied && !first.tied) {
    made.next = first;
    return made;
  }
  let before = first;
  while (before.next !== undefined && (before.next.tied || !made.tied)) before = before.next;
  made.next = before.next;
  before.next = made;
  return first;
}

const SPACE = 32;

/** Whether a word starts somewhere: at a hump within letters, or behind another sign. */
const NO_START = 0;
const AT_HUMP = 1;
const STARTS = 2;

/** Raises the flags of the words of one place that stand at an offset, and keeps its names. */
function keep<T>(
  first: Entry<T> | undefined,
  lower: string,
  at: number,
  start: number,
  keywords: Keywords,
  hits: Hits<T>,
): void {
  for (let entry = first; entry !== undefined; entry = entry.next) {
    if (entry.flags === undefined) {
      if (start !== NO_START) keepLonger(entry, lower, at, start, hits);
    } else if (stands(entry, lower, at)) raise(entry.flags, keywords);
  }
}

function raise(flags: readonly number[], keywords: Keywords): void {
  for (let at = 0; at < flags.length; at++) keywords[flags[at] ?? 0] = 1;
}

/** Keeps a name that stands at an offset, if it is longer than the hit of its kind, or before it. */
function keepLonger<T>(entry: Entry<T>, lower: string, at: number, start: number, hits: Hits<T>): void {
  if (start === AT_HUMP && !entry.within) return;
  const length = entry.text.length;
  const best = hits[entry.kind];
  const longer = best === undefined ? 1 : length - best.phrase.length;
  if (longer < 0 || (longer === 0 && best !== undefined && at >= best.at)) return;
  if (stands(entry, lower, at)) hits[entry.kind] = { value: entry.value as T, phrase: entry.text, at };
}

function stands<T>({ text, whole, tied }: Entry<T>, lower: string, at: number): boolean {
  if ((tied && at > 0) || !standsAt(text, lower, at)) return false;
  const end = at + text.length;
  // `1.0` does not end in `1.0.9`.
  return !whole || !isWordSign(codeAt(lower, codeAt(lower, end) === DOT ? end + 1 : end));
}

const DOT = 46;

const isLetter = (code: number) => code >= 97 && code <= 122;

/** Whether a capital follows a small letter: the `B` of `fooBar`. */
const hump = (lower: string, text: string, at: number): number =>
  text.charCodeAt(at) !== lower.charCodeAt(at) && text.charCodeAt(at - 1) === lower.charCodeAt(at - 1)
    ? AT_HUMP
    : NO_START;
