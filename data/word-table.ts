/**
 * A table whose keys are foreign words. Unlike a plain object it has no inherited members such as
 * `constructor`.
 */
export type WordTable<T = string> = ReadonlyMap<string, T>;

/** Creates a word table. */
export function wordTable<T = string>(words: Readonly<Record<string, T>>): WordTable<T> {
  return new Map(Object.entries(words));
}
