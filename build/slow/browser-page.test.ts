/** Compares the page audit with real browsers, on pages with planted faults. */

import { describe, expect, test } from "bun:test";
import type { Engine } from "../../src/headers/verdicts/response.ts";
import { comparePages } from "../measure/differences/page.ts";

const PAGES = 20;
/**
 * Maximum percentage of differences. WebKit's preload scanner sometimes loads a resource over https that it
 * would refuse over http.
 */
const MOST_WRONG: Readonly<Record<Engine, number>> = { chromium: 1, firefox: 1, webkit: 3 };
/** Packages that the machine may lack; .ci/run installs them. */
const NEEDS: Readonly<Record<Engine, readonly string[]>> = {
  chromium: [],
  firefox: ["firefox-esr"],
  webkit: ["gjs", "xvfb-run"],
};

describe("what pages load", () => {
  for (const engine of ["chromium", "firefox", "webkit"] as const)
    test.skipIf(NEEDS[engine].some((program) => Bun.which(program) === null))(
      engine,
      async () => {
        const all = await comparePages(engine, Math.floor(Date.now() / 86_400_000), PAGES);
        const wrong = all.filter(({ seen, ours }) => seen !== ours);
        expect(all.some(({ seen }) => seen) && all.some(({ seen }) => !seen)).toBe(true);
        expect(wrong.length, JSON.stringify(wrong, undefined, 1)).toBeLessThanOrEqual(
          Math.ceil((all.length * MOST_WRONG[engine]) / 100),
        );
      },
      300_000,
    );
});
