/** Decides the next step of a chain: redirects (RFC 9110 section 15.4) and what browsers follow. Pure. */

import { redirectStatuses } from "../../data/browsers/caches.ts";
import type { FieldLine } from "../headers/message.ts";
import type { Problem } from "../headers/schema.ts";
import { type BrowserState, browserAfter } from "./chain/browser/state.ts";
import { type Arrival, type Hop, verdictsOf } from "./chain/hop.ts";
import { finding, lookupProblem, rfc } from "./report/problem.ts";
import type { Stop } from "./schema.ts";
import { hasUserinfo, LONGEST_URL, withoutUserinfo } from "./target.ts";
import { fieldLines } from "./wire/framing.ts";
import { truncateList, truncateUrl } from "./wire/truncate.ts";

export { type Hop, responseOf, verdictsOf } from "./chain/hop.ts";

export type Next =
  | {
      readonly follow: URL;
      readonly method: string;
      readonly problems: readonly Problem[];
      readonly arrival?: Arrival;
    }
  | {
      readonly follow?: never;
      readonly stop: Stop;
      readonly location?: URL;
      readonly problems: readonly Problem[];
    };

const otherScheme = lookupProblem("redirect-other-scheme", "info", rfc(9110, "4.2"), {
  title: (protocol: string) => `The redirect goes to a ${protocol} URL, which is not HTTP.`,
});

interface Round {
  readonly url: URL;
  /** Number of steps in the loop. */
  readonly round: number;
  /** Status of a redirect that browsers cache and do not request again. */
  readonly remembered?: number | undefined;
  readonly cause?: string | undefined;
}

const loop = lookupProblem("redirect-loop", "error", rfc(9110, "15.4"), {
  title({ url, round, remembered, cause }: Round) {
    const why = remembered
      ? `; browsers cache the ${remembered} and send no new request, whatever cookies it sets`
      : `, so browsers give up${cause ? `: ${cause}` : ""}`;
    return round === 1
      ? `${truncateUrl(url)} redirects to itself${why}.`
      : `${round} redirects loop back to ${truncateUrl(url)}${why}.`;
  },
});

export const needsCookie = lookupProblem("redirect-needs-cookie", "warning", rfc(6265, "3"), {
  title: ({ url, names }: { readonly url: URL; readonly names: readonly string[] }) =>
    `Without cookies the redirects loop back to ${truncateUrl(url)}; browsers send the ${names.length === 1 ? "cookie" : "cookies"} ${truncateList(names)}, which may end the loop.`,
});

const refreshLoop = lookupProblem(
  "refresh-loop",
  "error",
  "https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps",
  {
    title: ({ url, round }: Round) =>
      `${round} steps loop back to ${truncateUrl(url)}, some by Refresh, so browsers never stop.`,
  },
);

const tooMany = lookupProblem("redirects-too-many", "error", rfc(9110, "15.4"), {
  title: ({ url, most }: { readonly url: URL; readonly most: number }) =>
    `There are more than ${most} redirects; the next one would go to ${truncateUrl(url)}.`,
});

const tooLong = lookupProblem("location-too-long", "error", rfc(9110, "10.2.2"), {
  title: (length: number) =>
    `Location has ${length} characters; netlens follows at most ${LONGEST_URL}, and servers refuse more.`,
});

interface Onward {
  readonly url: URL;
  readonly seconds: number;
}

const byRefresh = lookupProblem(
  "redirect-by-refresh",
  "warning",
  "https://html.spec.whatwg.org/multipage/speculative-loading.html#the-refresh-header",
  {
    title: ({ url, seconds }: Onward) =>
      `Browsers go to ${truncateUrl(url)} after ${seconds} s (Refresh header); most other clients stay here.`,
  },
);

const byMetaRefresh = lookupProblem(
  "redirect-by-meta-refresh",
  "warning",
  "https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh",
  {
    title: ({ url, seconds }: Onward) =>
      `Browsers go to ${truncateUrl(url)} after ${seconds} s (meta refresh); most other clients stay here.`,
  },
);

/** Problems at the end of a chain. */
export const redirectRows = [
  otherScheme,
  loop,
  needsCookie,
  refreshLoop,
  tooMany,
  tooLong,
  byRefresh,
  byMetaRefresh,
];

/**
 * Maximum delay of a Refresh that is followed, in seconds. Browsers also follow longer delays, but by then
 * users have read the page.
 */
const LONGEST_WAIT = 30;

export interface Walk {
  readonly follow: boolean;
  readonly maxRedirects: number;
  /** Sends cookies, upgrades to https by HSTS, and follows Refresh. */
  readonly browser?: boolean;
  /** Sends the cookies that a redirect sets. */
  readonly cookies?: boolean | undefined;
}

/** Returns the next request of the chain, or the reason to stop. */
export function nextHop(hops: readonly Hop[], walk: Walk): Next {
  const last = hops.at(-1);
  if (!last) return { stop: "done", problems: [] };
  if (last.status < 300 || last.status > 399) return afterPage(hops, last, walk);
  const location = readLocation(last);
  if (!redirectStatuses.has(last.status)) return unfollowed(location);
  if ("problems" in location) return { stop: "invalid-location", problems: location.problems };
  const { url } = location;
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return { stop: "not-followed", location: url, problems: [finding(otherScheme, url.protocol)] };
  if (!walk.follow) return { stop: "not-followed", location: url, problems: [] };
  const step = { url, by: "redirect", method: methodAfter(last.method, last.status) } as const;
  return walk.browser ? browserStep(hops, step, walk) : clientStep(hops, step, walk);
}

interface Step {
  readonly url: URL;
  readonly method: string;
  readonly by: Arrival["by"];
}

function clientStep(hops: readonly Hop[], { url, method, by }: Step, { maxRedirects, cookies }: Walk): Next {
  const cookie = cookies ? browserAfter(hops).cookieFor(url) : "";
  const arrival = { by, cookie, upgraded: false, target: url };
  const isBefore = (hop: Hop) =>
    hop.method === method && sameResource(hop.url, url) && (hop.arrival?.cookie ?? "") === cookie;
  const before = hops.findIndex(isBefore);
  if (before >= 0 && !bringsCredentials(url, hops.filter(isBefore)))
    return { stop: "loop", location: url, problems: [circle(hops, url, before)] };
  return hops.length > maxRedirects
    ? { stop: "too-many-redirects", location: url, problems: [finding(tooMany, { url, most: maxRedirects })] }
    : { follow: url, method, problems: [], ...(cookie !== "" && { arrival }) };
}

/** Finding for a loop. With cookies that a request lacked, a browser may leave the loop. */
function circle(hops: readonly Hop[], url: URL, before: number): Problem {
  const round = hops.length - before;
  const onTheWay = hops
    .slice(before + 1)
    .flatMap((hop, index) => browserAfter(hops.slice(0, before + 1 + index)).cookieNames(hop.url));
  const state = browserAfter(hops);
  const atLast = state.cookieNames(url);
  const known = rememberedRedirect(hops, url, state.cookieFor(url));
  const names = [...new Set([...onTheWay, ...(known ? [] : atLast)])];
  if (names.length > 0) return finding(needsCookie, { url, names });
  return finding(loop, {
    url,
    round,
    remembered: atLast.length > 0 ? known?.status : undefined,
    cause: causeOf(hops.slice(before)),
  });
}

/** Earlier redirect that a browser has in its cache and follows without a request. */
function rememberedRedirect(hops: readonly Hop[], url: URL, cookie: string): Hop | undefined {
  return hops.findLast((hop) => {
    if (!redirectStatuses.has(hop.status) || hop.method !== "GET" || !sameResource(hop.url, url))
      return false;
    const { caching, varies } = verdictsOf(hop);
    const isMatch = !varies.includes("cookie") || (hop.arrival?.cookie ?? "") === cookie;
    return isMatch && caching?.browser?.again === "from-cache";
  });
}

/** Next request of a browser. Skips cached redirects; requests with different cookies do not form a loop. */
function browserStep(hops: readonly Hop[], { url: target, method, by }: Step, { maxRedirects }: Walk): Next {
  const last = hops.at(-1);
  const state: BrowserState = browserAfter(hops);
  const from = by === "redirect" ? last?.arrival?.from : last?.url;
  let url = state.upgraded(target);
  let known: Hop | undefined;
  for (const passed = new Set<Hop>(); ; passed.add(known)) {
    known = method === "GET" ? rememberedRedirect(hops, url, state.cookieFor(url, from)) : undefined;
    if (!known) break;
    const location = readLocation(known);
    if (passed.has(known) || !("url" in location)) return circleOf(hops, url, by, hops.indexOf(known), known);
    url = state.upgraded(location.url);
  }
  const cookie = state.cookieFor(url, from);
  const isBefore = (hop: Hop) =>
    hop.method === method && sameResource(hop.url, url) && (hop.arrival?.cookie ?? "") === cookie;
  const before = bringsCredentials(url, hops.filter(isBefore)) ? -1 : hops.findLastIndex(isBefore);
  // A page that reloads itself is not a loop.
  if (before === hops.length - 1 && by !== "redirect") return { stop: "done", problems: [] };
  if (before >= 0) return circleOf(hops, url, by, before);
  if (hops.length > maxRedirects)
    return {
      stop: "too-many-redirects",
      location: target,
      problems: [finding(tooMany, { url, most: maxRedirects })],
    };
  const arrival = { by, from, cookie, upgraded: url.protocol !== target.protocol, target };
  return { follow: url, method, problems: [], arrival };
}

/** Software that sends a redirect: X-Redirect-By, or the product in Server. */
function senderOf({ lines }: Hop): string | undefined {
  const [field] = [...fieldLines(lines, "x-redirect-by"), ...fieldLines(lines, "server")];
  return field && /^[\w.-]{1,40}/.exec(field.value)?.[0];
}

/** Likely cause of a loop, from the URLs of its requests and from headers of Cloudflare and WordPress. */
function causeOf(circle: readonly Hop[]): string | undefined {
  const [first, second] = circle.map(({ url }) => url);
  if (!first) return undefined;
  const isCloudflare = circle.some(({ lines }) => fieldLines(lines, "cf-ray").length > 0);
  const isWordPress = circle.some(({ lines }) =>
    fieldLines(lines, "x-redirect-by").some(({ value }) => value === "WordPress"),
  );
  const isProtocol = second && second.protocol !== first.protocol && second.host === first.host;
  if ((circle.length === 1 && first.protocol === "https:") || (circle.length === 2 && isProtocol)) {
    const proxy = isCloudflare
      ? "Cloudflare requests the origin over http (Flexible); set SSL to Full"
      : "a proxy that terminates TLS requests the application over http; have it send X-Forwarded-Proto";
    return `${proxy}${isWordPress ? ", and set $_SERVER['HTTPS'] to 'on' in wp-config.php" : ""}`;
  }
  if (!second || circle.length !== 2) return undefined;
  const bare = ({ hostname }: URL) => hostname.replace(/^www\./, "");
  if (first.hostname !== second.hostname && bare(first) === bare(second)) {
    const [one, other] = circle.map(senderOf);
    const isKnown = one && other && one !== other;
    const [adding, removing] = second.hostname.startsWith("www.") ? [one, other] : [other, one];
    return `${isKnown ? adding : "one rule"} adds www, ${isKnown ? removing : "another"} removes it`;
  }
  const plain = ({ pathname }: URL) => (pathname.endsWith("/") ? pathname.slice(0, -1) : pathname);
  return first.pathname !== second.pathname && plain(first) === plain(second)
    ? "one rule adds a slash at the end, another removes it"
    : undefined;
}

function circleOf(hops: readonly Hop[], url: URL, by: Arrival["by"], before: number, known?: Hop): Next {
  const passed = [...hops.slice(before + 1).map(({ arrival }) => arrival?.by), by];
  const row = passed.some((each) => each !== "redirect") ? refreshLoop : loop;
  const round = hops.length - before;
  return {
    stop: "loop",
    location: url,
    problems: [finding(row, { url, round, remembered: known?.status, cause: causeOf(hops.slice(before)) })],
  };
}

/** Step after a response that is not a redirect: browsers may follow its Refresh. */
function afterPage(hops: readonly Hop[], last: Hop, walk: Walk): Next {
  const onward = refreshOf(last);
  if (!onward) return { stop: "done", problems: [] };
  const { url, seconds, by } = onward;
  const isAnother = !sameResource(url, last.url);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  const isRequested = isWeb && (isAnother || url.hash === "");
  if (walk.browser && walk.follow && last.method === "GET" && isRequested && seconds <= LONGEST_WAIT)
    return browserStep(hops, { url, method: "GET", by }, walk);
  const row = by === "refresh" ? byRefresh : byMetaRefresh;
  return { stop: "done", problems: isAnother ? [finding(row, { url, seconds })] : [] };
}

/** 303 changes the method to GET or HEAD (RFC 9110 section 15.4.4); 301 and 302 change POST to GET. */
export function methodAfter(method: string, status: number): string {
  if (method === "POST" && (status === 301 || status === 302)) return "GET";
  return status === 303 && method !== "HEAD" ? "GET" : method;
}

/** Result for status 300, 304, 305 and unregistered codes: clients do not follow their Location. */
function unfollowed(location: Location): Next {
  return "url" in location
    ? { stop: "not-followed", location: location.url, problems: [] }
    : { stop: "done", problems: [] };
}

/** Whether a Location adds user information to a URL that was requested once without it: not a loop. */
function bringsCredentials(url: URL, before: readonly Hop[]): boolean {
  return hasUserinfo(url) && before.length === 1;
}

/** Ignores fragments, which are not sent. */
function sameResource(a: URL, b: URL): boolean {
  return a.origin === b.origin && a.pathname === b.pathname && a.search === b.search;
}

/** Target of Location, or the problems of a redirect without a usable one. */
type Location = { readonly url: URL } | { readonly problems: readonly Problem[] };

/** Resolves Location against the request URL (RFC 9110 section 10.2.2). */
function readLocation({ url: base, lines }: Hop): Location {
  const found = fieldLines(lines, "location");
  const [line] = found;
  const isOne = new Set(found.map(({ value }) => value)).size === 1;
  if (!line || !isOne || line.value === "") return { problems: [] };
  if (line.value.length > LONGEST_URL) return { problems: [finding(tooLong, line.value.length)] };
  const url = resolveReference(line, base);
  return url ? { url } : { problems: [] };
}

/** Resolves by the WHATWG URL standard; bytes that are not UTF-8 are percent-encoded one by one, as browsers do. */
function resolveReference(line: FieldLine, base: URL): URL | undefined {
  const reference = line.octets
    ? line.value.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
    : line.value;
  const url = URL.parse(reference, withoutUserinfo(base).href);
  if (!url) return undefined;
  // Inherits the fragment of the request (RFC 9110 section 10.2.2).
  if (!reference.includes("#")) url.hash = base.hash;
  return url;
}

/** Refresh that browsers follow: header or meta element, by the shorter delay; the element if they are equal. */
function refreshOf(hop: Hop): (Onward & { readonly by: "refresh" | "meta-refresh" }) | undefined {
  // Fast path for most responses: computes no verdicts.
  if (!hop.meta && fieldLines(hop.lines, "refresh").length === 0) return undefined;
  const { refresh: field, content } = verdictsOf(hop);
  if (content?.download || content?.fails) return undefined;
  const isMeta = hop.meta && (!field || hop.meta.seconds <= field.seconds);
  const chosen = isMeta ? hop.meta : field;
  const url = chosen && URL.parse(chosen.url);
  return chosen && url
    ? { url, seconds: chosen.seconds, by: isMeta ? "meta-refresh" : "refresh" }
    : undefined;
}
