/** Enforces the suggested policy in real browsers: the page loses nothing, and injected code does not run. */

import { describe, expect, test } from "bun:test";
import type { Engine } from "../../src/headers/verdicts/response.ts";
import { POLICY_BY } from "../../src/jobs/page/bounds.ts";
import { openPackages, PACKED_PAGES } from "../measure/differences/packed-pages.ts";
import { judgePolicies } from "../measure/differences/policy-judge.ts";
import { policyPage } from "../measure/differences/policy-pages.ts";
import { chance } from "../measure/differences/random.ts";

/**
 * Number of pages per engine. In one of four, scripts send requests, and the policy is made from the HAR log
 * of its load.
 */
const PAGES: Readonly<Record<Engine, number>> = { chromium: 40, firefox: 8, webkit: 8 };
/** Packages that the machine may lack; .ci/run installs them. */
const NEEDS: Readonly<Record<Engine, readonly string[]>> = {
  chromium: [],
  firefox: ["firefox-esr"],
  webkit: ["gjs", "xvfb-run"],
};
/**
 * `PAGES=40` runs all pages in each engine, and each with both kinds of policy instead of alternating; takes
 * ten minutes.
 */
const requested = Number(Bun.env["PAGES"] ?? 0);

describe("the suggested policy", () => {
  for (const engine of ["chromium", "firefox", "webkit"] as const)
    test.skipIf(NEEDS[engine].some((program) => Bun.which(program) === null))(
      engine,
      async () => {
        const seed = Math.floor(Date.now() / 86_400_000);
        const pages = Array.from({ length: requested || PAGES[engine] }, (_, number) => {
          const byLog = number % 4 === 3;
          const wanted = POLICY_BY.filter((_, index) => requested > 0 || (number >> 1) % 2 === index);
          return { ...policyPage(number, chance(seed * 1000 + number), byLog), byLog, wanted };
        });
        const all = await judgePolicies(engine, pages);
        expect(all).toHaveLength(pages.flatMap(({ wanted }) => wanted).length);
        expect(all.filter(({ lost, injected }) => lost.length + injected.length > 0)).toEqual([]);
        expect(all.filter(({ isReported, done }) => !isReported || done < 2)).toEqual([]);
      },
      600_000,
    );
});

/** Expected violations. A policy made without a HAR log lacks resources that scripts add. */
const BLOCKED: readonly (readonly [name: string, byLog: boolean, blocked: RegExp])[] = [
  ["swagger-ui-dist", false, /^reported: .*https:\/\/(?:petstore|validator)\.swagger\.io\//],
  // jQuery 1 sets the attribute onsubmit to "t" to detect support; the page does not need it.
  ["paper-kit-2", false, /^reported: effective-directive script-src-attr/],
  ["paper-kit-2", true, /^reported: effective-directive script-src-attr/],
  // Its script sets the attribute onfocus; neither the markup nor the HAR log contains its text.
  ["material-dashboard", false, /^reported: effective-directive script-src-attr/],
  ["material-dashboard", true, /^reported: effective-directive script-src-attr/],
];
/**
 * Reports of mixed content, which browsers block on https pages with any policy; the policy has no source for
 * it.
 */
const MIXED = /^reported: effective-directive (?:script|style|font|frame|connect)-src\S* .*blocked-uri http:/;

/** Packages are downloaded from npm's registry, which may be unreachable. */
const registry = Bun.spawnSync(["npm", "view", PACKED_PAGES[0]?.[0] ?? "", "name"], { stderr: "ignore" });
const reason = registry.exitCode === 0 ? "" : " (left out: npm's registry does not answer)";

test.skipIf(reason !== "")(
  `the suggested policy of real pages${reason}`,
  async () => {
    const packages = await openPackages();
    try {
      for (const [index, [name, path]] of PACKED_PAGES.entries()) {
        const page = await packages.page(name, path);
        for (const byLog of [false, true]) {
          const wanted = requested > 0 ? POLICY_BY : POLICY_BY.slice(index % 2, 1 + (index % 2));
          for (const { lost, injected, isReported } of await judgePolicies("chromium", [
            { ...page, byLog, wanted },
          ])) {
            const known = BLOCKED.find(([of, by]) => name.startsWith(of) && by === byLog)?.[2];
            expect([name, byLog, lost.filter((each) => !known?.test(each) && !MIXED.test(each))]).toEqual([
              name,
              byLog,
              [],
            ]);
            expect([name, injected, isReported]).toEqual([name, [], true]);
          }
        }
      }
    } finally {
      await packages.close();
    }
  },
  600_000,
);
