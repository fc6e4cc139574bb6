import { describe, expect, test } from "bun:test";
import { suggest } from "../../src/headers/suggest.ts";

const known = ["script-src", "style-src", "img-src", "base-uri"];

test.each([
  ["scrpt-src", "script-src"],
  ["scirpt-src", "script-src"],
  ["img-srcs", "img-src"],
  ["script-src", undefined],
  ["webrtc", undefined],
  ["", undefined],
])("%s means %s", (word, meant) => {
  expect(suggest(word, known)).toBe(meant);
});

test("the limit applies", () => {
  expect(suggest("scrptsrc", known, 1)).toBeUndefined();
  expect(suggest("scrptsrc", known, 2)).toBe("script-src");
});

describe("every pair of short words", () => {
  const words = [""];
  for (let at = 0; words.length < 120; at++)
    words.push(...["a", "b", "c"].map((sign) => `${words[at]}${sign}`));

  /**
   * Number of edits between two words: insertions, deletions, replacements, and swaps of adjacent letters.
   */
  function edits(a: string, b: string): number {
    if (a === "" || b === "") return a.length + b.length;
    const same = a[0] === b[0] ? 0 : 1;
    const all = [edits(a.slice(1), b) + 1, edits(a, b.slice(1)) + 1, edits(a.slice(1), b.slice(1)) + same];
    if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
      all.push(edits(a.slice(2), b.slice(2)) + 1);
    return Math.min(...all);
  }

  test.each([1, 2, 3])("within %d edits", (limit) => {
    for (const a of words)
      for (const b of words) {
        const count = edits(a, b);
        const wanted = count > 0 && count <= limit && count < a.length ? b : undefined;
        if (suggest(a, [b], limit) !== wanted) expect([a, b, suggest(a, [b], limit)]).toEqual([a, b, wanted]);
      }
  });
});
