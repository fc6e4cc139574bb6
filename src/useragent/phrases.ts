/** An index of phrases: all of them are looked for in one pass over the text, however many there are. */

export interface PhraseHit<T> {
  readonly value: T;
  readonly phrase: string;
  readonly at: number;
}

interface Phrase<T> {
  readonly text: string;
  /** The code of its last character. */
  readonly last: number;
  readonly value: T;
  readonly kind: number;
  /** Whether a word has to end where it does. */
  readonly whole: boolean;
  /** Whether it may begin at a hump within a word. */
  readonly within: boolean;
}

/** Places for phrases by their hash, a power of two. Only speed depends on it. */
const SLOTS = 16_384;
/** Weighs a character in a hash. Only speed depends on it. */
const WEIGHT = 31;

/** The code of a character, 0 behind the end. */
const codeAt = (text: string, at: number) => (at < text.length ? text.charCodeAt(at) : 0);

/** Phrases are found by the hash of their first six, four or three characters, as many as they have. */
const three = (first: number, second: number, third: number) =>
  (Math.imul(Math.imul(first, WEIGHT) + second, WEIGHT) + third) | 0;
const four = (short: number, fourth: number) => (Math.imul(short, WEIGHT) + fourth) | 0;
const six = (middle: number, fifth: number, sixth: number) =>
  (Math.imul(Math.imul(middle, WEIGHT) + fifth, WEIGHT) + sixth) | 0;

function threeOf(text: string): number {
  return three(codeAt(text, 0), codeAt(text, 1), codeAt(text, 2));
}

/** The hash of a phrase, `short` that of its first three characters. */
function hashOf(short: number, text: string): number {
  if (text.length < 4) return short;
  const middle = four(short, text.charCodeAt(3));
  return text.length < 6 ? middle : six(middle, text.charCodeAt(4), text.charCodeAt(5));
}

/** Phrases by their hash. */
type Lists<T> = Map<number, Phrase<T>[]>;

function addTo<T>(lists: Lists<T>, hash: number, phrase: Phrase<T>): void {
  const list = lists.get(hash);
  if (list) list.push(phrase);
  else lists.set(hash, [phrase]);
}

/** What phrases that begin with three characters there are: of three, of four and five, of more. */
const SHORT = 1;
const MIDDLE = 2;
const LONG = 4;

const isWordSign = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/**
 * Phrases of three characters or more in lower case. `^` at the front ties one to the beginning of the text;
 * `$` at the end wants the word to end there.
 */
export class PhraseIndex<T> {
  /** Those tied to the beginning, by their first three characters. */
  readonly #tied: Lists<T> = new Map();
  readonly #free: Lists<T> = new Map();
  /** The lengths of phrases by the lowest bits of the hash of three characters. */
  readonly #lengths = new Uint8Array(SLOTS);
  /** 1 for the lowest bits of the hash of four or six. */
  readonly #taken = new Uint8Array(SLOTS);

  /** Of every kind the longest phrase counts; one that is not to stand `within` a word begins none at a hump: `DayNotes`. */
  add(phrase: string, value: T, kind = 0, within = true): void {
    const atStart = phrase.startsWith("^");
    const whole = phrase.endsWith("$");
    const text = phrase.slice(atStart ? 1 : 0, whole ? -1 : undefined).toLowerCase();
    if (text.length < 3) throw new RangeError(`phrase too short: ${phrase}`);
    const made = { text, last: text.charCodeAt(text.length - 1), value, kind, whole, within };
    const short = threeOf(text);
    if (atStart) addTo(this.#tied, short, made);
    else this.#addFree(short, made);
  }

  #addFree(short: number, phrase: Phrase<T>): void {
    const { text } = phrase;
    const length = text.length > 5 ? LONG : text.length > 3 ? MIDDLE : SHORT;
    const slot = short & (SLOTS - 1);
    this.#lengths[slot] = (this.#lengths[slot] ?? 0) | length;
    const hash = hashOf(short, text);
    this.#taken[hash & (SLOTS - 1)] = 1;
    addTo(this.#free, hash, phrase);
  }

  /** The longest phrase that stands at the start of a word of `lower`, the text in lower case; `text` tells humps. */
  find(lower: string, text: string): PhraseHit<T> | undefined {
    return this.findEach(lower, text)[0];
  }

  /** The same for every kind apart and in one pass: the hits by their kind. */
  findEach(lower: string, text: string): Hits<T> {
    const hits: Hits<T> = [];
    const last = lower.length - 2;
    let before = SPACE;
    let first = codeAt(lower, 0);
    let second = codeAt(lower, 1);
    keepLongest(this.#tied.get(threeOf(lower)), lower, 0, false, hits);
    for (let at = 0; at < last; at++) {
      const third = lower.charCodeAt(at + 2);
      const short = three(first, second, third);
      const lengths = this.#lengths[short & (SLOTS - 1)] ?? 0;
      if (lengths !== 0 && first !== SPACE) {
        const within = isLetter(before);
        if (!within || isHump(lower, text, at)) this.#look(lengths, short, lower, at, within, hits);
      }
      before = first;
      first = second;
      second = third;
    }
    return hits;
  }

  #look(lengths: number, short: number, lower: string, at: number, within: boolean, hits: Hits<T>): void {
    const middle = four(short, codeAt(lower, at + 3));
    if ((lengths & LONG) !== 0)
      this.#lookUp(six(middle, codeAt(lower, at + 4), codeAt(lower, at + 5)), lower, at, within, hits);
    if ((lengths & MIDDLE) !== 0) this.#lookUp(middle, lower, at, within, hits);
    if ((lengths & SHORT) !== 0) this.#lookUp(short, lower, at, within, hits);
  }

  #lookUp(hash: number, lower: string, at: number, within: boolean, hits: Hits<T>): void {
    if (this.#taken[hash & (SLOTS - 1)] === 1) keepLongest(this.#free.get(hash), lower, at, within, hits);
  }
}

/** By kind. */
type Hits<T> = (PhraseHit<T> | undefined)[];

const SPACE = 32;

/** Of the phrases that stand at an offset, keeps those that are longer than the hits of their kind, or before them. */
function keepLongest<T>(
  phrases: readonly Phrase<T>[] | undefined,
  lower: string,
  at: number,
  within: boolean,
  hits: Hits<T>,
): void {
  if (phrases === undefined) return;
  for (const phrase of phrases) {
    if (within && !phrase.within) continue;
    const length = phrase.text.length;
    const best = hits[phrase.kind];
    const longer = best === undefined ? 1 : length - best.phrase.length;
    if (longer < 0 || (longer === 0 && best !== undefined && at >= best.at)) continue;
    if (stands(phrase, lower, at)) hits[phrase.kind] = { value: phrase.value, phrase: phrase.text, at };
  }
}

function stands<T>({ text, last, whole }: Phrase<T>, lower: string, at: number): boolean {
  const end = at + text.length;
  if (lower.charCodeAt(end - 1) !== last || !lower.startsWith(text, at)) return false;
  // `1.0` does not end in `1.0.9`.
  return !whole || !isWordSign(lower.charCodeAt(lower.charCodeAt(end) === DOT ? end + 1 : end));
}

const DOT = 46;

const isLetter = (code: number) => code >= 97 && code <= 122;

/** The `B` of `fooBar`. */
function isHump(lower: string, text: string, at: number): boolean {
  return text.charCodeAt(at) !== lower.charCodeAt(at) && text.charCodeAt(at - 1) === lower.charCodeAt(at - 1);
}
