import { expect, test } from "bun:test";
import { parseDeltaSeconds, parseInteger } from "../../src/syntax/integers.ts";

test.each([
  ["0", 0, []],
  ["0042", 42, []],
  ["9007199254740991", 9_007_199_254_740_991, []],
  ["9007199254740993", 9_007_199_254_740_991, ["overflow"]],
  ["99999999999999999999", Number.MAX_SAFE_INTEGER, ["overflow"]],
  ["-5", -5, ["negative"]],
  ["-0", 0, ["negative"]],
  ["+5", 5, ["signed"]],
  ["1.5", 1, ["decimal"]],
  ['"60"', 60, ["quoted"]],
  ['"-60"', -60, ["quoted", "negative"]],
  ["", undefined, ["empty"]],
  ['""', undefined, ["quoted", "empty"]],
  ["soon", undefined, ["not-a-number"]],
  ["1 2", undefined, ["not-a-number"]],
  ["1,2", undefined, ["not-a-number"]],
  ["1.2.3", undefined, ["not-a-number"]],
  ["0x10", undefined, ["not-a-number"]],
  ["1e3", undefined, ["not-a-number"]],
  ["5s", undefined, ["not-a-number"]],
])("integer %p", (text, value, flaws) => {
  const read = parseInteger(text);
  expect(read.value).toBe(value as number);
  expect(read.flaws.map(({ id }) => id as string)).toEqual(flaws);
});

test.each([
  ["2147483647", 2_147_483_647, []],
  ["2147483648", 2_147_483_648, ["overflow"]],
  ["31536000000000", 2_147_483_648, ["overflow"]],
  ["-1", -1, ["negative"]],
])("delta-seconds %p", (text, value, flaws) => {
  const read = parseDeltaSeconds(text);
  expect(read.value).toBe(value);
  expect(read.flaws.map(({ id }) => id as string)).toEqual(flaws);
});
