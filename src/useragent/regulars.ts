import { leaveMark, openMarks } from "../headers/syntax/marks.ts";

/** Marks of strings seen once. Only speed depends on it. */
const MARKS = 16_384;
/**
 * Values for strings that come again. One is kept from the second time on: most strings come once, and to keep what is
 * made of them costs the collector of garbage more than to make it. At most twice as many as given are kept.
 */
export class Regulars<T> {
  #fresh = new Map<string, T>();
  /** Those before, which go all at once when as many have come anew. */
  #before = new Map<string, T>();
  readonly #marks = openMarks(MARKS);
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    const fresh = this.#fresh.get(key);
    if (fresh !== undefined) return fresh;
    const before = this.#before.get(key);
    if (before !== undefined) this.keep(key, before);
    return before;
  }

  /** Whether a string was asked for before, as far as its mark still stands. */
  isAwaited(key: string): boolean {
    // No hash is 0: that stands for no mark.
    return leaveMark(this.#marks, Bun.hash.crc32(key) || 1);
  }

  keep(key: string, value: T): void {
    if (this.#fresh.size >= this.#most) {
      this.#before = this.#fresh;
      this.#fresh = new Map();
    }
    this.#fresh.set(key, value);
  }
}
