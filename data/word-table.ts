/**
 * A table with foreign words as keys. A plain object also finds inherited members: in this table
 * `constructor` is as unknown as any other word without a row.
 */
export type WordTable<T = string> = ReadonlyMap<string, T>;

/** Creates a word table. */
export function wordTable<T = string>(words: Readonly<Record<string, T>>): WordTable<T> {
  return new Map(Object.entries(words));
}
