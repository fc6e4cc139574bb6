/** Lines explained word for word, against files that a person has read. `bun build/golden.ts` rewrites the answers. */

import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import { findingsTold } from "./golden/findings.ts";
import { casesOf, intentOf, statusSentences, toldOf, VERDICT_FILES, verdictsTold } from "./golden/lines.ts";
import { oddValuesTold } from "./golden/odd-values.ts";
import { partsTold } from "./golden/parts.ts";
import { variationsTold } from "./golden/variations.ts";

const folder = new URL("golden/", import.meta.url).pathname;

const lines = [...new Glob("lines/*.txt").scanSync(folder)].sort();
const verdicts = Object.entries(VERDICT_FILES);

for (const [file, tell] of [
  ...lines.map((file) => [file, toldOf] as const),
  ...verdicts.map(([file, names]) => [`verdicts/${file}`, verdictsTold(names)] as const),
]) {
  const cases = casesOf(await Bun.file(`${folder}${file}`).text());
  describe(file, () => {
    for (const { asked, whole } of cases)
      test(asked.join(" | "), () => {
        expect(tell(asked)).toBe(whole);
      });
  });
}

describe("intents", async () => {
  const text = await Bun.file(new URL("golden/intents.txt", import.meta.url).pathname).text();
  for (const { asked, whole } of casesOf(text))
    test(asked.join(" | "), () => {
      expect(intentOf(asked)).toBe(whole);
    });
});

test("the sentence of each status", async () => {
  const path = new URL("golden/statuses.txt", import.meta.url).pathname;
  expect(statusSentences()).toBe(await Bun.file(path).text());
});

describe("findings", async () => {
  const cases = casesOf(await Bun.file(`${folder}findings.txt`).text());
  test("each kind of problem is told, in order", () => {
    expect(cases.map(({ asked }) => asked[0] ?? "")).toEqual([...problemKinds.keys()]);
  });
  for (const { asked, whole } of cases)
    test(asked.join(), () => {
      expect(findingsTold(asked)).toBe(whole);
    });
});

describe("variations", async () => {
  const cases = casesOf(await Bun.file(`${folder}variations.txt`).text());
  test("each kind of problem is varied, in order", () => {
    expect(cases.map(({ asked }) => asked[0] ?? "")).toEqual([...problemKinds.keys()]);
  });
  for (const { asked, whole } of cases)
    test(asked.join(), () => {
      expect(variationsTold(asked[0] ?? "")).toBe(whole);
    });
});

describe.each([
  ["parts of the examples' lines", "parts.txt", partsTold()],
  ["odd values", "odd-values.txt", oddValuesTold()],
] as const)("%s", async (_name, file, told) => {
  const cases = casesOf(await Bun.file(`${folder}${file}`).text());
  const names = cases.map(({ whole }) => whole.split("\n", 1)[0] ?? "");
  test("each field is told", () => {
    expect(names).toEqual([...told.keys()]);
  });
  for (const [index, { whole }] of cases.entries())
    test(names[index] ?? "", () => {
      expect(told.get(names[index] ?? "") ?? "").toBe(whole);
    });
});
