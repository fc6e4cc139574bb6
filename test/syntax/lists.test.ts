import { expect, test } from "bun:test";
import { parseTokenList, splitList } from "../../src/syntax/lists.ts";

test.each([
  ["", [], []],
  [" \t", [], []],
  ["a", [["a", 0]], []],
  [
    "a, b ,\tc",
    [
      ["a", 0],
      ["b", 3],
      ["c", 7],
    ],
    [],
  ],
  [
    '"a, b", c',
    [
      ['"a, b"', 0],
      ["c", 8],
    ],
    [],
  ],
  [
    String.raw`"\", b", c`,
    [
      [String.raw`"\", b"`, 0],
      ["c", 9],
    ],
    [],
  ],
  [
    "a,,b",
    [
      ["a", 0],
      ["b", 3],
    ],
    ["empty-member"],
  ],
  [",a, ", [["a", 1]], ["empty-member", "empty-member"]],
  [
    'a, "b, c',
    [
      ["a", 0],
      ['"b, c', 3],
    ],
    ["quote-unclosed"],
  ],
])("%p splits", (value, members, flaws) => {
  const list = splitList(value);
  expect(list.members.map(({ text, at }) => [text, at])).toEqual(members);
  expect(list.flaws.map(({ id }) => id)).toEqual(flaws as (typeof list.flaws)[number]["id"][]);
});

test("another separator", () => {
  expect(splitList('a=";";b,c', ";").members.map(({ text }) => text)).toEqual(['a=";"', "b,c"]);
});

test("an invalid member is omitted and reported", () => {
  expect(parseTokenList("GET, P T, HEAD, (x)")).toEqual({
    tokens: [
      { text: "GET", at: 0 },
      { text: "HEAD", at: 10 },
    ],
    flaws: [
      { id: "bad-token", at: 5, text: "P T" },
      { id: "bad-token", at: 16, text: "(x)" },
    ],
  });
});
