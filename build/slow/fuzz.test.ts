/** A minute of requests made from /openapi.json and mutated; `bun run fuzz --minutes N` goes on for longer. */

import { expect, test } from "bun:test";
import { fuzz } from "../fuzz/run.ts";

test("every answer is documented and as documented, and none is an internal error", async () => {
  const seed = Date.now() % 2 ** 31;
  const { requests, failure } = await fuzz(60_000, seed);
  expect(failure ?? "", `seed ${seed}`).toBe("");
  expect(requests).toBeGreaterThan(1000);
}, 110_000);
