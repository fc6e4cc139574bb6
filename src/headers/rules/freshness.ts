/** How long caches may use the response, and whether they may store it at all (RFC 9111 sections 3 and 4). */

import { type Context, type Note, rule } from "../field.ts";
import { age } from "../fields/age.ts";
import {
  type CachePolicy,
  cacheControl,
  cachePolicy,
  hasWhole,
  policySeconds,
} from "../fields/cache-control/cache-control.ts";
import { contentType } from "../fields/content-type.ts";
import { date } from "../fields/date.ts";
import { expires } from "../fields/expires.ts";
import { vary } from "../fields/vary.ts";
import { rfc9111 } from "../specs.ts";
import { duration } from "../wording.ts";

/** Final statuses whose responses caches may keep by a guess (RFC 9110 section 15.1), content first. */
const CONTENT: ReadonlySet<number> = new Set([200, 203, 206]);
const OTHERS: ReadonlySet<number> = new Set([204, 300, 301, 308, 404, 405, 410, 414, 501]);

type FreshnessKind =
  | "freshness-missing"
  | "freshness-heuristic"
  | "freshness-none"
  | "stale-already"
  | "not-stored"
  | "no-cache-without-validator"
  | "validator-missing"
  | "vary-pointless"
  | "public-unnecessary";

export const freshness = rule({
  kinds: {
    "freshness-missing": {
      severity: "warning",
      link: rfc9111("section-4.2.2"),
      summary: "No lifetime is given, so that each cache guesses how long it may use the response.",
      bad: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], status: 200 },
      good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Cache-Control: max-age=60"], status: 200 },
    },
    "freshness-heuristic": {
      severity: "info",
      link: rfc9111("section-4.2.2"),
      summary:
        "Caches may keep a response with this status as long as they see fit, as no lifetime is given.",
      bad: { lines: ["Location: /a"], status: 301 },
      good: { lines: ["Location: /a", "Cache-Control: max-age=60"], status: 301 },
    },
    "freshness-none": {
      severity: "info",
      link: rfc9111("section-3"),
      summary: "A response with this status is not cached unless a lifetime is given.",
      bad: { lines: ["Location: /a"], status: 302 },
      good: { lines: ["Location: /a", "Cache-Control: max-age=60"], status: 302 },
    },
    "stale-already": {
      severity: "info",
      link: rfc9111("section-4.2"),
      summary: "The response is older than its lifetime when it arrives.",
      bad: ["Cache-Control: max-age=60", "Age: 120"],
      good: ["Cache-Control: max-age=60", "Age: 30"],
    },
    "not-stored": {
      severity: "info",
      link: rfc9111("section-5.2.2.5"),
      summary: "The response cannot be stored by any cache.",
      bad: ["Cache-Control: no-store"],
      good: ["Cache-Control: max-age=60"],
    },
    "no-cache-without-validator": {
      severity: "warning",
      link: rfc9111("section-4.3"),
      summary: "Each use has to be checked, but without ETag or Last-Modified a check sends all of it again.",
      bad: { lines: ["Cache-Control: no-cache"], status: 200 },
      good: { lines: ["Cache-Control: no-cache", 'ETag: "a"'], status: 200 },
    },
    "validator-missing": {
      severity: "info",
      link: rfc9111("section-4.3"),
      summary: "Once stale the response is fetched anew, as neither ETag nor Last-Modified allows a check.",
      bad: { lines: ["Cache-Control: max-age=60"], status: 200 },
      good: { lines: ["Cache-Control: max-age=60", 'ETag: "a"'], status: 200 },
    },
    "vary-pointless": {
      severity: "info",
      link: rfc9111("section-4.1"),
      summary: "Vary has no effect on a response that is not stored.",
      bad: ["Cache-Control: no-store", "Vary: Accept-Encoding"],
      good: ["Cache-Control: max-age=60", "Vary: Accept-Encoding"],
    },
    "public-unnecessary": {
      severity: "info",
      link: rfc9111("section-5.2.2.9"),
      summary:
        "public says nothing new: without credentials in the request any cache may store a response with a lifetime.",
      bad: { lines: ["Cache-Control: public, max-age=60"], requestHeaders: ["Accept: */*"] },
      good: { lines: ["Cache-Control: public, max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
    },
  },
  check(context, note) {
    const policy = cachePolicy(context);
    const line = context.lines(cacheControl)[0];
    if (policy.has("no-store") && !policy.has("must-understand")) {
      note("not-stored", "The response cannot be stored by any cache (no-store).", line);
      const varies = context.lines(vary)[0];
      if (varies) note("vary-pointless", "Vary has no effect, as the response is not stored.", varies);
      return;
    }
    const lifetime = lifetimeOf(policy, context);
    const current = context.values(age)[0]?.seconds;
    if (lifetime && current !== undefined && current > lifetime)
      note(
        "stale-already",
        `The response is ${duration(current)} old, but was fresh for ${duration(lifetime)} only.`,
        line,
      );
    if (
      hasWhole(policy, "public") &&
      policy.has("max-age") &&
      context.message.request &&
      context.request("authorization") === undefined
    )
      note(
        "public-unnecessary",
        "public says nothing new here: max-age alone allows any cache to store it.",
        line,
      );
    if (context.status !== undefined && mayStore(context))
      judgeStored(policy, lifetime, context.status, context, note);
  },
});

/** Responses to other methods are stored only by rules of their own. */
function mayStore({ method }: Context): boolean {
  return method === undefined || method === "GET" || method === "HEAD";
}

function judgeStored(
  policy: CachePolicy,
  lifetime: number | undefined,
  status: number,
  context: Context,
  note: Note<FreshnessKind>,
): void {
  const line = context.lines(cacheControl)[0];
  const hasValidator = context.has("etag") || context.has("last-modified");
  if (hasWhole(policy, "no-cache")) {
    if (status === 200 && !hasValidator && !isStream(context))
      note(
        "no-cache-without-validator",
        "Each use has to be checked, but there is no ETag or Last-Modified to check with.",
        line,
      );
  } else if (lifetime !== undefined || context.has("expires") || policy.has("max-age")) {
    if (status === 200 && !hasValidator)
      note(
        "validator-missing",
        "Neither ETag nor Last-Modified is sent: once stale, all of it is fetched again.",
      );
  } else if (CONTENT.has(status))
    note("freshness-missing", "Neither Cache-Control nor Expires gives a lifetime: each cache guesses one.");
  else if (OTHERS.has(status))
    note(
      "freshness-heuristic",
      `Without Cache-Control or Expires caches may keep a ${status} as long as they see fit.`,
    );
  else if (status >= 300 && status < 400 && status !== 304)
    note("freshness-none", `Without Cache-Control or Expires a ${status} is not cached.`);
}

/** Content that goes on for as long as the connection has no version to check. */
function isStream(context: Context): boolean {
  const type = context.values(contentType)[0]?.essence;
  return type === "text/event-stream" || type === "multipart/x-mixed-replace";
}

/** Seconds of the explicit lifetime (RFC 9111 section 4.2.1), that of browsers first. */
function lifetimeOf(policy: CachePolicy, context: Context): number | undefined {
  const told = policySeconds(policy, "max-age") ?? policySeconds(policy, "s-maxage");
  if (told !== undefined) return told;
  const until = context.values(expires)[0]?.ms;
  const sent = context.values(date)[0]?.ms;
  return until === undefined || sent === undefined ? undefined : Math.max(0, (until - sent) / 1000);
}
