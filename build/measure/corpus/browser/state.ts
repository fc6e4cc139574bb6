/** State of browsers and navigation: cookies, HSTS, referrers, refresh, clearing. */

import type { Cookie } from "../../../../src/headers/verdicts/cookies/schema.ts";
import type { Outcome, Outcomes } from "./case.ts";

const REFERRERS = [
  ["sameOrigin", "sameOrigin"],
  ["crossOrigin", "crossOrigin"],
  ["crossOriginDowngrade", "downgrade"],
  ["crossOriginHttpNavigation", "downgrade"],
] as const;

interface SeenCookie {
  readonly line: number;
  readonly stored: boolean;
  /** Whether a later line replaced or deleted the cookie. */
  readonly overwritten?: boolean;
  readonly blockedReasons: readonly string[];
  readonly name?: string;
  readonly domain?: string;
  readonly hostOnly?: boolean;
  readonly path?: string;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: string;
  readonly expiresInSeconds?: number | null;
  readonly partitioned?: boolean;
}

/** Tolerated seconds between response and observation. */
const TOLERANCE = 3;

function cookieOutcomes(seen: SeenCookie, ours: Cookie | undefined): Outcome[] {
  const at = `line ${seen.line}`;
  if (seen.overwritten)
    return [[at, "replaced", ours?.replacedBy === undefined ? ours?.outcome : "replaced"]];
  if (!seen.stored) {
    const outcome = ours?.outcome ?? "";
    const isRight = seen.blockedReasons.length > 0 ? outcome === "refused" : outcome !== "stored";
    return [
      [
        at,
        seen.blockedReasons.join() || "dropped",
        isRight ? seen.blockedReasons.join() || "dropped" : outcome,
      ],
    ];
  }
  const seconds = ours?.seconds ?? null;
  const same =
    seconds !== null &&
    typeof seen.expiresInSeconds === "number" &&
    Math.abs(seconds - seen.expiresInSeconds) <= TOLERANCE;
  return [
    [`${at} outcome`, "stored", ours?.outcome],
    [`${at} name`, seen.name, ours?.name],
    [`${at} domain`, [seen.domain, seen.hostOnly], [ours?.domain, ours?.hostOnly]],
    [`${at} path`, seen.path, ours?.path],
    [
      `${at} flags`,
      [seen.secure, seen.httpOnly, seen.partitioned, seen.sameSite?.toLowerCase().replace("absent", "unset")],
      [ours?.secure, ours?.httpOnly, ours?.partitioned, ours?.sameSite],
    ],
    [`${at} life`, seen.expiresInSeconds, same ? seen.expiresInSeconds : seconds],
  ];
}

/** Compares the cookies kept at the end. */
function jarOutcome(jar: readonly SeenCookie[], ours: readonly Cookie[]): Outcome {
  const kept = ours.filter(({ outcome, replacedBy }) => outcome === "stored" && replacedBy === undefined);
  const words = ({ name, domain, hostOnly, path, partitioned }: SeenCookie | Cookie) =>
    [name, domain, hostOnly, path, partitioned].join(" ");
  return ["jar", jar.map(words).sort(), kept.map(words).sort()];
}

/** Source of the next response. The corpus also has modes of `fetch`, which are skipped. */
const cacheOutcomes: Outcomes = ({ outcome }, { caching }) =>
  (["again", "reload", "back"] as const)
    .filter((name) => outcome[name] !== undefined)
    .map((name) => [name, outcome[name], caching?.browser?.[name]]);

export const outcomesA: Readonly<Record<string, Outcomes>> = {
  cache: cacheOutcomes,
  httpcache: cacheOutcomes,
  cookie: (one, { cookies = [] }) => [
    ...(one.outcome.lines as SeenCookie[]).flatMap((seen) =>
      cookieOutcomes(
        seen,
        cookies.find(({ line }) => line === seen.line),
      ),
    ),
    ...("before" in one ? [] : [jarOutcome(one.outcome.jar, cookies)]),
  ],
  hsts({ outcome }, { security }) {
    const hsts = security?.hsts;
    const upgrades = (hsts?.applies && hsts.seconds > 0) ?? false;
    const words = (yes: boolean) => (yes ? "upgraded" : "not upgraded");
    const host: Outcome = ["host", outcome.host, words(upgrades)];
    if (outcome.subdomain === undefined) return [host];
    return [host, ["subdomain", outcome.subdomain, words(upgrades && (hsts?.subdomains ?? false))]];
  },
  referrer({ outcome }, { security }) {
    return REFERRERS.flatMap(([seen, ours]): Outcome[] =>
      outcome[seen] === undefined ? [] : [[seen, outcome[seen], security?.referrer[ours]]],
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
