/** What browsers keep and where they go: cookies, HSTS, referrers, refresh, clearing. */

import type { Outcome, Outcomes } from "./case.ts";

const REFERRERS = [
  ["sameOrigin", "sameOrigin"],
  ["crossOrigin", "crossOrigin"],
  ["crossOriginDowngrade", "downgrade"],
  ["crossOriginHttpNavigation", "downgrade"],
] as const;

export const outcomesA: Readonly<Record<string, Outcomes>> = {
  hsts({ outcome }, { security }) {
    const hsts = security?.hsts;
    const upgrades = (hsts?.applies && hsts.seconds > 0) ?? false;
    const words = (yes: boolean) => (yes ? "upgraded" : "not upgraded");
    return [
      ["host", outcome.host, words(upgrades)],
      ["subdomain", outcome.subdomain, words(upgrades && (hsts?.subdomains ?? false))],
    ];
  },
  referrer({ outcome }, { security }) {
    return REFERRERS.flatMap(([seen, said]): Outcome[] =>
      outcome[seen] === undefined ? [] : [[seen, outcome[seen], security?.referrer[said]]],
    );
  },
  refresh({ outcome }, { refresh }) {
    return [
      ["refreshes", outcome.refreshes, refresh !== undefined],
      ["seconds", outcome.delaySeconds, refresh?.seconds],
      ["url", outcome.url, refresh?.url],
    ];
  },
  "clear-site-data": ({ outcome }, { clears }) => [
    ["cookies", outcome.cookies === "cleared", clears?.cookies],
    ["storage", outcome.localStorage === "cleared", clears?.storage],
    ["cache", outcome.cache === "cleared", clears?.cache],
  ],
};
