/**
 * Rewrites test/headers/golden: life-like responses, and single lines, as the engine explains them, for a person to read
 * line by line.
 *
 *   bun build/golden.ts
 */

import { Glob } from "bun";
import { type GoldenCase, goldenText } from "../test/headers/golden/explain-golden.ts";
import { casesOf, toldOf } from "../test/headers/golden/lines.ts";

const folder = new URL("../test/headers/golden/", import.meta.url).pathname;
const { cases } = (await Bun.file(`${folder}responses.json`).json()) as { cases: GoldenCase[] };
for (const one of cases) await Bun.write(`${folder}${one.id}.golden.json`, goldenText(one));
const known = new Set(cases.map(({ id }) => `${id}.golden.json`));
for (const file of new Glob("*.golden.json").scanSync(folder))
  if (!known.has(file)) console.log(`${file} has no response any more: remove it`);
for (const file of new Glob("*.txt").scanSync(`${folder}lines`)) {
  const path = `${folder}lines/${file}`;
  const told = casesOf(await Bun.file(path).text()).map(({ asked }) => toldOf(asked));
  await Bun.write(path, `${told.join("\n\n")}\n`);
}
