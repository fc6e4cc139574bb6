/** Cookies and credentials in responses, also in shared caches. */

import { cookieAttribute, type SetCookie } from "../../syntax/cookies.ts";
import { resolveReference } from "../../syntax/uri.ts";
import { type Context, type ExplainedLine, firstOf, problem, rule, ruleOn } from "../field.ts";
import {
  type CachePolicy,
  cacheControl,
  cachePolicy,
  hasWhole,
} from "../fields/cache-control/cache-control.ts";
import { carriesLogin, guardsAgainstForgery, knownCookie } from "../fields/cookies/known.ts";
import { setCookie } from "../fields/cookies/set-cookie.ts";
import { cookieVerdicts } from "../fields/cookies/verdict.ts";
import { swapping } from "../reading/fixing.ts";
import { explicitLifetime } from "../verdicts/caching.ts";
import { isSameSite } from "../verdicts/origins.ts";
import { bytes, duration, listing, plural, quote } from "../wording.ts";

/** Number of cookies per domain that browsers must support (RFC 6265bis section 6.1). */
const MOST_COOKIES = 50;
/** Limit of cookie bytes, which every request repeats; servers accept 8 KB of headers by default. */
const LARGE = 4096;
/** Purposes of cookies that a CDN adds after its cache. */
const OF_THE_NETWORK: ReadonlySet<string> = new Set(["load-balancing", "rate-limiting", "bot-defence"]);

/** Cookies that browsers store, and cookies that caches may send to other clients. */
interface Kept {
  readonly kept: readonly ExplainedLine<SetCookie>[];
  /** Cookies that caches may send to other clients, session cookies first. */
  readonly shared: readonly ExplainedLine<SetCookie>[];
  readonly names: ReadonlySet<string>;
  readonly size: number;
}

const isOwn = ({ parsed }: ExplainedLine<SetCookie>) => !OF_THE_NETWORK.has(purposeOf(parsed));

/** Whether the response sets a cookie that no CDN added. */
export const setsOwnCookies = (context: Context) => context.lines(setCookie).some(isOwn);

function keptBy(context: Context): Kept {
  const all = context.lines(setCookie);
  const kept = all.filter((line) => isKept(context, line));
  const own = kept.filter(isOwn);
  // Caches also store Set-Cookie lines that browsers refuse.
  const handed = own.length > 0 ? own : all.filter((line) => isOwn(line) && isRefused(context, line));
  const values = kept.flatMap(({ parsed }) => parsed ?? []);
  return {
    kept,
    shared: handed.length > 0 && mayBeShared(context) ? handed : [],
    names: new Set(values.map(({ name }) => name)),
    size: values.reduce((sum, { name, value }) => sum + name.length + value.length, 0),
  };
}

const isSession = (context: Context, line: ExplainedLine<SetCookie>) =>
  carriesLogin(line.parsed?.name ?? "") === "yes" && isKept(context, line);
/** HttpOnly and a likely name: probably a session. */
const isLikely = ({ parsed }: ExplainedLine<SetCookie>) =>
  parsed !== undefined &&
  carriesLogin(parsed.name) === "maybe" &&
  cookieAttribute(parsed, "httponly") !== undefined;
const atLast = (_: unknown, { kept }: Kept) => kept.at(-1);

/** All cookies together, and cookies in caches. */
export const cookies = ruleOn(keptBy, [
  firstOf(
    problem("session-from-shared-cache", "error", "rfc9111#section-7.3", {
      detect: (_, context) =>
        context.verdicts.seen?.hit && context.lines(setCookie).find((line) => isSession(context, line)),
      title: ({ parsed }, _, context) =>
        `Set-Cookie ${quote(parsed?.name ?? "")} came out of a shared cache${fromCache(context)}: other visitors get this session.`,
    }),
    problem("csrf-token-from-shared-cache", "warning", "rfc9111#section-7.3", {
      // With Age alone, the server that adds the cookie to cached pages is usually the cache.
      detect: (_, context) =>
        context.verdicts.seen?.hit &&
        context.verdicts.seen.by !== "" &&
        context.lines(setCookie).find(({ parsed }) => guardsAgainstForgery(parsed?.name ?? "")),
      title: ({ parsed }, _, context) =>
        `Set-Cookie ${quote(parsed?.name ?? "")} came out of a shared cache${fromCache(context)}: forms probably fail.`,
    }),
    problem("session-in-shared-cache", "error", "rfc9111#section-7.3", {
      detect: ({ shared }, context) => shared.find((line) => isSession(context, line)),
      title: ({ parsed }) =>
        `Set-Cookie ${quote(parsed?.name ?? "")} can leak: shared caches may send one visitor's session to others.`,
    }),
    problem("cookies-in-shared-cache", "warning", "rfc9111#section-7.3", {
      detect: ({ shared }) => shared.find(isLikely) ?? shared[0],
      severityOf: (line, _, context) => (isLikely(line) && isKept(context, line) ? "error" : "warning"),
    }),
  ),
  problem("cookie-third-party", "info", "mdn/Set-Cookie#partitioned", {
    detectAll: (_, context) => context.lines(setCookie).filter((line) => isLimited(context, line)),
    // Most responses do not show whether another site's page requests them.
    severityOf(line, _kept, context) {
      if (!context.verdicts.isThirdParty) return "info";
      return limits(context, line) === EVERYWHERE ? "error" : "warning";
    },
    title: (line, _, context) =>
      context.verdicts.isThirdParty
        ? `${quote(line.parsed?.name ?? "")} is set in another site's page: ${limits(context, line)}.`
        : `${quote(line.parsed?.name ?? "")} in other sites' pages: ${limits(context, line)}.`,
  }),
  problem("cookie-strict-login-flow", "warning", "rfc6265bis#section-5.6.7", {
    detectAll: ({ kept }, context) =>
      inLoginFlow(kept, context).filter(({ sameSite }) => sameSite === "strict"),
    title: ({ name, host }) =>
      `Set-Cookie: ${name} is SameSite=Strict: browsers may omit it on return from ${host}.`,
    fix: swapping(/(;\s*samesite\s*=\s*)strict(?=\s*(?:;|$))/gi, "$1Lax"),
  }),
  problem("cookie-lax-form-post", "error", "rfc6265bis#section-5.6.7", {
    detectAll: ({ kept }, context) =>
      inLoginFlow(kept, context).filter(({ sameSite, isPosted }) => isPosted && sameSite === "lax"),
    title: ({ name, host }) =>
      `Set-Cookie: ${name} is SameSite=Lax: browsers omit it in the POST from ${host}.`,
    fix: swapping(/(;\s*samesite\s*=\s*)lax(?=\s*(?:;|$))/gi, "$1None"),
  }),
  problem("cookies-many", "warning", "rfc6265bis#section-6.1", {
    detect: ({ names }) => names.size > MOST_COOKIES,
    title: (_, { names }) =>
      `The response sets ${plural(names.size, "cookie")}; browsers need only keep ${MOST_COOKIES} per domain.`,
    at: atLast,
    bad: Array.from({ length: 51 }, (_, at) => `Set-Cookie: c${at}=1`),
    good: ["Set-Cookie: c=1"],
  }),
  problem("cookies-large", "info", "rfc6265bis#section-6.1", {
    detect: ({ kept, size }) => kept.length > 1 && size > LARGE,
    title: (_, { size }) => `The cookies add up to ${bytes(size)}, which browsers send with every request.`,
    at: atLast,
    bad: [`Set-Cookie: a=${"x".repeat(2500)}`, `Set-Cookie: b=${"x".repeat(2500)}`],
    good: ["Set-Cookie: a=x"],
  }),
]);

type CookieLine = ExplainedLine<SetCookie>;

/** Whether browsers restrict the cookie in other sites' pages. Skips CDN cookies, which a site cannot change. */
function isLimited(context: Context, line: CookieLine): boolean {
  const { thirdParty, partitioned } = cookieVerdicts(context, line)?.chromium ?? {};
  const isChanged = thirdParty !== undefined && (!partitioned || thirdParty.outcome === "refused");
  return isChanged && !OF_THE_NETWORK.has(purposeOf(line.parsed));
}

const EVERYWHERE = "all browsers refuse it";

/** Behavior of the three engines in one clause, such as `all browsers refuse it`. */
function limits(context: Context, line: CookieLine): string {
  const chromium = cookieVerdicts(context, line)?.chromium.thirdParty?.outcome;
  const [firefox, webkit] = (["firefox", "webkit"] as const).map((engine) => {
    const { cookies = [] } = context.verdicts[engine];
    const cookie = cookies.find((each) => context.message.lines[each.line] === line.line);
    return cookie?.outcome === "refused" ? "refused" : cookie?.thirdParty?.outcome;
  });
  const outcomes = { Chromium: chromium, Firefox: firefox, Safari: webkit };
  const refusing = Object.entries(outcomes).flatMap(([name, one]) => (one === "refused" ? [name] : []));
  if (refusing.length === 3) return EVERYWHERE;
  const words = refusing.length > 0 ? [`${listing(refusing)} ${refusing[1] ? "refuse" : "refuses"} it`] : [];
  return [...words, ...(firefox === "partitioned" ? ["Firefox partitions it"] : [])].join(", ");
}

/** Names of cookies used only during a login at another site (OAuth, OpenID Connect, SAML). */
const LOGIN_FLOW = /oauth|oidc|openid|saml|pkce|correlation|(?:^|[^a-z])(?:state|nonce)(?:$|[^a-z])/i;

/** The other site whose form the request submits, without cookies. */
function submitting({ method, request }: Context): URL | undefined {
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
  const isNavigation = request("sec-fetch-mode") ?? (request("x-requested-with") ? "cors" : "navigate");
  if (method !== "POST" || request("cookie") !== undefined || isNavigation !== "navigate") return undefined;
  return isForm.test(request("content-type") ?? "")
    ? (URL.parse(request("origin") ?? "") ?? undefined)
    : undefined;
}

/** Cookies for a login at another site, or after its form, and whether that site returns with a POST. */
function inLoginFlow(lines: readonly ExplainedLine<SetCookie>[], context: Context) {
  const { status = 0, url } = context;
  const [location] = context.named("location");
  const isLeading = location && status >= 300 && status <= 399;
  const posting = submitting(context);
  const target = posting ?? (isLeading && url ? resolveReference(location.line.value, url) : undefined);
  if (!url || !target || isSameSite(target, url)) return [];
  const isPosted = posting !== undefined || target.searchParams.get("response_mode") === "form_post";
  return lines
    .map((line) => ({
      line,
      name: line.parsed?.name ?? "",
      host: target.host,
      sameSite: cookieVerdicts(context, line)?.chromium.sameSite,
      isPosted,
    }))
    .filter(({ name }) => (posting ? carriesLogin(name) === "yes" : LOGIN_FLOW.test(name)));
}

/** Name and age of the cache, such as ` (Cloudflare, 5 minutes old)`. */
function fromCache({ verdicts: { seen } }: Context): string {
  const age = seen?.age ? `${duration(seen.age)} old` : "";
  const known = [seen?.by ?? "", age].filter((part) => part !== "");
  return known.length === 0 ? "" : ` (${known.join(", ")})`;
}

function isKept(context: Context, line: ExplainedLine): boolean {
  return cookieVerdicts(context, line)?.chromium.outcome === "stored";
}

function isRefused(context: Context, line: ExplainedLine): boolean {
  return cookieVerdicts(context, line)?.chromium.outcome === "refused";
}

function purposeOf(cookie: SetCookie | undefined): string {
  return (cookie && knownCookie(cookie.name)?.purpose) ?? "";
}

/** Whether the response explicitly allows shared caches to store it; heuristic caching does not count. */
function mayBeShared(context: Context): boolean {
  const shared = context.verdicts.caching?.shared;
  if (!shared?.stores) return false;
  const lifetime = explicitLifetime(shared);
  // Without an explicit lifetime, `never` is uncertain: caches choose the heuristic (RFC 9111 section 4.2.2).
  if (lifetime !== undefined && shared.reuse === "never") return false;
  const policy = cachePolicy(context);
  if (hasWhole(policy, "no-cache") || leavesOut(policy, "private") || leavesOut(policy, "no-cache"))
    return false;
  return (lifetime ?? 0) > 0 || policy.has("public");
}

/** Whether the directive excludes Set-Cookie from being stored or reused (RFC 9111 section 5.2.2). */
function leavesOut(policy: CachePolicy, directive: string): boolean {
  const names = policy.get(directive)?.value ?? "";
  return names.split(",").some((name) => name.trim().toLowerCase() === "set-cookie");
}

/** Directives that let shared caches store the response to a request with credentials (RFC 9111 section 3.5). */
const ALLOWING: readonly string[] = ["public", "s-maxage", "must-revalidate"];

/** Directives that show the intent to share, or that make caches revalidate each use. */
const EXPRESS: readonly string[] = ["public", "s-maxage", "no-cache", "immutable"];

/** Whether CORS allows credentials although Vary lists neither Cookie nor Authorization. */
function isForCredentials(context: Context): boolean {
  const credentials = context.named("access-control-allow-credentials")[0]?.line.value;
  const { varies } = context.verdicts;
  return credentials === "true" && !["cookie", "authorization", "*"].some((name) => varies.includes(name));
}

const mayBeLoggedIn = ({ request }: Context) =>
  (request("cookie") ?? "").split(/; */).some((pair) => carriesLogin(pair.split("=", 1)[0] ?? "") !== "no");

const lineOf = (context: Context) => context.lines(cacheControl)[0];
const firstIn = (names: readonly string[], context: Context) =>
  names.find((name) => cachePolicy(context).has(name));

/** Whether the request had credentials, and the browser stores the response because of Cache-Control. */
function isAuthorized(context: Context): boolean {
  const isStored = context.verdicts.caching?.private.stores === true && lineOf(context) !== undefined;
  return isStored && context.request("authorization") !== undefined;
}

const sharedOf = ({ verdicts }: Context) =>
  verdicts.caching?.shared.stores ? verdicts.caching.shared : undefined;

/** Responses to requests with Authorization, in shared caches. */
export const authorizedStorage = rule([
  problem("credentialed-shared", "warning", "rfc9111#section-7.3", {
    detect(context) {
      const shared = lineOf(context) && sharedOf(context);
      if (!shared || !isForCredentials(context)) return undefined;
      if (firstIn(EXPRESS, context) && !mayBeLoggedIn(context)) return undefined;
      return (explicitLifetime(shared) ?? 0) > 0;
    },
    at: (_, context) => lineOf(context),
  }),
  problem("authorized-shared", "info", "rfc9111#section-3.5", {
    detect: (context) => isAuthorized(context) && sharedOf(context) && firstIn(ALLOWING, context),
    title: (allowing) =>
      `Cache-Control: ${allowing} lets shared caches store a response to a request with credentials.`,
    at: (_, context) => lineOf(context),
  }),
]);
