/**
 * A table of descriptions by the words of a value. It has no prototype: words come from strangers, and
 * `constructor` must be as unknown as any other word that is not in the table.
 */
export function wordTable(words: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const bare: Record<string, string> = Object.create(null);
  return Object.assign(bare, words);
}
