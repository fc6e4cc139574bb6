/** Pure functions of a text that are called with the same texts again and again, within a message too. */

import { GenerationalCache } from "./generational-cache.ts";
import { createSeenFilter, seenBefore } from "./seen-filter.ts";

/** Values in a generation. @perf */
const ENTRIES = 128;
/** Characters; longer texts seldom come twice. @perf */
const LONGEST = 1024;
/** Slots of the filter for each value that may be cached. @perf */
const SLOTS_PER_ENTRY = 4;
/** The latest texts are cached whatever they are: within a message the same ones are read for several ends. @perf */
const RECENT = 4;

/**
 * The same function, which does not compute again for one of the last four texts, nor for a text that came at least twice
 * lately. For functions whose results nobody changes. Bounded: twice `entries` (a power of two) texts of 1024 characters.
 */
export function memoize<T>(compute: (text: string) => T, entries = ENTRIES): (text: string) => T {
  const recent: { readonly text: string; readonly value: T }[] = [];
  let next = 0;
  // Few commands get beyond the latest texts, which came before all others.
  const cache = once(() => new GenerationalCache<T>(entries));
  const filter = once(() => {
    const made = createSeenFilter(entries * SLOTS_PER_ENTRY);
    for (const { text } of recent) if (text.length <= LONGEST) textSeenBefore(text, made);
    return made;
  });
  const computeAndCache = (text: string): T => {
    const own = copyOf(text);
    const value = compute(own);
    cache().put(own, value);
    return value;
  };
  const computeOrRecall = (text: string): T =>
    cache().get(text) ?? (textSeenBefore(text, filter()) ? computeAndCache(text) : compute(text));
  return (text) => {
    for (const one of recent) if (one.text === text) return one.value;
    const mayRecur = recent.length === RECENT && text.length <= LONGEST;
    const value = mayRecur ? computeOrRecall(text) : compute(text);
    recent[next] = { text, value };
    next = (next + 1) % RECENT;
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

/** The prime of FNV-1a. @perf */
const PRIME = 0x01000193;

/** Whether a text of Latin-1 came before; false for any other text, whose copy would cost too much. */
function textSeenBefore(text: string, filter: Int32Array): boolean {
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0xff) return false;
    hash = Math.imul(hash ^ code, PRIME);
  }
  return seenBefore(filter, hash);
}

/** A copy of a text of Latin-1: a part of a text holds the whole of it in memory, which may be a megabyte. */
function copyOf(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}
