/** Tables of words: `wordTexts` and `wordList` find them by name. */

import { expect, test } from "bun:test";
import source from "../../data/headers/words.txt" with { type: "text" };

test("no two tables have the same name", () => {
  const names = Array.from(source.matchAll(/^(?![# ]).+$/gm), ([name]) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
