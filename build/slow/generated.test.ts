import { expect, test } from "bun:test";
import { Glob } from "bun";
import { contradictions, generated } from "../../test/headers/generated.ts";
import { clashesOf } from "../../test/headers/generated-pairs.ts";
import { casesOf, reportOf } from "../../test/headers/golden/lines.ts";

test("10,000 generated responses: nothing contradicts a verdict", () => {
  const found: string[] = [];
  for (let seed = 1; seed <= 10_000; seed++) {
    const response = generated(seed);
    for (const one of contradictions(response))
      found.push(`seed ${seed}: ${one} in ${JSON.stringify(response)}`);
  }
  expect(found.slice(0, 5)).toEqual([]);
}, 240_000);

test("the responses of the golden files: no two sentences contradict", async () => {
  const folder = new URL("../../test/headers/golden/", import.meta.url).pathname;
  const files = [...new Glob("{lines,verdicts}/*.txt").scanSync(folder), "intents.txt"];
  const texts = await Promise.all(files.map((file) => Bun.file(`${folder}${file}`).text()));
  const steps = texts
    .flatMap(casesOf)
    .map(({ given }) => [given.join(" | "), reportOf(given).steps[0]] as const);
  const found = steps.flatMap(([given, step]) =>
    step ? clashesOf(step).map((clash) => `${clash} in ${given}`) : [],
  );
  expect(steps.length).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});
