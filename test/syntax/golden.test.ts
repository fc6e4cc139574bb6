/** Values read whole, against files that a person has read. `bun build/golden.ts` rewrites what was read. */

import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { RENEW } from "../golden.ts";
import { casesOf } from "../headers/golden/lines.ts";
import { renderGrammar } from "./render.ts";

const folder = new URL("golden/", import.meta.url).pathname;

for (const file of [...new Glob("*.txt").scanSync(folder)].sort()) {
  const cases = casesOf(await Bun.file(`${folder}${file}`).text());
  const output = renderGrammar(file.replace(".txt", ""));
  describe(file, () => {
    for (const { given, whole } of cases)
      test(given.join(" | "), () => {
        expect(output(given), RENEW).toBe(whole);
      });
  });
}
