/** Lines explained word for word, against files that a person has read. `bun build/golden.ts` rewrites the answers. */

import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { casesOf, intentOf, statusSentences, toldOf } from "./golden/lines.ts";

const folder = new URL("golden/lines/", import.meta.url).pathname;

for (const file of [...new Glob("*.txt").scanSync(folder)].sort()) {
  const cases = casesOf(await Bun.file(`${folder}${file}`).text());
  describe(file, () => {
    for (const { asked, whole } of cases)
      test(asked.join(" | "), () => {
        expect(toldOf(asked)).toBe(whole);
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
