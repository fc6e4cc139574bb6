/** Caches for pure functions of a text. */

import { GenerationalCache } from "./generational-cache.ts";

/** Short texts per generation. */
const ENTRIES = 128;
/** Minimum characters of a long text. Few are cached: 256 of a megabyte would take 256 MB per function. */
const LONG = 1024;
/** Long texts per generation: reading one message uses the same text several times. */
const LONG_ENTRIES = 2;

/**
 * Caches results of the latest texts: at most twice `entries` of up to 1024 characters, and four longer ones.
 * Results must not be modified.
 */
export function memoize<T>(compute: (text: string) => T, entries = ENTRIES): (text: string) => T {
  const short = new GenerationalCache<T>(entries);
  const long = new GenerationalCache<T>(LONG_ENTRIES);
  return (text) => {
    const cache = text.length > LONG ? long : short;
    const known = cache.get(text);
    if (known !== undefined) return known;
    const own = copyOf(text);
    const value = compute(own);
    cache.put(own, value);
    return value;
  };
}

/** Lazy value. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Caches a value per immutable object, as long as it lives. */
export function oncePerObject<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined || made.has(key)) return known as T;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

const LATIN_1 = /^[\0-\xff]*$/;

/** Copies a text: a substring keeps its whole source in memory. */
function copyOf(text: string): string {
  const encoding = LATIN_1.test(text) ? "latin1" : "utf16le";
  return Buffer.from(text, encoding).toString(encoding);
}
