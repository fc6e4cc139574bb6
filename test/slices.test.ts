import { expect, test } from "bun:test";
import { answersInSlices } from "../src/slices.ts";

/** Whether something else had its turn before the answers were there. */
async function paused(sizes: readonly number[]): Promise<boolean> {
  let others = false;
  setImmediate(() => {
    others = true;
  });
  const answer = (size: number) => {
    // The machine is so busy that each item takes longer than a slice.
    const end = performance.now() + 6;
    while (performance.now() < end);
    return size;
  };
  expect(await answersInSlices(sizes, (size) => size, answer)).toEqual([...sizes]);
  return others;
}

test.each([
  ["a few small items", [100, 100, 100], false],
  ["just as much as goes in one go", [1999, 100], false],
  ["more than that", [2000, 100], true],
])("%s", async (_, sizes, expected) => {
  expect(await paused(sizes)).toBe(expected);
});
