/**
 * A table by words that strangers write. A plain object also finds what every object inherits: in this table
 * `constructor` is as unknown as any other word that has no row.
 */
export type WordTable<T = string> = ReadonlyMap<string, T>;

/** The one way to make such a table. */
export function wordTable<T = string>(words: Readonly<Record<string, T>>): WordTable<T> {
  return new Map(Object.entries(words));
}
