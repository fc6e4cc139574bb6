/** Lifetimes, and whether caches may store the response (RFC 9111 sections 3 and 4). */

import { redirectStatuses } from "../../../data/browsers/caches.ts";
import { type Context, type ExplainedLine, firstOf, problem, ruleOn } from "../field.ts";
import { type CachePolicy, cacheControl, cachePolicy } from "../fields/cache-control/cache-control.ts";
import { expires } from "../fields/expires.ts";
import { messageTime } from "../reading/date.ts";
import { isHtml, isWorker } from "../reading/response-kind.ts";
import { NO_STORE } from "../verdicts/caching/storing.ts";
import { type CacheView, explicitLifetime } from "../verdicts/caching.ts";
import { duration } from "../wording.ts";
import { isMisplaced } from "./media.ts";

export interface Stored {
  readonly own: CacheView;
  readonly shared: CacheView;
  readonly policy: CachePolicy;
  readonly policyLine: ExplainedLine | undefined;
  /** Lifetime in browsers; 0 if not set. */
  readonly seconds: number;
}

function viewsOf(context: Context): Stored | undefined {
  const { caching } = context.verdicts;
  if (!caching) return undefined;
  const { shared, private: own } = caching;
  const policyLine = context.lines(cacheControl)[0];
  return { own, shared, policy: cachePolicy(context), policyLine, seconds: explicitLifetime(own) ?? 0 };
}

const isNoStore = ({ own }: Stored) => own.why === NO_STORE;

const isStored = ({ own, shared }: Stored) => own.stores || shared.stores;

export const stored = (context: Context) => {
  const views = viewsOf(context);
  return views && isStored(views) ? views : undefined;
};

const notStored = (context: Context) => {
  const views = viewsOf(context);
  return views && !isStored(views) ? views : undefined;
};

const atLifetime = (_: unknown, { own }: Stored, context: Context) => lineOf(own, context);

const giver = ({ lifetimeFrom }: CacheView) => (lifetimeFrom === "expires" ? "Expires" : "Cache-Control");

function lineOf({ lifetimeFrom }: CacheView, context: Context): ExplainedLine | undefined {
  return lifetimeFrom === "expires" ? context.lines(expires)[0] : context.lines(cacheControl)[0];
}

/** Responses whose lifetime has no effect because caches do not store them. */
export const unstored = ruleOn(notStored, [
  problem("freshness-unused", "info", "rfc9111#section-3", {
    // A lifetime shows that caching is intended.
    detect: (views, context) =>
      !isNoStore(views) && !isGetOrHead(context) && views.seconds > 0 && views.seconds,
    title(seconds, { own }, { method, verdicts }) {
      const instead = method === "OPTIONS" && verdicts.cors?.preflight;
      return `${giver(own)} sets a lifetime of ${duration(seconds)}, but ${instead ? "Access-Control-Max-Age decides for preflights" : own.why}.`;
    },
    at: atLifetime,
  }),
]);

/** Browsers check the script of a service worker after a day, whatever its lifetime. Seconds. */
const WORKER_LIFETIME = 86_400;

/** Caches for which the response is stale on arrival, unless the lifetime is 0, which is intended. */
function staleViews({ own, shared }: Stored): readonly CacheView[] {
  const views = own.stores ? [own] : [shared];
  if (own.stores && shared.stores && shared.lifetimeFrom === "s-maxage") views.push(shared);
  // With stale-while-revalidate, caches still use the stale response.
  return views.filter(
    (view) => explicitLifetime(view) && (view.freshFor ?? 1) <= 0 && view.reuse !== "without-asking",
  );
}

export const freshness = ruleOn(stored, [
  problem("freshness-worker-long", "warning", "https://w3c.github.io/ServiceWorker/#service-worker", {
    detect({ shared }, context) {
      const seconds = explicitLifetime(shared) ?? 0;
      return isWorker(context) && shared.stores && seconds > WORKER_LIFETIME && seconds;
    },
    title: (seconds, { shared }) =>
      `${giver(shared)} lets shared caches keep the service worker's script for ${duration(seconds)}, delaying updates.`,
    at: (_, { shared }, context) => lineOf(shared, context),
  }),
  problem("stale-already", "warning", "rfc9111#section-4.2", {
    detectAll: staleViews,
    title: (view) =>
      `${view.lifetimeFrom === "expires" ? "Expires" : `Cache-Control ${view.lifetimeFrom}=${view.lifetime}`} has expired on arrival: the response is ${duration(view.age)} old.`,
    at: (view, _, context) => lineOf(view, context),
  }),
  problem("freshness-broken-redirect", "warning", "rfc9111#section-3", {
    detect: ({ seconds }, { status = 0, has }) =>
      seconds > 0 && redirectStatuses.has(status) && !has("location"),
    title: (_, { seconds }, { status }) =>
      `Cache-Control or Expires keeps a ${status} without Location for ${duration(seconds)}, which delays any fix.`,
    at: atLifetime,
  }),
  problem("freshness-page-long", "warning", "rfc9111#section-4.2", {
    detect({ seconds }, context) {
      const isLong = context.status === 200 && !isFingerprinted(context) && seconds > PAGE_LIFETIME;
      if (isWorker(context) || isMisplaced(context)) return undefined;
      return isLong && (isHtml(context) ? "the page" : unversioned(context));
    },
    severityOf: (_, _seen, context) => (isHtml(context) ? "warning" : "info"),
    title: (what, { seconds }) =>
      `Cache-Control or Expires keeps ${what} for ${duration(seconds)}; visitors see no update until then.`,
    at: atLifetime,
  }),
  problem("expires-against-max-age", "warning", "rfc9111#section-5.3", {
    detect({ own }, context) {
      const [line] = context.lines(expires);
      const sent = messageTime(context);
      const isOver = own.stores && own.lifetimeFrom === "max-age" && own.lifetime === 0;
      return isOver && sent !== undefined && (line?.parsed?.ms ?? 0) > sent && line;
    },
  }),
  firstOf(
    problem("too-many-requests-shared", "warning", "rfc6585#section-4", {
      detect: ({ shared }, { status }) =>
        status === 429 && shared.stores && (explicitLifetime(shared) ?? 0) > 0 && explicitLifetime(shared),
      title: (seconds) => `Shared caches may send this 429 to every client for ${duration(seconds)}.`,
      at: (_, { shared }, context) => lineOf(shared, context),
    }),
    problem("freshness-failure", "warning", "rfc9111#section-3", {
      detect({ seconds }, context) {
        const { status = 0 } = context;
        const most = status === 404 || status === 200 ? MISSING_LIFETIME : FAILURE_LIFETIME;
        const isFailure = status >= 400 ? !LASTING.has(status) : isMisplaced(context);
        return isFailure && seconds > most;
      },
      title: (_, { seconds }, { status }) =>
        `Cache-Control or Expires keeps a ${status === 200 ? "page in place of the file" : status} for ${duration(seconds)}: it can outlast its cause.`,
      at: atLifetime,
    }),
  ),
]);

function isGetOrHead({ method = "GET" }: Context): boolean {
  return method === "GET" || method === "HEAD";
}

/** Longest harmless lifetimes in seconds: of an error, and of a missing page. */
const FAILURE_LIFETIME = 600;
const MISSING_LIFETIME = 86_400;
/** Status codes of permanent errors, which are heuristically cacheable. */
const LASTING: ReadonlySet<number> = new Set([405, 410, 414, 451, 501]);

/** Path of a script or style sheet without a version or hash in its URL. */
const unversioned = ({ url }: Context) =>
  url?.search === "" &&
  /\.(?:m?js|css)$/.test(url.pathname) &&
  !/\d|[.-][\w-]{8,40}\.(?:m?js|css)$/.test(url.pathname) &&
  url.pathname;
/** Longest reasonable lifetime of a page. Seconds. */
const PAGE_LIFETIME = 31 * 86_400;

/** A URL with a hash or an IPFS identifier of the content: new content gets a new URL. */
function isFingerprinted({ url }: Context): boolean {
  return /(?:[._-][0-9a-f]{8,}|\/[0-9a-f]{32,}|\/baf[a-z2-7]{50,}|\/Qm[1-9a-z]{44})(?:[./]|$)/i.test(
    `/${url?.hostname}${url?.pathname}`,
  );
}
