/** Lines explained word for word, against files that a person has read. `bun build/golden.ts` rewrites the answers. */

import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { generatedFiles } from "./golden/generated-files.ts";
import { casesOf, intentOf, statusSentences, toldOf, VERDICT_FILES, verdictsTold } from "./golden/lines.ts";

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

describe("generated", () => {
  const generated = generatedFiles();
  test("each problem and each field has its file", () => {
    expect([...new Glob("{problems,fields}/*.txt").scanSync(folder)].sort()).toEqual(
      [...generated.keys()].sort(),
    );
  });
  for (const [file, tell] of generated)
    test(file, async () => {
      expect(tell()).toBe(await Bun.file(folder + file).text());
    });
});
