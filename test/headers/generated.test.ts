import { expect, test } from "bun:test";
import { contradictions, generated } from "./generated.ts";

/** Responses tested here; the slow tests run all 10,000. */
const SEEDS = 300;

test("intent, readable forms and findings of generated responses agree with the verdicts", () => {
  const found: string[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const response = generated(seed);
    for (const one of contradictions(response))
      found.push(`seed ${seed}: ${one} in ${JSON.stringify(response)}`);
  }
  expect(found.slice(0, 5)).toEqual([]);
}, 60_000);

test("equal seeds make equal responses, and different seeds different ones", () => {
  expect(generated(7)).toEqual(generated(7));
  expect(generated(7)).not.toEqual(generated(8));
});
