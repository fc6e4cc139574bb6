import { expect, test } from "bun:test";
import { createSeenFilter, seenBefore } from "../../src/cache/seen-filter.ts";

test.each([4, 8, 64, 512])("%d marks stand at the same time, each for itself", (count) => {
  const marks = createSeenFilter(count);
  const hashes = Array.from({ length: count }, (_, at) => 0xffff_fff0 - at);
  for (const hash of hashes) expect(seenBefore(marks, hash)).toBe(false);
  for (const hash of hashes) expect(seenBefore(marks, hash)).toBe(true);
});

test("of five in one place the oldest goes", () => {
  const marks = createSeenFilter(16);
  const [first, ...others] = [1, 5, 9, 13, 17] as const;
  for (const hash of [first, ...others]) expect(seenBefore(marks, hash)).toBe(false);
  for (const hash of others) expect(seenBefore(marks, hash)).toBe(true);
  expect(seenBefore(marks, first)).toBe(false);
  // Coming again does not make a text younger: the second goes now.
  expect(seenBefore(marks, 5)).toBe(false);
  expect([13, 17, 1, 5].map((hash) => seenBefore(marks, hash))).toEqual([true, true, true, true]);
});
