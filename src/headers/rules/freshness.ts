/** How long caches may use the response, and whether they may store it at all (RFC 9111 sections 3 and 4). */

import { type Context, type ExplainedLine, type Note, rule } from "../field.ts";
import {
  type CachePolicy,
  cacheControl,
  cachePolicy,
  hasWhole,
} from "../fields/cache-control/cache-control.ts";
import { contentType } from "../fields/content-type.ts";
import { expires } from "../fields/expires.ts";
import { vary } from "../fields/vary.ts";
import { isHtml, isWorker } from "../response-kind.ts";
import { TARGETED } from "../verdicts/caching/policy.ts";
import { NO_STORE } from "../verdicts/caching/storing.ts";
import { type CacheView, explicitLifetime } from "../verdicts/caching.ts";
import { duration } from "../wording.ts";
import { type FreshnessKind, freshnessKinds } from "./freshness-kinds.ts";

/** Statuses whose content caches may keep by a guess (RFC 9110 section 15.1). */
const CONTENT: ReadonlySet<number> = new Set([200, 203, 206]);

export const freshness = rule({
  kinds: freshnessKinds,
  check(context, note) {
    const { caching } = context.verdicts;
    if (!caching) return;
    const { shared, private: own } = caching;
    const policy = cachePolicy(context);
    const line = context.lines(cacheControl)[0];
    if (own.why === NO_STORE && policy.has("no-store")) noteNotStored(shared, context, note);
    if (own.why === NO_STORE && !shared.stores) return;
    if (!own.stores && !shared.stores) {
      if (isRedirect(context) && isGetOrHead(context)) noteNone(context, note);
      noteUnused(own, context, note);
      return;
    }
    if (shared.stores && hasWhole(policy, "public") && isPublicNeedless(context))
      note(
        "public-unnecessary",
        "public in Cache-Control says nothing new here: max-age alone allows any cache to store it.",
        line,
      );
    if (isWorker(context)) noteWorker(shared, context, note);
    noteStale(own.stores ? own : shared, context, note);
    if (own.stores && shared.stores && shared.lifetimeFrom === "s-maxage") noteStale(shared, context, note);
    noteLifetime(own, context, note);
    judgeStored(own, policy, context, note);
  },
});

function noteNotStored(shared: CacheView, context: Context, note: Note<FreshnessKind>): void {
  const line = context.lines(cacheControl)[0];
  if (shared.stores) {
    const targeted = TARGETED.flatMap((name) => context.named(name))[0]?.line.sent;
    note(
      "not-stored",
      `Cache-Control with no-store keeps the response out of browsers' caches; ${targeted} lets shared ones store it.`,
      line,
    );
    return;
  }
  note("not-stored", "Cache-Control with no-store keeps the response out of every cache.", line);
  const varies = context.lines(vary)[0];
  if (varies) note("vary-pointless", "Vary has no effect, as the response is not stored.", varies);
}

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

function isGetOrHead({ method = "GET" }: Context): boolean {
  return method === "GET" || method === "HEAD";
}

function noteNone({ status }: Context, note: Note<FreshnessKind>): void {
  note("freshness-none", `Without Cache-Control or Expires a ${status} is not cached.`);
}

/** Who gives a lifetime means it to be used. */
function noteUnused(view: CacheView, context: Context, note: Note<FreshnessKind>): void {
  const seconds = explicitLifetime(view) ?? 0;
  const { method } = context;
  if (seconds === 0 || isGetOrHead(context)) return;
  const instead = method === "OPTIONS" && context.verdicts.cors?.preflight;
  note(
    "freshness-unused",
    `${view.lifetimeFrom === "expires" ? "Expires" : "Cache-Control"} gives a lifetime of ${duration(seconds)}, but ${instead ? "browsers keep the answer to a preflight as Access-Control-Max-Age says" : view.why}.`,
    lineOf(view, context),
  );
}

/** Browsers pass by their own cache when they look for a new worker; longer than a day no cache of theirs counts. */
const WORKER_LIFETIME = 86_400;

function noteWorker(shared: CacheView, context: Context, note: Note<FreshnessKind>): void {
  const seconds = explicitLifetime(shared) ?? 0;
  if (shared.stores && seconds > WORKER_LIFETIME)
    note(
      "freshness-worker-long",
      `${shared.lifetimeFrom === "expires" ? "Expires" : "Cache-Control"} lets shared caches keep the service worker's script for ${duration(seconds)}: visitors get no newer one through them until then.`,
      lineOf(shared, context),
    );
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
      `Cache-Control or Expires keeps a ${status} without Location for ${duration(seconds)}: a fix is not seen until then.`,
      at,
    );
  if (status === 200 && isHtml(context) && !isFingerprinted(context) && seconds > PAGE_LIFETIME)
    note(
      "freshness-page-long",
      `Cache-Control or Expires keeps the page for ${duration(seconds)}: visitors who have it see no newer one until then.`,
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
  } else if (status !== undefined && view.lifetimeFrom !== "expires" && view.stores)
    noteGuess(view, status, context, note);
}

/** No lifetime is given: what caches make of that. */
function noteGuess(
  { lifetime, lifetimeFrom }: CacheView,
  status: number,
  context: Context,
  note: Note<FreshnessKind>,
): void {
  const guessed = lifetimeFrom === "heuristic" && lifetime !== null ? duration(lifetime) : undefined;
  const given = givenToShared(context);
  if (CONTENT.has(status)) {
    if (guessed === undefined) {
      note(
        "freshness-unset",
        given
          ? `${given} gives a lifetime to shared caches only, and there is no Last-Modified to guess one from: most browsers fetch it again each time.`
          : "Neither Cache-Control nor Expires gives a lifetime, and there is no Last-Modified to guess one from: most caches fetch it again each time.",
      );
      return;
    }
    note(
      "freshness-missing",
      given
        ? `${given} gives a lifetime to shared caches only: browsers guess one from Last-Modified, about ${guessed}.`
        : `Neither Cache-Control nor Expires gives a lifetime: caches guess one from Last-Modified, about ${guessed}.`,
    );
  } else
    note(
      "freshness-heuristic",
      `Without a lifetime in Cache-Control or Expires caches may keep a ${status} as long as they see fit.`,
    );
}

/** What gives shared caches a lifetime that browsers do not have. */
function givenToShared({ verdicts, named }: Context): string | undefined {
  const shared = verdicts.caching?.shared;
  if (!shared?.stores || explicitLifetime(shared) === undefined) return undefined;
  const [targeted] = named(shared.lifetimeFrom);
  return targeted ? targeted.line.sent : `s-maxage in Cache-Control`;
}

/** Content that goes on for as long as the connection has no version to check. */
function isStream(context: Context): boolean {
  const type = context.values(contentType)[0]?.essence;
  return type === "text/event-stream" || type === "multipart/x-mixed-replace";
}
