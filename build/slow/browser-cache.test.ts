/** Compares `verdicts.caching.browser` with the caches of real browsers, on generated responses. */

import { describe, expect, test } from "bun:test";
import { rawResponse } from "../../src/headers/raw-response.ts";
import { openVerdicts } from "../../src/headers/verdicts/index.ts";
import type { Engine } from "../../src/headers/verdicts/response.ts";
import { messageOf, outcomesOf } from "../measure/corpus/browser.ts";
import { cacheCases } from "../measure/differences/cache.ts";

const CASES = 40;
/**
 * Minimum number of equal cases. WebKit's parsers of dates and numbers are reproduced except for rare
 * combinations.
 */
const LEAST: Readonly<Record<Engine, number>> = { chromium: CASES, firefox: CASES, webkit: CASES - 2 };
/** Packages that the machine may lack; .ci/run installs them. */
const NEEDS: Readonly<Record<Engine, readonly string[]>> = {
  chromium: [],
  firefox: ["firefox-esr"],
  webkit: ["gjs", "xvfb-run"],
};

describe("what browsers' own caches do", () => {
  for (const engine of ["chromium", "firefox", "webkit"] as const)
    test.skipIf(NEEDS[engine].some((program) => Bun.which(program) === null))(
      engine,
      async () => {
        const cases = await cacheCases(engine, 2026, CASES);
        const wrong = cases.filter((one) => {
          const verdicts = openVerdicts(rawResponse(messageOf(one)));
          const own = engine === "chromium" ? verdicts : verdicts[engine];
          return outcomesOf(one, own, engine).some(([, seen, ours]) => seen !== ours);
        });
        expect(CASES - wrong.length, JSON.stringify(wrong)).toBeGreaterThanOrEqual(LEAST[engine]);
      },
      300_000,
    );
});
