/** Parsed values, compared with reviewed files. `bun build/golden.ts` rewrites them. */

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
