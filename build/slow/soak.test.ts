/**
 * Soak of half a minute: no unexpected responses. Figures are informational; `bun run soak` measures the
 * slope of memory.
 */

import { expect, test } from "bun:test";
import { soak } from "../measure/soak/soak.ts";

test("half a minute with faults on", async () => {
  const { unexpected, answered, memory } = await soak(30, console.log);
  expect(unexpected.slice(0, 5)).toEqual([]);
  expect(answered).toBeGreaterThan(500);
  expect(memory).toBeLessThan(1000);
}, 180_000);
