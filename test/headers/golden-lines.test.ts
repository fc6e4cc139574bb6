/** Explanations of lines, compared with reviewed files. `bun build/golden.ts` rewrites them. */

import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import { RENEW } from "../golden.ts";
import { findingsTold } from "./golden/findings.ts";
import {
  casesOf,
  intentOf,
  renderLines,
  renderVerdicts,
  statusSentences,
  VERDICT_FILES,
} from "./golden/lines.ts";

const folder = new URL("golden/", import.meta.url).pathname;

const lines = [...new Glob("lines/*.txt").scanSync(folder)].sort();
const verdicts = Object.entries(VERDICT_FILES);

for (const [file, render] of [
  ...lines.map((file) => [file, renderLines] as const),
  ...verdicts.map(([file, names]) => [`verdicts/${file}`, renderVerdicts(names)] as const),
]) {
  const cases = casesOf(await Bun.file(`${folder}${file}`).text());
  describe(file, () => {
    for (const { given, whole } of cases)
      test(given.join(" | "), () => {
        expect(render(given), RENEW).toBe(whole);
      });
  });
}

describe("intents", async () => {
  const text = await Bun.file(new URL("golden/intents.txt", import.meta.url).pathname).text();
  for (const { given, whole } of casesOf(text))
    test(given.join(" | "), () => {
      expect(intentOf(given), RENEW).toBe(whole);
    });
});

test("the intent of each status", async () => {
  const path = new URL("golden/statuses.txt", import.meta.url).pathname;
  expect(statusSentences(), RENEW).toBe(await Bun.file(path).text());
});

describe("titles", () => {
  const ids = [...problemKinds().keys()];
  test("each kind of problem has its file", () => {
    const files = [...new Glob("problems/*.txt").scanSync(folder)];
    expect(files.sort(), RENEW).toEqual(ids.map((id) => `problems/${id}.txt`).sort());
  });
  test.each(ids)("%s", async (id) => {
    expect(`${findingsTold(id)}\n`, RENEW).toBe(await Bun.file(`${folder}problems/${id}.txt`).text());
  });
});
