/** Complete results, compared with reviewed files. `bun build/golden.ts` rewrites them. */

import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { RENEW } from "../golden.ts";
import { casesOf } from "../headers/golden/lines.ts";
import { agentAsText } from "./golden/agent-text.ts";

const folder = new URL("golden/", import.meta.url).pathname;

for (const file of [...new Glob("*.txt").scanSync(folder)].sort()) {
  const cases = casesOf(await Bun.file(`${folder}${file}`).text());
  describe(file, () => {
    for (const { given, whole } of cases)
      test(given.join(" | "), () => {
        expect(agentAsText(given), RENEW).toBe(whole);
      });
  });
}
