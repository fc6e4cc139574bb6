/** Life-like responses explained, against files that a person has read. `bun build/golden.ts` rewrites them. */

import { expect, test } from "bun:test";
import { type GoldenCase, goldenText } from "./golden/explain-golden.ts";
import responses from "./golden/responses.json" with { type: "json" };

const folder = new URL("golden/", import.meta.url).pathname;
const cases: readonly GoldenCase[] = responses.cases;

for (const one of cases)
  test(one.title, async () => {
    expect(goldenText(one)).toBe(await Bun.file(`${folder}${one.id}.golden.json`).text());
  });
