/** Mutants that `bun run mutate` makes, and code that it skips because no test could detect the change. */

import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { mutantsOf } from "../build/measure/mutate/mutants.ts";
import { nearestTests } from "../build/measure/mutate/nearest-tests.ts";
import { ROOMS } from "../build/measure/mutate/rooms.ts";

const mutants = (text: string) => mutantsOf("a.ts", text).map(({ from, to }) => `${from} → ${to}`);

test.each([
  ["a < b", ["< → <="]],
  ["a + 2", ["+ → -", "2 → 20", "2 → 1"]],
  ["a && 0", ["&& → ||", "0 → 1"]],
  ["x(true)", ["true → false"]],
  ["if (a) b()", ["a → !(a)"]],
  ["a ? b : c", ["a → !(a)"]],
  ["`a` + b", ["a → mutant"]],
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

test.each([
  ['a("Age is negative.")', ['"Age is negative." → "Age is mutant."']],
  ['a["max-age"]', ['"max-age" → "mutant"']],
  [`\`\${a} seconds in \${b}\``, [" seconds in  →  mutant in "]],
  ['a("\\tno\\x41")', ['"\\tno\\x41" → "\\tmutant\\x41"']],
  [`a(", ", "404", \`\${b}\`)`, []],
  [
    'import a from "./word.ts"; export * from "./word.ts"; export { b } from "./word.ts"; import("./word.ts")',
    [],
  ],
  ['({ "max-age": a, ["b" + c]: d })', ['"b" → "mutant"']],
  ['typeof a === "string"', []],
  ['a === "string"', ['"string" → "mutant"']],
  ['throw new Error("a slip")', []],
  ['throw new UsageError("a slip")', ['"a slip" → "a mutant"']],
  ['const a: "word" = b as "word" | "other"', []],
  ['a({ bad: ["Age: x"] })', []],
])("texts: %s", (text, expected) => {
  expect(mutants(text)).toEqual([...expected]);
});

test.each([
  ['a("two words")', "text", true],
  [`\`\${a}word\``, "text", true],
  ['a("word")', "text", false],
  ["a > b", "logic", false],
])("mutants that certainly compile: %s", (text, kind, compiles) => {
  expect(mutantsOf("a.ts", text)).toMatchObject([{ kind, compiles }]);
});

test("tests that reach a file run nearest first, then fastest first; those that read folders run last", () => {
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

test("each source belongs to a room, and each room has sources and tests", () => {
  const root = join(import.meta.dir, "..");
  const filesOf = (glob: string) => [...new Glob(glob).scanSync(root)];
  const globs = Object.values(ROOMS).flatMap(({ sources }) => sources);
  expect(globs.filter((glob) => filesOf(glob).length === 0)).toEqual([]);
  const missing = new Set(filesOf("src/*/**/*.ts")).difference(new Set(globs.flatMap(filesOf)));
  expect([...missing]).toEqual([]);
  const tests = Object.values(ROOMS).flatMap((room) => room.tests);
  expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
