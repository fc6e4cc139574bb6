/** Random sites: `as=browser` sends the same requests as a real Chromium, and ends at the same URL. */

import { expect, test } from "bun:test";
import { compareChains } from "../measure/differences/chains.ts";

test("20 sites", async () => {
  const compared = await compareChains(2026, 20);
  expect(compared.filter(({ isSame }) => !isSame)).toEqual([]);
  expect(compared.filter(({ ours }) => ours.requests.length > 2).length).toBeGreaterThan(8);
}, 300_000);
