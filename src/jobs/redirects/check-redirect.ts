/** Compares a redirect with its row in the map. Pure. */

import { OUTCOMES } from "../../../data/redirect-maps.ts";
import { siteOf } from "../../headers/verdicts.ts";
import { fragmentOf, isHomePage, requestKey, sourceUrl, targetUrl } from "./addresses.ts";
import type { RedirectRow } from "./map-item.ts";
import type { Hop, PageFacts, Trail } from "./trail.ts";

export { OUTCOMES };
export type Outcome = (typeof OUTCOMES)[number];

export interface Judged {
  readonly row: number;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly wantedStatus?: number;
  readonly outcome: Outcome;
  /** Status of the first response; 0 without one. */
  readonly status: number;
  /** URL at the end of the redirects. */
  readonly final: string;
  readonly finalStatus: number;
  readonly redirects: number;
  /** Statuses of the redirects in order: `301 302`. */
  readonly chainType: string;
  readonly hops: readonly Hop[];
  readonly ms: number;
  /** First `X-Redirect-By` value. */
  readonly redirectBy?: string;
  /** Difference from the map in words; `""` if as expected. */
  readonly reason: string;
  readonly note?: string;
  /** Origin of the target's canonical URL, if this URL differs from the target only in the origin. */
  readonly canonicalOrigin?: string;
  /** Origin at the end of the redirects, if it differs from the target's within the site (`sameSite`). */
  readonly siteOrigin?: string;
}

/** Expectations that apply to all rows. */
export interface Expectations {
  /** URL against which paths are resolved. */
  readonly base: string | undefined;
  /** Maximum number of redirects in a chain. */
  readonly mostRedirects: number;
  /** Whether hosts of the same site count as equal. */
  readonly sameSite?: boolean;
}

export function checkRedirect(row: RedirectRow, trail: Trail, expected: Expectations): Judged {
  const { hops, ms, redirectBy } = trail;
  const last = hops.at(-1);
  const isFollowed = trail.location === undefined;
  const redirecting = isFollowed ? hops.slice(0, -1) : hops;
  const [outcome, reason] = verdict(row, trail, expected);
  const isRight = outcome === "as-wanted";
  const canonicalOrigin = isRight ? otherOrigin(trail, expected) : undefined;
  const siteOrigin = isRight && expected.sameSite ? movedOrigin(row, trail, expected) : undefined;
  return {
    ...identity(row),
    outcome,
    status: hops[0]?.status ?? 0,
    final: last?.url ?? "",
    finalStatus: last?.status ?? 0,
    redirects: Math.max(0, hops.length - 1),
    chainType: redirecting.map(({ status }) => status).join(" "),
    hops,
    ms: Math.round(ms),
    ...(redirectBy !== undefined && { redirectBy }),
    reason,
    ...(canonicalOrigin !== undefined && { canonicalOrigin }),
    ...(siteOrigin !== undefined && { siteOrigin }),
  };
}

/** Result of a row that could not be looked up. */
export function failedRow(row: RedirectRow, reason: string): Judged {
  const nothing = { status: 0, final: "", finalStatus: 0, redirects: 0, chainType: "", hops: [], ms: 0 };
  return { ...identity(row), outcome: "error", ...nothing, reason };
}

function identity({ row, line, from, to, status }: RedirectRow) {
  return { row, line, from, to, ...(status !== undefined && { wantedStatus: status }) };
}

type Verdict = readonly [Outcome, string];

function verdict(row: RedirectRow, trail: Trail, expected: Expectations): Verdict {
  const { mostRedirects } = expected;
  const { hops, stop, error } = trail;
  const [first] = hops;
  const last = hops.at(-1);
  const redirects = hops.length - 1;
  if (stop === "loop") return ["loop", `redirect loop: ${pathOf(trail)}`];
  if (stop === "too-many-redirects") return ["chain-too-long", "too many redirects"];
  const status = first?.status ?? 0;
  if (status === 0) return ["error", error ?? "no response"];
  if (row.status !== undefined && status !== row.status)
    return ["other-status", `the status is ${status}, not ${row.status}`];
  if (status < 300 || status > 399)
    // Statuses without a redirect, such as 410 Gone, may be expected and need no target.
    return row.status === status ? ["as-wanted", ""] : ["other-status", `no redirect (${status})`];
  if (stop === "invalid-location") return ["error", "the redirect has no usable Location"];
  // 304 and unregistered 3xx statuses do not redirect.
  if (redirects === 0 && trail.location === undefined) return ["other-status", `no redirect (${status})`];
  const wrongTarget = targetFault(row, trail, expected);
  if (wrongTarget) return wrongTarget;
  if (redirects > mostRedirects)
    return ["chain-too-long", `${redirects} redirects in a row: ${hops.map(({ url }) => url).join(" → ")}`];
  if (last?.status === 0 || error !== undefined)
    return ["error", `the target fails: ${error ?? "no answer"}`];
  if ((last?.status ?? 0) >= 400) return ["error", `the target answers ${last?.status}`];
  return contentFault(trail, expected) ?? ["as-wanted", ""];
}

/** Maximum number of URLs in the reason of a failure. */
const MOST_SHOWN = 12;

/** Path of a chain in words: `/a → /b → /a`, with its last target. URLs of other origins are shown in full. */
function pathOf({ hops, location }: Trail): string {
  const urls = [...hops.map(({ url }) => url), ...(location === undefined ? [] : [location])];
  const origin = URL.parse(urls[0] ?? "")?.origin;
  const shown = urls.slice(0, MOST_SHOWN).map((text) => {
    const url = URL.parse(text);
    return url && url.origin === origin ? `${url.pathname}${url.search}` : text;
  });
  return [...shown, ...(urls.length > MOST_SHOWN ? ["…"] : [])].join(" → ");
}

const targetOf = ({ from, to }: RedirectRow, base: string | undefined): URL | undefined => {
  const source = sourceUrl(from, base);
  return source && targetUrl(to, source);
};

/** End of the redirects; null for an invalid URL. */
const endOf = ({ hops, location }: Trail): URL | null => URL.parse(location ?? hops.at(-1)?.url ?? "");

function targetFault(row: RedirectRow, trail: Trail, { base, sameSite }: Expectations): Verdict | undefined {
  const target = targetOf(row, base);
  if (!target) return undefined;
  const end = endOf(trail);
  if (!end) return ["other-target", "the redirect has no target"];
  const isTarget = (url: URL | null) =>
    url !== null && requestKey(sameSite ? onHostOf(target, url) : url) === requestKey(target);
  if (!isTarget(end)) {
    const passed = trail.hops.slice(1).some(({ url }) => isTarget(URL.parse(url)));
    return passed
      ? ["target-redirects", `the target redirects to ${named(end)}`]
      : ["other-target", `it redirects to ${named(end)}`];
  }
  const [wanted, found] = [fragmentOf(target), fragmentOf(end)];
  if (wanted === found) return undefined;
  if (found === "") return ["other-target", `the fragment ${wanted} is lost`];
  return [
    "other-target",
    wanted === "" ? `the fragment ${found} is added` : `the fragment is ${found}, not ${wanted}`,
  ];
}

/** Moves a URL to the origin of another of the same site: staging copies differ in host, scheme and port. */
function onHostOf(other: URL, url: URL): URL {
  if (siteOf(url.hostname) !== siteOf(other.hostname)) return url;
  return new URL(`${other.origin}${url.href.slice(url.origin.length)}`);
}

function movedOrigin(row: RedirectRow, trail: Trail, { base }: Expectations): string | undefined {
  const [target, end] = [targetOf(row, base), endOf(trail)];
  return target && end && target.origin !== end.origin ? end.origin : undefined;
}

function named(url: URL): string {
  return isHomePage(url) ? `the home page ${url.href}` : url.href;
}

function contentFault(trail: Trail, expected: Expectations): Verdict | undefined {
  const { content, hops } = trail;
  const { canonical, noindex }: PageFacts = content ?? {};
  if (noindex !== undefined) return ["noindex", `the target forbids indexing (${noindex})`];
  const [end, named] = [URL.parse(hops.at(-1)?.url ?? ""), URL.parse(canonical ?? "")];
  if (!end || !named || requestKey(end) === requestKey(named)) return undefined;
  if (otherOrigin(trail, expected) !== undefined) return undefined;
  if (expected.sameSite && requestKey(onHostOf(named, end)) === requestKey(named)) return undefined;
  return ["other-canonical", `the target declares ${named.href} as its canonical URL`];
}

/**
 * Origin of the canonical URL if only the origin differs, as on a staging host: reported once per host, not
 * per row. Ignored if hosts of the same site count as equal.
 */
function otherOrigin({ content, hops }: Trail, { base, sameSite }: Expectations): string | undefined {
  const [end, named] = [URL.parse(hops.at(-1)?.url ?? ""), URL.parse(content?.canonical ?? "")];
  if (!end || !named || end.origin !== URL.parse(base ?? "")?.origin || end.origin === named.origin)
    return undefined;
  if (sameSite && siteOf(end.hostname) === siteOf(named.hostname)) return undefined;
  const pageOf = (url: URL) => requestKey(url).slice(url.origin.length);
  return pageOf(end) === pageOf(named) ? named.origin : undefined;
}
