/** An index of phrases: all of them are looked for in one pass over the text, however many there are. */

import { hashOfThree, noPrefixes, openPlace, placesAt, SLOTS, startPlace, Waiting } from "./prefixes.ts";
import { codeAt } from "./tokens.ts";

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
  /** Whether it stands at the beginning of a text only. */
  readonly tied: boolean;
  /** Another one in the same place. */
  next: Phrase<T> | undefined;
}

/** Beside the lengths of a place: phrases wait there. */
const WAITING = 16;

/** The part of a phrase that `later` takes: without marks, in lower case. @throws RangeError for one that is too short */
export const placeOfPhrase = (phrase: string): number => startPlace(textOf(phrase));

const textOf = (phrase: string): string =>
  phrase.slice(phrase.startsWith("^") ? 1 : 0, phrase.endsWith("$") ? -1 : undefined).toLowerCase();

const isWordSign = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/**
 * Phrases of three characters or more in lower case. `^` at the front ties one to the beginning of the text;
 * `$` at the end wants the word to end there.
 */
export class PhraseIndex<T> {
  /** Of those in one place the ones that are tied to the beginning come first. */
  readonly #phrases = noPrefixes<Phrase<T>>();
  readonly #waiting = new Waiting();
  readonly #awaited: (waiting: number, place: number) => void;

  /** @param awaited adds what has waited in a place, now that a text has come with such a beginning */
  constructor(awaited: (waiting: number, place: number) => void = () => {}) {
    this.#awaited = awaited;
  }

  /**
   * Has what begins in a place wait until a text comes that has such a beginning: of thousands few are ever asked for.
   * @param waiting a number by which it is known
   */
  later(place: number, waiting: number): void {
    const { lengths } = this.#phrases;
    lengths[place] = (lengths[place] ?? 0) | WAITING;
    this.#waiting.add(place, waiting);
  }

  /** Adds what waits in a place, and gives the lengths that there are now. */
  #open(place: number): number {
    const { lengths } = this.#phrases;
    lengths[place] = (lengths[place] ?? 0) & ~WAITING;
    for (const one of this.#waiting.at(place)) this.#awaited(one, place);
    return lengths[place] ?? 0;
  }

  /** Of every kind the longest phrase counts; one that is not to stand `within` a word begins none at a hump: `DayNotes`. */
  add(phrase: string, value: T, kind = 0, within = true): void {
    const tied = phrase.startsWith("^");
    const whole = phrase.endsWith("$");
    const text = textOf(phrase);
    const place = openPlace(this.#phrases, text);
    const last = text.charCodeAt(text.length - 1);
    const made = { text, last, value, kind, whole, within, tied, next: undefined };
    const there = this.#phrases.slots[place];
    this.#phrases.slots[place] = there === undefined ? made : placed(made, there);
  }

  /** The longest phrase that stands at the start of a word of `lower`, the text in lower case; `text` tells humps. */
  find(lower: string, text: string): PhraseHit<T> | undefined {
    return this.findEach(lower, text)[0];
  }

  /** The same for every kind apart and in one pass: the hits by their kind. */
  findEach(lower: string, text: string): Hits<T> {
    const hits: Hits<T> = [];
    const { lengths, slots, places } = this.#phrases;
    const end = lower.length - 2;
    let before = SPACE;
    let first = codeAt(lower, 0);
    let second = codeAt(lower, 1);
    for (let at = 0; at < end; at++) {
      const third = lower.charCodeAt(at + 2);
      const three = hashOfThree(first, second, third);
      let there = lengths[three & (SLOTS - 1)] ?? 0;
      if (there !== 0 && first !== SPACE) {
        const within = isLetter(before);
        const begins = !within || isHump(lower, text, at);
        if (begins && there >= WAITING) there = this.#open(three & (SLOTS - 1));
        const count = begins ? placesAt(there, three, lower, at, places) : 0;
        for (let one = 0; one < count; one++) keepLongest(slots[places[one] ?? 0], lower, at, within, hits);
      }
      before = first;
      first = second;
      second = third;
    }
    return hits;
  }
}

/** A phrase behind those of its place; one tied to the beginning stands in front of those that are not. */
function placed<T>(made: Phrase<T>, first: Phrase<T>): Phrase<T> {
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

/** By kind. */
type Hits<T> = (PhraseHit<T> | undefined)[];

const SPACE = 32;

/** Of the phrases of one place that stand at an offset, keeps those that are longer than the hits of their kind, or before them. */
function keepLongest<T>(
  first: Phrase<T> | undefined,
  lower: string,
  at: number,
  within: boolean,
  hits: Hits<T>,
): void {
  for (let phrase: Phrase<T> | undefined = first; phrase !== undefined; phrase = phrase.next) {
    if ((phrase.tied && at > 0) || (within && !phrase.within)) continue;
    const length = phrase.text.length;
    const best = hits[phrase.kind];
    const longer = best === undefined ? 1 : length - best.phrase.length;
    if (longer < 0 || (longer === 0 && best !== undefined && at >= best.at)) continue;
    if (stands(phrase, lower, at)) hits[phrase.kind] = { value: phrase.value, phrase: phrase.text, at };
  }
}

function stands<T>({ text, last, whole }: Phrase<T>, lower: string, at: number): boolean {
  const end = at + text.length;
  if (codeAt(lower, end - 1) !== last || !lower.startsWith(text, at)) return false;
  // `1.0` does not end in `1.0.9`.
  return !whole || !isWordSign(codeAt(lower, codeAt(lower, end) === DOT ? end + 1 : end));
}

const DOT = 46;

const isLetter = (code: number) => code >= 97 && code <= 122;

/** The `B` of `fooBar`. */
function isHump(lower: string, text: string, at: number): boolean {
  return text.charCodeAt(at) !== lower.charCodeAt(at) && text.charCodeAt(at - 1) === lower.charCodeAt(at - 1);
}
