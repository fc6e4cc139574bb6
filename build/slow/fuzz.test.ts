/**
 * Sends mutated requests made from /openapi.json for a minute, with a fixed seed; `bun run fuzz` uses others.
 */

import { expect, test } from "bun:test";
import { fuzz } from "../fuzz/run.ts";

test("every answer is as documented, and none is an internal error", async () => {
  const { requests, failure } = await fuzz(60_000, 1);
  expect(failure ?? "").toBe("");
  expect(requests).toBeGreaterThan(1000);
}, 110_000);
