/**
 * A search for thousands of words in one pass over a text: the hash of their first three characters tells how
 * long those are that begin so, and the hash of their first three, four, six or eight where they are.
 */

/** Places by hash, a power of two. @perf With 64 a string takes 5 times the CPU (`bench useragent`). */
export const SLOTS = 16_384;
/** Weighs a character in a hash. @perf With 1 a string takes 1.1 times the CPU (`bench useragent`). */
const WEIGHT = 31;

/** Words with no more than three characters, with four or five, with six or seven, with more. */
const THREE = 1;
const FOUR = 2;
const SIX = 4;
const EIGHT = 8;
/** Names stand only where a word starts: their lengths are kept so many bits further up. */
export const NAMES = 4;
/** The lengths of words that stand anywhere. */
export const WORDS = 15;

/** The hash of a text with one more character: 31 times as much. `Math.imul` would be a call until it is compiled. */
const next = (hash: number, code: number) => ((hash << 5) - hash + code) | 0;

/** The hash of three characters; its last bits are their place. */
export const hashOfThree = (first: number, second: number, third: number): number =>
  (first * WEIGHT + second) * WEIGHT + third;

/** The place of a word's first three characters. @throws RangeError for one with fewer */
export function startPlace(text: string): number {
  if (text.length < 3) throw new RangeError(`phrase too short: ${text}`);
  return hashOfThree(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2)) & (SLOTS - 1);
}

/** Where the next such sign is in a table. */
export function endOf(table: string, sign: string, at: number): number {
  const end = table.indexOf(sign, at);
  return end < 0 ? table.length : end;
}

/** Words by their beginnings; those in one place are chained by `next`. */
export interface Prefixes<T> {
  /** Which of `THREE` to `EIGHT` there are, by the place of three characters; of names `NAMES` bits further up. */
  readonly lengths: Uint16Array;
  readonly slots: (T | undefined)[];
  /** Room for what `placesAt` finds. */
  readonly places: Uint16Array;
}

export function noPrefixes<T>(): Prefixes<T> {
  return {
    lengths: new Uint16Array(SLOTS),
    slots: new Array<T | undefined>(SLOTS).fill(undefined),
    places: new Uint16Array(4),
  };
}

/** The place for a word of three characters or more, which will be looked for there. */
export function openPlace({ lengths }: Prefixes<unknown>, text: string, isName: boolean): number {
  const { length } = text;
  const start = startPlace(text);
  const own = length > 7 ? EIGHT : length > 5 ? SIX : length > 3 ? FOUR : THREE;
  lengths[start] = (lengths[start] ?? 0) | (isName ? own << NAMES : own);
  const counted = length > 7 ? 8 : length > 5 ? 6 : length > 3 ? 4 : 3;
  let hash = 0;
  for (let at = 0; at < counted; at++) hash = ((hash << 5) - hash + text.charCodeAt(at)) | 0;
  return hash & (SLOTS - 1);
}

/**
 * The places of all words that may stand at an offset of a text: `there` of what lengths, `three` the hash of the
 * three characters there. Returns how many it has put into `places`.
 */
export function placesAt(
  there: number,
  three: number,
  text: string,
  at: number,
  places: Uint16Array,
): number {
  if (there === 0) return 0;
  let count = 0;
  if ((there & THREE) !== 0) places[count++] = three & (SLOTS - 1);
  if (there < FOUR || at + 3 >= text.length) return count;
  const four = next(three, text.charCodeAt(at + 3));
  if ((there & FOUR) !== 0) places[count++] = four & (SLOTS - 1);
  if (there < SIX || at + 5 >= text.length) return count;
  const six = next(next(four, text.charCodeAt(at + 4)), text.charCodeAt(at + 5));
  if ((there & SIX) !== 0) places[count++] = six & (SLOTS - 1);
  if (there < EIGHT || at + 7 >= text.length) return count;
  const eight = next(next(six, text.charCodeAt(at + 6)), text.charCodeAt(at + 7));
  places[count++] = eight & (SLOTS - 1);
  return count;
}
