/** An index of phrases: all of them are looked for in one pass over the text, however many there are. */

export interface PhraseHit<T> {
  readonly value: T;
  readonly phrase: string;
  readonly at: number;
}

interface Phrase<T> {
  readonly text: string;
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
    list.push({ text, value, atStart, whole });
    list.sort((a, b) => b.text.length - a.text.length);
  }

  /** The longest phrase that stands at the start of a word of `lower`, the text in lower case; `text` tells humps. */
  find(lower: string, text: string): PhraseHit<T> | undefined {
    let best: PhraseHit<T> | undefined;
    for (let at = 0; at + 3 <= lower.length; at++) {
      const list = this.#slots[slot(lower, at)];
      if (list === undefined || !startsWord(lower, text, at)) continue;
      const hit = longest(list, lower, at);
      if (hit && (best === undefined || hit.text.length > best.phrase.length)) {
        best = { value: hit.value, phrase: hit.text, at };
      }
    }
    return best;
  }
}

function longest<T>(list: readonly Phrase<T>[], lower: string, at: number): Phrase<T> | undefined {
  for (const phrase of list) {
    if (phrase.atStart && at > 0) continue;
    if (!lower.startsWith(phrase.text, at)) continue;
    if (phrase.whole && isWordSign(lower.charCodeAt(at + phrase.text.length))) continue;
    return phrase;
  }
  return undefined;
}

/** After no letter, or at a hump: the `B` of `fooBar`. */
function startsWord(lower: string, text: string, at: number): boolean {
  if (at === 0) return true;
  const before = lower.charCodeAt(at - 1);
  if (!(before >= 97 && before <= 122)) return true;
  return text[at] !== lower[at] && text[at - 1] === lower[at - 1];
}
