/** Pure functions of a text that are called with the same texts again and again, within a message too. */

import { GenerationalCache } from "./generational-cache.ts";

/** Short texts in a generation. */
const ENTRIES = 128;
/** Characters of a long text, of which only a few are remembered: 256 of a megabyte would be 256 MB for each function. */
const LONG = 1024;
/** Long texts in a generation: within a message they are read for several ends. */
const LONG_ENTRIES = 2;

/**
 * The same function, which remembers what it gave for the latest texts: at most twice `entries` of up to 1024
 * characters, and four longer ones. For functions whose results nobody changes.
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

/** A value made when it is first asked for: few commands need all that there is. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A value made of an object that nobody changes: once, and kept as long as the object is. */
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

/** A copy of a text: a part of a text holds the whole of it in memory, which may be a megabyte. */
function copyOf(text: string): string {
  const encoding = LATIN_1.test(text) ? "latin1" : "utf16le";
  return Buffer.from(text, encoding).toString(encoding);
}
