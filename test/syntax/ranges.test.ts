import { expect, test } from "bun:test";
import { parseContentRange } from "../../src/syntax/content-range.ts";
import { parseRanges } from "../../src/syntax/ranges.ts";

test.each([
  ["bytes 0-499/1234", { unit: "bytes", first: 0, last: 499, size: 1234, unsatisfied: false }],
  ["Bytes 0-0/*", { unit: "bytes", first: 0, last: 0, unsatisfied: false }],
  ["bytes */1234", { unit: "bytes", size: 1234, unsatisfied: true }],
])("content range %p", (text, expected) => {
  expect(parseContentRange(text)).toEqual({ ...expected, flaws: [] });
});

test.each([
  ["bytes 5-4/10", ["range-backwards"]],
  ["bytes 0-10/10", ["range-beyond-size"]],
  ["bytes */*", ["range-says-nothing"]],
])("content range %p", (text, flaws) => {
  expect(parseContentRange(text)?.flaws.map(({ id }) => id as string)).toEqual(flaws);
});

test.each(["", "bytes", "bytes 0-4", "0-4/5", "bytes=0-4/5", "bytes 0 - 4/5", "bytes a-b/c", "bytes -4/5"])(
  "%p is not a content range",
  (text) => {
    expect(parseContentRange(text)).toBeUndefined();
  },
);

test("every kind of range", () => {
  expect(parseRanges("Bytes=0-499, 500-, -10")).toEqual({
    unit: "bytes",
    ranges: [
      { kind: "int", first: 0, last: 499 },
      { kind: "int", first: 500 },
      { kind: "suffix", length: 10 },
    ],
    flaws: [],
  });
});

test.each([
  ["bytes=", [["range-empty", 0, "bytes="]]],
  [
    "bytes 0-4",
    [
      ["range-bad-unit", 0, "bytes 0-4"],
      ["range-not-a-number", 0, "bytes 0-4"],
    ],
  ],
  ["bytes=0-4, 7", [["range-missing-hyphen", 11, "7"]]],
  ["bytes=a-4", [["range-not-a-number", 6, "a-4"]]],
  ["bytes=-", [["range-not-a-number", 6, "-"]]],
  ["bytes=5-4", [["range-backwards", 6, "5-4"]]],
  ["bytes=0-4,,5-", [["empty-member", 10, ""]]],
])("range %p", (text, flaws) => {
  expect(parseRanges(text).flaws.map(({ id, at, text }) => [id, at, text])).toEqual(flaws);
});
