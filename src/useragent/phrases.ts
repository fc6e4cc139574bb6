/** An index of phrases: all of them are looked for in one pass over the text, however many there are. */

export interface PhraseHit<T> {
  readonly value: T;
  readonly phrase: string;
  readonly at: number;
}

interface Phrase<T> {
  readonly text: string;
  /** Code of the fourth character, 0 where there is none: the slots are by the first three. */
  readonly fourth: number;
  readonly value: T;
  readonly atStart: boolean;
  readonly whole: boolean;
}

const SLOTS = 1 << 14;

function slot(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) >>> 0) & (SLOTS - 1)
  );
}

const isWordSign = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/**
 * Phrases of three characters or more in lower case. `^` at the front ties one to the beginning of the text;
 * `$` at the end wants the word to end there.
 */
export class PhraseIndex<T> {
  readonly #slots: (Phrase<T>[] | undefined)[] = new Array(SLOTS);

  add(phrase: string, value: T): void {
    const atStart = phrase.startsWith("^");
    const whole = phrase.endsWith("$");
    const text = phrase.slice(atStart ? 1 : 0, whole ? -1 : undefined).toLowerCase();
    if (text.length < 3) throw new RangeError(`phrase too short: ${phrase}`);
    const at = slot(text, 0);
    const list = this.#slots[at] ?? [];
    this.#slots[at] = list;
    list.push({ text, fourth: text.length > 3 ? text.charCodeAt(3) : 0, value, atStart, whole });
    list.sort((a, b) => b.text.length - a.text.length);
  }

  /** The longest phrase that stands at the start of a word of `lower`, the text in lower case; `text` tells humps. */
  find(lower: string, text: string): PhraseHit<T> | undefined {
    return this.findEach(lower, text, () => 0)[0];
  }

  /** The same for every kind of value apart, in one pass: the hits by the number that `kindOf` gives. */
  findEach(lower: string, text: string, kindOf: (value: T) => number): (PhraseHit<T> | undefined)[] {
    const hits: (PhraseHit<T> | undefined)[] = [];
    let before = 32;
    for (let at = 0; at + 3 <= lower.length; at++) {
      const code = lower.charCodeAt(at);
      const starts = !isLetter(before) || isHump(lower, text, at);
      before = code;
      if (!starts) continue;
      const list = this.#slots[slot(lower, at)];
      if (list === undefined) continue;
      for (const phrase of list) {
        if (!stands(phrase, lower, at)) continue;
        const kind = kindOf(phrase.value);
        const best = hits[kind];
        if (best !== undefined && best.phrase.length >= phrase.text.length) continue;
        hits[kind] = { value: phrase.value, phrase: phrase.text, at };
      }
    }
    return hits;
  }
}

function stands<T>(phrase: Phrase<T>, lower: string, at: number): boolean {
  if (phrase.fourth !== 0 && phrase.fourth !== lower.charCodeAt(at + 3)) return false;
  if (phrase.atStart && at > 0) return false;
  if (!lower.startsWith(phrase.text, at)) return false;
  return !phrase.whole || !isWordSign(lower.charCodeAt(at + phrase.text.length));
}

const isLetter = (code: number) => code >= 97 && code <= 122;

/** The `B` of `fooBar`. */
function isHump(lower: string, text: string, at: number): boolean {
  return text.charCodeAt(at) !== lower.charCodeAt(at) && text.charCodeAt(at - 1) === lower.charCodeAt(at - 1);
}
