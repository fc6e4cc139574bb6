import { expect, test } from "bun:test";
import { milliseconds, plausible } from "../../../src/headers/fields/products/times.ts";

test.each([
  [0.3, "0.3 ms"],
  [12, "12 ms"],
  [12.345, "12.3 ms"],
  [999, "999 ms"],
  [1000, "1 s"],
  [1250, "1.25 s"],
  [12_345, "12.3 s"],
])("%d milliseconds are %s", (ms, words) => {
  expect(milliseconds(ms)).toBe(words);
});

test("plausible times are from 2005 to 2100", () => {
  const [first, last] = [Date.UTC(2005, 0, 1), Date.UTC(2100, 0, 1)];
  expect([first - 1, first, last, last + 1].map(plausible)).toEqual([undefined, first, last, undefined]);
});
