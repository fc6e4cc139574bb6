import { expect, test } from "bun:test";
import { leaveMark, openMarks } from "../../../src/headers/syntax/marks.ts";

test.each([4, 8, 64, 512])("%d marks stand at the same time, each for itself", (count) => {
  const marks = openMarks(count);
  const hashes = Array.from({ length: count }, (_, at) => 0xffff_fff0 - at);
  for (const hash of hashes) expect(leaveMark(marks, hash)).toBe(false);
  for (const hash of hashes) expect(leaveMark(marks, hash)).toBe(true);
});

test("of five in one place the oldest goes", () => {
  const marks = openMarks(16);
  const [first, ...others] = [1, 5, 9, 13, 17] as const;
  for (const hash of [first, ...others]) expect(leaveMark(marks, hash)).toBe(false);
  for (const hash of others) expect(leaveMark(marks, hash)).toBe(true);
  expect(leaveMark(marks, first)).toBe(false);
  // What came again is not younger for it: the second goes now.
  expect(leaveMark(marks, 5)).toBe(false);
  expect([13, 17, 1, 5].map((hash) => leaveMark(marks, hash))).toEqual([true, true, true, true]);
});
