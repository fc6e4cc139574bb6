/** Lists of words and tables of words with a text, by name (`words.txt`). */

import { type WordTable, wordTable } from "../word-table.ts";
import source from "./words.txt" with { type: "text" };

const tables = new Map(
  Array.from(source.matchAll(/^(?![# ])(.+)\n((?: {2}.+\n)+)/gm), ([, name = "", rows = ""]) => [name, rows]),
);

/** @throws Error for an unknown name */
function rowsOf(name: string): readonly string[] {
  const rows = tables.get(name);
  if (rows === undefined) throw new Error(`words.txt has no table "${name}"`);
  return rows.trim().split(/\n */);
}

/** Words of a list. */
export function wordList(name: string): ReadonlySet<string> {
  return new Set(rowsOf(name).flatMap((row) => row.split(" ")));
}

/** Texts of a table by word. */
export function wordTexts(name: string): WordTable {
  return wordTable(Object.fromEntries(rowsOf(name).map((row) => row.split(" | ") as [string, string])));
}
