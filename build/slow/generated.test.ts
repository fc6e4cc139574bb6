import { expect, test } from "bun:test";
import { contradictions, generated } from "../../test/headers/generated.ts";

test("10,000 generated responses: nothing contradicts a verdict", () => {
  const found: string[] = [];
  for (let seed = 1; seed <= 10_000; seed++) {
    const response = generated(seed);
    for (const one of contradictions(response))
      found.push(`seed ${seed}: ${one} in ${JSON.stringify(response)}`);
  }
  expect(found.slice(0, 5)).toEqual([]);
}, 120_000);
