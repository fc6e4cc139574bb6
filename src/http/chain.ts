/** What follows a response: the redirect policy of RFC 9110 section 15.4 and of browsers. Pure. */

import type { FieldLine } from "../headers/message.ts";
import type { Problem } from "../headers/schema.ts";
import { fieldLines } from "./framing.ts";
import { verdictsOf } from "./hop-verdicts.ts";
import { finding, lookupProblem, rfc } from "./problem-kinds/kind.ts";
import { LONGEST_URL, withoutUserinfo } from "./target.ts";
import { truncateUrl } from "./truncate.ts";

export type Stop = "done" | "error" | "loop" | "too-many-redirects" | "invalid-location" | "not-followed";

/** A response as the chain sees it. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly status: number;
  readonly lines: readonly FieldLine[];
}

export type Next =
  | { readonly follow: URL; readonly method: string; readonly problems: readonly Problem[] }
  | {
      readonly follow?: never;
      readonly stop: Stop;
      readonly location?: URL;
      readonly problems: readonly Problem[];
    };

const otherScheme = lookupProblem({
  id: "redirect-other-scheme",
  severity: "info",
  link: rfc(9110, "4.2"),
  summary: "A redirect leads to something other than HTTP or HTTPS.",
  advice: "Redirect to https; let a link on the page open what is not on the web.",
  title: (protocol: string) => `The redirect leads to a ${protocol} address, which is not HTTP.`,
});

const loop = lookupProblem({
  id: "redirect-loop",
  severity: "error",
  link: rfc(9110, "15.4"),
  summary: "The redirects lead back to a URL that was asked before.",
  advice:
    "Follow the redirects in order: often one rule adds what another takes away, such as www or a slash.",
  title: ({ url, round }: { readonly url: URL; readonly round: number }) =>
    round === 1
      ? `${truncateUrl(url)} redirects to itself (perhaps only without its cookie), so browsers give up.`
      : `${round} redirects lead in a circle back to ${truncateUrl(url)} (perhaps only without its cookies), so browsers give up.`,
});

const tooMany = lookupProblem({
  id: "redirects-too-many",
  severity: "error",
  link: rfc(9110, "15.4"),
  summary: "There are more redirects than netlens follows.",
  advice: "Redirect to the final URL at once.",
  title: ({ url, most }: { readonly url: URL; readonly most: number }) =>
    `More than ${most} redirects; the next one would lead to ${truncateUrl(url)}.`,
});

const tooLong = lookupProblem({
  id: "location-too-long",
  severity: "error",
  link: rfc(9110, "10.2.2"),
  summary: "The Location of a redirect is longer than netlens follows.",
  advice: "Keep what the page needs to know on the server instead of in the URL.",
  title: (length: number) =>
    `Location has ${length} characters; more than ${LONGEST_URL} are not followed, and servers refuse so many.`,
});

const byRefresh = lookupProblem({
  id: "redirect-by-refresh",
  severity: "warning",
  link: "https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-refresh-header",
  summary: "A Refresh field redirects, which browsers follow and other clients do not.",
  advice: "Answer with 301 or 308 and a Location.",
  title: ({ url, seconds }: { readonly url: URL; readonly seconds: number }) =>
    `Browsers go on to ${truncateUrl(url)} after ${seconds} s (Refresh field); other clients stay here.`,
});

/** What ends a chain. */
export const redirectRows = [otherScheme, loop, tooMany, tooLong, byRefresh];

const FOLLOWED = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return FOLLOWED.has(status);
}

/** Where the chain goes from the last of `hops`, or why it ends there. */
export function nextHop(
  hops: readonly Hop[],
  options: { readonly follow: boolean; readonly maxRedirects: number },
): Next {
  const last = hops.at(-1);
  if (!last || last.status < 300 || last.status > 399)
    return { stop: "done", problems: last ? refreshProblems(last) : [] };
  const location = readLocation(last);
  if (!FOLLOWED.has(last.status)) return unfollowed(location);
  if ("problems" in location) return { stop: "invalid-location", problems: location.problems };
  const { url } = location;
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return {
      stop: "not-followed",
      location: url,
      problems: [finding(otherScheme, url.protocol)],
    };
  if (!options.follow) return { stop: "not-followed", location: url, problems: [] };
  const stopped = stopBefore(url, hops, options.maxRedirects);
  if (stopped) return { stop: stopped.stop, location: url, problems: [stopped.problem] };
  return { follow: url, method: methodAfter(last.method, last.status), problems: [] };
}

/** 303 asks for GET or HEAD (RFC 9110 section 15.4.4); the others leave a method without content as it is. */
export function methodAfter(method: string, status: number): string {
  return status === 303 && method !== "HEAD" ? "GET" : method;
}

/** 300, 304, 305 and unregistered codes: a Location is shown but nobody follows it. */
function unfollowed(location: Location): Next {
  return "url" in location
    ? { stop: "not-followed", location: location.url, problems: [] }
    : { stop: "done", problems: [] };
}

function stopBefore(
  url: URL,
  hops: readonly Hop[],
  maxRedirects: number,
): { stop: Stop; problem: Problem } | undefined {
  const last = hops.at(-1);
  const method = last && methodAfter(last.method, last.status);
  const before = hops.findIndex((hop) => hop.method === method && sameResource(hop.url, url));
  if (before >= 0) {
    const round = hops.length - before;
    return { stop: "loop", problem: finding(loop, { url, round }) };
  }
  if (hops.length > maxRedirects)
    return {
      stop: "too-many-redirects",
      problem: finding(tooMany, { url, most: maxRedirects }),
    };
  return undefined;
}

/** The fragment is not sent, so it makes no difference. */
function sameResource(a: URL, b: URL): boolean {
  return a.origin === b.origin && a.pathname === b.pathname && a.search === b.search;
}

/** Where a Location leads. What is wrong with the field as such is the header engine's to tell. */
type Location = { readonly url: URL } | { readonly problems: readonly Problem[] };

/** The target of a redirect, resolved against the URL of the request (RFC 9110 section 10.2.2). */
function readLocation({ url: base, lines }: Hop): Location {
  const found = fieldLines(lines, "location");
  const [line] = found;
  const isOne = new Set(found.map(({ value }) => value)).size === 1;
  if (!line || !isOne || line.value === "") return { problems: [] };
  if (line.value.length > LONGEST_URL) return { problems: [finding(tooLong, line.value.length)] };
  const url = resolveReference(line, base);
  return url ? { url } : { problems: [] };
}

/** WHATWG URL rules; bytes that are not UTF-8 are percent-encoded one by one, as browsers do. */
function resolveReference(line: FieldLine, base: URL): URL | undefined {
  const reference = line.octets
    ? line.value.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
    : line.value;
  const url = URL.parse(reference, withoutUserinfo(base).href);
  if (!url) return undefined;
  // A target without a fragment inherits the one of the request (RFC 9110 section 10.2.2).
  if (!reference.includes("#")) url.hash = base.hash;
  return url;
}

/** `Refresh: 5; url=/next` is a redirect that only browsers follow. */
function refreshProblems(hop: Hop): Problem[] {
  // Most responses have none, and need no verdicts for it.
  if (fieldLines(hop.lines, "refresh").length === 0) return [];
  const { refresh } = verdictsOf(hop);
  const target = refresh && URL.parse(refresh.url);
  if (!target || sameResource(target, hop.url)) return [];
  return [finding(byRefresh, { url: target, seconds: refresh.seconds })];
}
