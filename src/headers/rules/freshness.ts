/** How long caches may use the response, and whether they may store it at all (RFC 9111 sections 3 and 4). */

import { isHtml } from "../document.ts";
import { type Context, type ExplainedLine, type Note, rule } from "../field.ts";
import {
  type CachePolicy,
  cacheControl,
  cachePolicy,
  hasWhole,
} from "../fields/cache-control/cache-control.ts";
import { contentType } from "../fields/content-type.ts";
import { expires } from "../fields/expires.ts";
import { lastModified } from "../fields/last-modified.ts";
import { vary } from "../fields/vary.ts";
import { rfc9111 } from "../specs.ts";
import { type CacheView, explicitLifetime } from "../verdicts/caching.ts";
import { duration } from "../wording.ts";

/** Statuses whose content caches may keep by a guess (RFC 9110 section 15.1). */
const CONTENT: ReadonlySet<number> = new Set([200, 203, 206]);

type FreshnessKind =
  | "freshness-missing"
  | "freshness-unset"
  | "freshness-guessed"
  | "freshness-heuristic"
  | "freshness-none"
  | "freshness-failure"
  | "freshness-broken-redirect"
  | "freshness-page-long"
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
      summary: "No lifetime is given, so each cache guesses how long it may use the response.",
      bad: {
        lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"],
        status: 200,
      },
      good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Cache-Control: max-age=60"], status: 200 },
    },
    "freshness-unset": {
      severity: "info",
      link: rfc9111("section-4.2.2"),
      summary: "No lifetime is given, and nothing to guess one from: most caches fetch the response anew.",
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
    "freshness-guessed": {
      severity: "info",
      link: rfc9111("section-4.2.2"),
      summary: "Caches guess a lifetime from Last-Modified, usually a tenth of the time since then.",
      bad: {
        lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"],
        status: 200,
      },
      good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Cache-Control: max-age=60"], status: 200 },
    },
    "freshness-failure": {
      severity: "warning",
      link: rfc9111("section-3"),
      summary: "Caches may keep a failure for long, so it lasts after its cause is gone.",
      bad: { lines: ["Cache-Control: max-age=86400"], status: 503 },
      good: { lines: ["Cache-Control: max-age=60"], status: 503 },
      edge: [
        { lines: ["Cache-Control: max-age=601"], status: 403 },
        { lines: ["Cache-Control: max-age=600"], status: 403 },
      ],
    },
    "freshness-broken-redirect": {
      severity: "warning",
      link: rfc9111("section-3"),
      summary: "Caches may keep a redirect that says no target.",
      bad: { lines: ["Cache-Control: max-age=60"], status: 301 },
      good: { lines: ["Cache-Control: max-age=60", "Location: /a"], status: 301 },
    },
    "freshness-page-long": {
      severity: "warning",
      link: rfc9111("section-4.2"),
      summary: "A page is kept for more than a month: who has it sees no newer one until then.",
      bad: { lines: ["Content-Type: text/html", "Cache-Control: max-age=31536000"], status: 200 },
      good: { lines: ["Content-Type: text/css", "Cache-Control: max-age=31536000"], status: 200 },
      edge: [
        { lines: ["Content-Type: text/html", "Cache-Control: max-age=2678401"], status: 200 },
        { lines: ["Content-Type: text/html", "Cache-Control: max-age=2678400"], status: 200 },
      ],
    },
    "stale-already": {
      severity: "warning",
      link: rfc9111("section-4.2"),
      summary: "The lifetime of the response has run out before it arrives: no cache can use it.",
      bad: ["Cache-Control: max-age=60", "Age: 120"],
      good: ["Cache-Control: max-age=60, stale-while-revalidate=600", "Age: 120"],
      edge: [
        ["Cache-Control: max-age=60", "Age: 60"],
        ["Cache-Control: max-age=60", "Age: 59"],
      ],
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
    const { caching } = context.verdicts;
    if (!caching) return;
    const { shared, private: own } = caching;
    const policy = cachePolicy(context);
    const line = context.lines(cacheControl)[0];
    if (policy.has("no-store") && !own.stores) {
      note("not-stored", "Cache-Control with no-store keeps the response out of every cache.", line);
      const varies = context.lines(vary)[0];
      if (varies) note("vary-pointless", "Vary has no effect, as the response is not stored.", varies);
      return;
    }
    if (hasWhole(policy, "public") && isPublicNeedless(context))
      note(
        "public-unnecessary",
        "public in Cache-Control says nothing new here: max-age alone allows any cache to store it.",
        line,
      );
    if (!own.stores && !shared.stores) {
      if (isRedirect(context)) noteNone(context, note);
      return;
    }
    noteStale(own.stores ? own : shared, context, note);
    if (own.stores && shared.stores && shared.lifetimeFrom === "s-maxage") noteStale(shared, context, note);
    noteLifetime(own, context, note);
    judgeStored(own, policy, context, note);
  },
});

/** Without credentials in the request a lifetime alone allows storing. */
function isPublicNeedless(context: Context): boolean {
  return (
    cachePolicy(context).has("max-age") &&
    context.message.request !== undefined &&
    context.request("authorization") === undefined
  );
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function isRedirect({ status = 0 }: Context): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function noteNone({ status }: Context, note: Note<FreshnessKind>): void {
  note("freshness-none", `Without Cache-Control or Expires a ${status} is not cached.`);
}

/** The line that gives the lifetime. */
function lineOf({ lifetimeFrom }: CacheView, context: Context): ExplainedLine | undefined {
  return lifetimeFrom === "expires" ? context.lines(expires)[0] : context.lines(cacheControl)[0];
}

/** A lifetime that has run out before the response arrived; a lifetime of 0 is meant so. */
function noteStale(view: CacheView, context: Context, note: Note<FreshnessKind>): void {
  const { lifetime, lifetimeFrom, freshFor, age } = view;
  if (!explicitLifetime(view) || lifetime === null || freshFor === null || freshFor > 0) return;
  // stale-while-revalidate lets it be used all the same.
  if (view.reuse === "without-asking") return;
  const at = lineOf(view, context);
  note(
    "stale-already",
    `${lifetimeFrom === "expires" ? "Expires" : `Cache-Control ${lifetimeFrom}=${lifetime}`} has run out on arrival: the response is ${duration(age)} old.`,
    at,
  );
}

/** Failures that last no longer than this are not kept too long; a missing page may be missing for a day. Seconds. */
const FAILURE_LIFETIME = 600;
const MISSING_LIFETIME = 86_400;
/** Failures that go on for good: caches may keep them by a guess. */
const LASTING: ReadonlySet<number> = new Set([405, 410, 414, 451, 501]);

/** Longer than this no page is to stay as it is. Seconds. */
const PAGE_LIFETIME = 31 * 86_400;

/** A path with a digest of the content: what is new has another. */
function isFingerprinted({ url }: Context): boolean {
  return /[._-][0-9a-f]{8,}(?:[./]|$)/i.test(url?.pathname ?? "");
}

function noteLifetime(view: CacheView, context: Context, note: Note<FreshnessKind>): void {
  const { status = 0 } = context;
  const seconds = explicitLifetime(view) ?? 0;
  const at = lineOf(view, context);
  if (REDIRECTS.has(status) && seconds > 0 && !context.has("location"))
    note(
      "freshness-broken-redirect",
      `Cache-Control or Expires keeps a ${status} without Location for ${duration(seconds)}: its mending is not seen until then.`,
      at,
    );
  if (status === 200 && isHtml(context) && !isFingerprinted(context) && seconds > PAGE_LIFETIME)
    note(
      "freshness-page-long",
      `Cache-Control or Expires keeps the page for ${duration(seconds)}: who has it sees no newer one until then.`,
      at,
    );
  const most = status === 404 ? MISSING_LIFETIME : FAILURE_LIFETIME;
  if (status >= 400 && !LASTING.has(status) && seconds > most)
    note(
      "freshness-failure",
      `Cache-Control or Expires keeps a ${status} for ${duration(seconds)}: the failure outlasts its cause.`,
      at,
    );
}

function judgeStored(
  view: CacheView,
  policy: CachePolicy,
  context: Context,
  note: Note<FreshnessKind>,
): void {
  const { status } = context;
  const line = context.lines(cacheControl)[0];
  const hasValidator = context.has("etag") || context.has("last-modified");
  if (hasWhole(policy, "no-cache")) {
    // A page of one visitor is made anew each time anyway.
    const isShared = context.verdicts.caching?.shared.stores === true;
    if (status === 200 && !hasValidator && isShared && !isStream(context))
      note(
        "no-cache-without-validator",
        "Cache-Control with no-cache has each use checked, but there is no ETag or Last-Modified to check with.",
        line,
      );
  } else if (explicitLifetime(view) !== undefined) {
    if (status === 200 && !hasValidator)
      note(
        "validator-missing",
        "Neither ETag nor Last-Modified is sent: once stale, all of it is fetched again.",
      );
  } else if (status !== undefined && view.lifetimeFrom !== "expires") noteGuess(view, status, context, note);
}

/** No lifetime is given: what caches make of that. */
function noteGuess(
  { lifetime, lifetimeFrom }: CacheView,
  status: number,
  context: Context,
  note: Note<FreshnessKind>,
): void {
  const guessed = lifetimeFrom === "heuristic" && lifetime !== null ? duration(lifetime) : undefined;
  if (CONTENT.has(status)) {
    if (guessed === undefined) {
      note(
        "freshness-unset",
        "Neither Cache-Control nor Expires gives a lifetime, and there is no Last-Modified to guess one from: most caches fetch it anew each time.",
      );
      return;
    }
    note(
      "freshness-missing",
      `Neither Cache-Control nor Expires gives a lifetime: caches guess one, about ${guessed}.`,
    );
    note(
      "freshness-guessed",
      `Last-Modified makes caches guess a lifetime of about ${guessed}, a tenth of the time since then.`,
      context.lines(lastModified)[0],
    );
  } else
    note(
      "freshness-heuristic",
      `Without a lifetime in Cache-Control or Expires caches may keep a ${status} as long as they see fit.`,
    );
}

/** Content that goes on for as long as the connection has no version to check. */
function isStream(context: Context): boolean {
  const type = context.values(contentType)[0]?.essence;
  return type === "text/event-stream" || type === "multipart/x-mixed-replace";
}
