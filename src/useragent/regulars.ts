import { leaveMark, openMarks } from "../headers/syntax/marks.ts";

/** Marks of strings seen once. */
const MARKS = 1 << 14;
/** Strings that begin with as many equal characters, and are as long, are taken for the same when they are marked. */
const HASHED = 512;

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
    return leaveMark(this.#marks, hashOf(key));
  }

  keep(key: string, value: T): void {
    if (this.#fresh.size >= this.#most) {
      this.#before = this.#fresh;
      this.#fresh = new Map();
    }
    this.#fresh.set(key, value);
  }
}

/** FNV-1a; never 0, which is no mark. */
function hashOf(key: string): number {
  const end = Math.min(key.length, HASHED);
  let hash = 0x811c9dc5 ^ key.length;
  for (let at = 0; at < end; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0 || 1;
}
