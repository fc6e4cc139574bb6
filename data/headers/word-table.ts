/**
 * A table by the words of a value. It has no prototype: words come from strangers, and
 * `constructor` must be as unknown as any other word that is not in the table.
 */
export function wordTable<T = string>(words: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const bare: Record<string, T> = Object.create(null);
  return Object.assign(bare, words);
}
