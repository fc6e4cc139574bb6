/** Readable forms of values, with both sides of each threshold. */

import { describe, expect, test } from "bun:test";
import { brief } from "../../src/headers/intent/value.ts";
import { jsonBytes, LONGEST_VALUE, lookedInto, MOST_OF_A_NAME } from "../../src/headers/response-budget.ts";
import { suggest } from "../../src/headers/suggest.ts";
import { ago, bytes, day, duration, groupDigits, listing, moment, quote } from "../../src/headers/wording.ts";

test.each([
  [0, "0 seconds"],
  [0.4, "0 seconds"],
  [0.5, "1 second"],
  [-1, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "1 minute 1 second"],
  [1799, "29 minutes 59 seconds"],
  [1801, "30 minutes"],
  [3599, "59 minutes"],
  [3600, "1 hour"],
  [3659, "1 hour"],
  [3660, "1 hour 1 minute"],
  [86_399, "23 hours 59 minutes"],
  [86_400, "1 day"],
  [90_000, "1 day 1 hour"],
  [604_799, "6 days 23 hours"],
  [604_800, "1 week"],
  [604_801, "7 days"],
  [608_400, "7 days 1 hour"],
  [1_209_600, "2 weeks"],
  [2_592_000, "30 days"],
  [2_595_600, "30 days"],
  [31_535_999, "364 days"],
  [31_536_000, "1 year"],
  [31_536_001, "1 year"],
  [31_622_400, "1 year 1 day"],
  [63_072_000, "2 years"],
  [31_536_000_000, "1,000 years"],
])("%d seconds are %s", (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

test.each([
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 KB"],
  [1049, "1 KB"],
  [1051, "1.1 KB"],
  [99_949, "99.9 KB"],
  [100_499, "100 KB"],
  [999_499, "999 KB"],
  [1_000_000, "1 MB"],
  [1e9, "1 GB"],
  [1e12, "1 TB"],
  [1e15, "1 PB"],
  [1e18, "1000 PB"],
])("%d bytes are %s", (count, words) => {
  expect(bytes(count)).toBe(words);
});

test("numbers and days", () => {
  expect([999, 1000, 1_234_567].map(groupDigits)).toEqual(["999", "1,000", "1,234,567"]);
  expect(day(Date.UTC(2027, 2, 4, 23, 59))).toBe("4 March 2027");
  expect(moment(Date.UTC(2026, 11, 31, 5, 7))).toBe("31 December 2026, 05:07 UTC");
});

test.each([
  [0, "just now"],
  [1499, "just now"],
  [1500, "2 seconds ago"],
  [-1500, "just now"],
  [-1501, "in 2 seconds"],
  [-60_000, "in 1 minute"],
])("%d milliseconds before now is %s", (before, words) => {
  expect(ago(1e12 - before, 1e12)).toBe(words);
});

describe("long texts are cut", () => {
  test("in titles and in sentences", () => {
    expect(quote("a".repeat(60))).toBe(`"${"a".repeat(60)}"`);
    expect(quote("a".repeat(61))).toBe(`"${"a".repeat(60)}…"`);
    expect(brief("a".repeat(100))).toBe("a".repeat(100));
    expect(brief("a".repeat(101))).toBe(`${"a".repeat(100)}…`);
    expect(brief("abc", 2)).toBe("ab…");
  });
  test("lists have 'and' before the last member", () => {
    const lists = [[], ["a"], ["a", "b"], ["a", "b", "c"]];
    expect(lists.map((words) => listing(words))).toEqual(["", "a", "a and b", "a, b and c"]);
    expect(lists.map((words) => listing(words, "or"))).toEqual(["", "a", "a or b", "a, b or c"]);
  });
});

describe("suggestions for a misspelt word", () => {
  const KNOWN = ["max-age", "s-maxage", "no-store", "no-cache", "public"];

  test.each([
    ["maxage", "max-age"],
    ["max-aeg", "max-age"],
    ["s-max-age", "s-maxage"],
    ["no-stroe", "no-store"],
    ["nostore", "no-store"],
    ["publik", "public"],
    ["pbulci", "public"],
    ["pubic", "public"],
    ["p", undefined],
    ["public", undefined],
    ["privat", undefined],
  ])("%s → %p", (word, meant) => {
    expect(suggest(word, KNOWN)).toBe(meant);
  });
  test("the closest of several, within the limit", () => {
    expect(suggest("abce", ["abxx", "abcd"])).toBe("abcd");
    expect(suggest("abxe", ["abcd"], 2)).toBe("abcd");
    expect(suggest("abxe", ["abcd"], 1)).toBeUndefined();
    expect(suggest("abcde", ["abc"], 2)).toBe("abc");
    expect(suggest("abcdef", ["abc"], 2)).toBeUndefined();
  });
});

test("only values and lines of a name up to a limit are searched", () => {
  const line = (value: string, name = "a") => ({ name, value });
  const longest = "x".repeat(LONGEST_VALUE);
  expect(lookedInto([line(longest), line(`${longest}x`)])).toEqual([line(longest)]);
  const many = Array.from({ length: MOST_OF_A_NAME + 1 }, () => line("1"));
  expect(lookedInto([...many, line("1", "b")])).toHaveLength(MOST_OF_A_NAME + 1);
  expect([LONGEST_VALUE, MOST_OF_A_NAME]).toEqual([32_768, 200]);
});

test("bytes of a string as JSON", () => {
  expect(["abc", 'a"b', "a\\b", "é", "\u007f", "a\u0001"].map(jsonBytes)).toEqual([3, 6, 6, 4, 3, 9]);
});
