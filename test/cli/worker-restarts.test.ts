import { expect, test } from "bun:test";
import { restartAfter } from "../../src/cli/serve/restarts.ts";

test.each([
  [0, 0, 1, 0, false],
  [1, 0, 2, 400, false],
  [2, 0, 3, 800, false],
  [3, 0, 4, 1600, false],
  [4, 0, 5, 3200, true],
  [5, 0, 6, 3200, true],
  [1, 10_000, 2, 400, false],
  [1, 10_001, 0, 0, false],
  [4, 10_001, 0, 0, false],
])(
  "after %d ends in a row and %d ms of life: %d, restarted in %d ms, hopeless: %p",
  (before, lived, ...then) => {
    const [failures, wait, isHopeless] = then;
    expect(restartAfter(before, lived)).toEqual({ failures, wait, isHopeless });
  },
);
