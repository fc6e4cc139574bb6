/** A minute of requests made from /openapi.json and mutated, the same ones each time: `bun run fuzz` makes others. */

import { expect, test } from "bun:test";
import { fuzz } from "../fuzz/run.ts";

test("every answer is documented and as documented, and none is an internal error", async () => {
  const { requests, failure } = await fuzz(60_000, 1);
  expect(failure ?? "").toBe("");
  expect(requests).toBeGreaterThan(1000);
}, 110_000);
