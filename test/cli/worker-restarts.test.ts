import { expect, test } from "bun:test";
import { restartAfter } from "../../src/cli/worker-restarts.ts";

test.each([
  [0, 0, 1, 0],
  [1, 0, 2, 400],
  [2, 0, 3, 800],
  [3, 0, 4, 1600],
  [4, 0, 5, undefined],
  [5, 0, 6, undefined],
  [1, 10_000, 2, 400],
  [1, 10_001, 0, 0],
  [4, 10_001, 0, 0],
])("after %d ends in a row and %d ms of life: %d, again in %p ms", (before, lived, failures, wait) =>
  expect(restartAfter(before, lived)).toEqual({ failures, wait }),
);
