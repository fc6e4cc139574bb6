/** Sites made from a seed: `as=browser` sends the requests that a real Chromium sends, and ends where it ends. */

import { expect, test } from "bun:test";
import { compareChains } from "../measure/differences/chains.ts";

test("20 sites", async () => {
  const compared = await compareChains(2026, 20);
  expect(compared.filter(({ isSame }) => !isSame)).toEqual([]);
  expect(compared.filter(({ said }) => said.requests.length > 2).length).toBeGreaterThan(8);
}, 300_000);
