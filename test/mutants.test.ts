/** The small faults that `bun run mutate` makes: which, and which not because no test could tell. */

import { expect, test } from "bun:test";
import { mutantsOf } from "../build/mutate/mutants.ts";
import { nearestTests } from "../build/mutate/nearest-tests.ts";

const mutants = (text: string) => mutantsOf("a.ts", text).map(({ from, to }) => `${from} → ${to}`);

test.each([
  ["a < b", ["< → <="]],
  ["a + 2", ["+ → -", "2 → 20", "2 → 1"]],
  ["a && 0", ["&& → ||", "0 → 1"]],
  ["x(true)", ["true → false"]],
  ["if (a) b()", ["a → !(a)"]],
  ["a ? b : c", ["a → !(a)"]],
  ["`a` + b", []],
  ["type A = 1 | 2", []],
  ["interface A { a: 1 }", []],
  ["const EXAMPLE: A = { a: 1 }", []],
  ["const EXAMPLES = 1", ["1 → 10", "1 → 0"]],
  ["a({ bad: [1], edge: [2], good: 3, example: true })", []],
  ["/** Results kept. @perf */\nconst A = 5;", []],
  ["// Results kept.\n// @perf\nconst A = 5;", []],
  ["/** @perf */\nconst A = b > 5;", ["> → >=", "5 → 50", "5 → 4"]],
  ["/** Results kept. */\nconst A = 5;", ["5 → 50", "5 → 4"]],
])("%s", (text, expected) => {
  expect(mutants(text)).toEqual([...expected]);
});

test("the tests that lead to a file run, nearest first, of equally near ones the faster; walkers last", () => {
  const of = new Map([
    ["a.ts", new Set(["b.ts", "slow.test.ts", "fast.test.ts"])],
    ["b.ts", new Set(["far.test.ts"])],
  ]);
  const seconds = new Map(
    Object.entries({
      "other.test.ts": 0,
      "walk.test.ts": 0,
      "far.test.ts": 0,
      "slow.test.ts": 0.5,
      "fast.test.ts": 0.1,
    }),
  );
  expect(nearestTests({ of, walkers: ["walk.test.ts"] }, seconds, "a.ts")).toEqual([
    "fast.test.ts",
    "slow.test.ts",
    "far.test.ts",
    "walk.test.ts",
  ]);
});
