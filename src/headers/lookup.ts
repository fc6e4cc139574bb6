/**
 * What a table says of a word that a stranger wrote; undefined where it has no such row.
 * Plain indexing would also find what every object inherits: `constructor`, `toString`.
 */
export function lookup<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
