/** An index of phrases: all of them are looked for in one pass over the text, however many there are. */

export interface PhraseHit<T> {
  readonly value: T;
  readonly phrase: string;
  readonly at: number;
}

interface Phrase<T> {
  readonly text: string;
  readonly value: T;
  readonly whole: boolean;
}

const SLOTS = 1 << 14;

/** The code of a character, 0 behind the end. */
const codeAt = (text: string, at: number) => (at < text.length ? text.charCodeAt(at) : 0);

/** Phrases are found by the hash of their first six, four or three characters, as many as they have. */
const three = (text: string, at: number) =>
  (Math.imul(codeAt(text, at), 961) + Math.imul(codeAt(text, at + 1), 31) + codeAt(text, at + 2)) | 0;
const four = (text: string, at: number, first: number) => (Math.imul(first, 31) + codeAt(text, at + 3)) | 0;
const six = (text: string, at: number, first: number) =>
  (Math.imul(first, 961) + Math.imul(codeAt(text, at + 4), 31) + codeAt(text, at + 5)) | 0;

function hashOf(text: string, length: number): number {
  const short = three(text, 0);
  if (length < 4) return short;
  const middle = four(text, 0, short);
  return length < 6 ? middle : six(text, 0, middle);
}

/** Phrases by the lowest bits of their hash. */
class Slots<T> {
  readonly #taken = new Uint8Array(SLOTS);
  readonly #lists = new Map<number, Phrase<T>[]>();

  add(hash: number, phrase: Phrase<T>): void {
    this.#taken[hash & (SLOTS - 1)] = 1;
    const list = this.#lists.get(hash);
    if (list) list.push(phrase);
    else this.#lists.set(hash, [phrase]);
  }

  get(hash: number): readonly Phrase<T>[] | undefined {
    return this.#taken[hash & (SLOTS - 1)] === 0 ? undefined : this.#lists.get(hash);
  }
}

const isWordSign = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/**
 * Phrases of three characters or more in lower case. `^` at the front ties one to the beginning of the text;
 * `$` at the end wants the word to end there.
 */
export class PhraseIndex<T> {
  /** Tied to the beginning, of six and more characters, of four, of three. */
  readonly #start = new Slots<T>();
  readonly #long = new Slots<T>();
  readonly #middle = new Slots<T>();
  readonly #short = new Slots<T>();

  add(phrase: string, value: T): void {
    const atStart = phrase.startsWith("^");
    const whole = phrase.endsWith("$");
    const text = phrase.slice(atStart ? 1 : 0, whole ? -1 : undefined).toLowerCase();
    if (text.length < 3) throw new RangeError(`phrase too short: ${phrase}`);
    const slots = atStart ? this.#start : this.#slotsFor(text.length);
    slots.add(hashOf(text, atStart ? 3 : text.length), { text, value, whole });
  }

  #slotsFor(length: number): Slots<T> {
    if (length > 5) return this.#long;
    return length > 3 ? this.#middle : this.#short;
  }

  /** The longest phrase that stands at the start of a word of `lower`, the text in lower case; `text` tells humps. */
  find(lower: string, text: string): PhraseHit<T> | undefined {
    return this.findEach(lower, text, 0, lower.length, () => 0, [])[0];
  }

  /**
   * The same for every kind of value apart, between two offsets and in one pass: the hits by the number that `kindOf`
   * gives, added to those that stand further behind.
   */
  findEach(
    lower: string,
    text: string,
    from: number,
    end: number,
    kindOf: (value: T) => number,
    hits: (PhraseHit<T> | undefined)[],
  ): (PhraseHit<T> | undefined)[] {
    const look = (list: readonly Phrase<T>[] | undefined, at: number) => {
      if (list === undefined) return;
      for (const phrase of list) {
        if (!stands(phrase, lower, at)) continue;
        const kind = kindOf(phrase.value);
        const best = hits[kind];
        const longer = best === undefined ? 1 : phrase.text.length - best.phrase.length;
        if (longer > 0 || (longer === 0 && best !== undefined && at < best.at))
          hits[kind] = { value: phrase.value, phrase: phrase.text, at };
      }
    };
    if (from === 0) look(this.#start.get(three(lower, 0)), 0);
    let before = from === 0 ? 32 : lower.charCodeAt(from - 1);
    const last = Math.min(end, lower.length - 2);
    for (let at = from; at < last; at++) {
      const code = lower.charCodeAt(at);
      const starts = !isLetter(before) || isHump(lower, text, at);
      before = code;
      if (!starts || code === 32) continue;
      const short = three(lower, at);
      const middle = four(lower, at, short);
      look(this.#long.get(six(lower, at, middle)), at);
      look(this.#middle.get(middle), at);
      look(this.#short.get(short), at);
    }
    return hits;
  }
}

function stands<T>(phrase: Phrase<T>, lower: string, at: number): boolean {
  if (!lower.startsWith(phrase.text, at)) return false;
  if (!phrase.whole) return true;
  const end = at + phrase.text.length;
  // `1.0` does not end in `1.0.9`.
  return !isWordSign(lower.charCodeAt(lower[end] === "." ? end + 1 : end));
}

const isLetter = (code: number) => code >= 97 && code <= 122;

/** The `B` of `fooBar`. */
function isHump(lower: string, text: string, at: number): boolean {
  return text.charCodeAt(at) !== lower.charCodeAt(at) && text.charCodeAt(at - 1) === lower.charCodeAt(at - 1);
}
