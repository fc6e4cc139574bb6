import { expect, test } from "bun:test";
import { secondOpinion } from "../../src/useragent/second-opinion.ts";

test.each([
  [
    "a maker's code",
    "Mozilla/5.0 (Linux; Android 9; AEOHY) AppleWebKit/537.36 Silk/94.3.10",
    { vendor: "Amazon", name: "AEOHY" },
  ],
  [
    "a reduced string",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36",
    undefined,
  ],
  ["a desktop", "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0", undefined],
  ["noise", "constructor", undefined],
  ["nothing", "", undefined],
] as const)("%s", (_, agent, expected) => {
  expect(secondOpinion(agent)).toEqual(expected as { vendor: string; name: string });
});
