/** Request fields of a browser's subresource loads (Fetch sections 2.2.5 and 3.2, Fetch Metadata, Referrer Policy). Pure. */

import { PAGE_LOADS } from "../../../../data/browsers/page-loads.ts";
import { type Engine, isSameSite, isTrustworthy } from "../../../headers/verdicts.ts";
import type { Field } from "../../../http/network.ts";
import { withoutUserinfo } from "../../../http/target.ts";
import type { Reference } from "../read/reference.ts";
import type { PageContext } from "./page-context.ts";

/**
 * Origin field of a CORS load: `null` on a sandboxed page, and after a redirect between two origins that are
 * not the page's (Fetch section 4.5).
 */
export function originAlong(
  urls: readonly URL[],
  { url: page, isOpaque }: PageContext,
  engine: Engine,
): string {
  if (isOpaque(engine)) return "null";
  const isTainted = urls.some((url, index) => {
    const before = urls[index - 1];
    return before && before.origin !== page.origin && before.origin !== url.origin;
  });
  return isTainted ? "null" : page.origin;
}

/** Fields of a request, without User-Agent and Cookie. @param urls redirects, then the requested URL */
export function loadFields(reference: Reference, urls: readonly URL[], page: PageContext): Field[] {
  const url = urls.at(-1) ?? reference.url;
  const { as, cors, initiator, referrerPolicy } = reference;
  const { accept, dest } = PAGE_LOADS[as];
  const isNavigation = as === "frame" || as === "object";
  const isOpaque = page.isOpaque("chromium");
  // Frames are upgraded to https after their referrer is set.
  const targets = as === "frame" ? [reference.url, ...urls.slice(1)] : urls;
  const referrer = targets.reduce(
    (from, to) => (from === "" ? "" : referrerOf(new URL(from), to, page, referrerPolicy)),
    isOpaque && !initiator ? "" : (initiator ?? page.url).href,
  );
  const isPlayed = as === "media" && reference.dest !== "track";
  const mode = cors ? "cors" : (reference.mode ?? (isNavigation ? "navigate" : "no-cors"));
  return [
    ["Accept", accept],
    ["Accept-Encoding", isPlayed ? "identity" : "gzip, deflate, br, zstd"],
    ...(isPlayed ? ([["Range", "bytes=0-"]] as const) : []),
    ...(isTrustworthy(url)
      ? ([
          ["Sec-Fetch-Dest", reference.dest ?? dest],
          ["Sec-Fetch-Mode", mode],
          ["Sec-Fetch-Site", isOpaque ? "cross-site" : siteOf(urls, page.url)],
        ] as const)
      : []),
    // Chromium also sends Origin to the page's own origin, except for audio and video.
    ...(cors && (as !== "media" || url.origin !== page.url.origin)
      ? ([["Origin", originAlong(urls, page, "chromium")]] as const)
      : []),
    ...(referrer === "" ? [] : ([["Referer", referrer]] as const)),
  ];
}

/** The most distant of the URLs counts (Fetch Metadata section 2.3). */
function siteOf(urls: readonly URL[], page: URL): string {
  if (urls.every((url) => url.origin === page.origin)) return "same-origin";
  return urls.every((url) => isSameSite(url, page)) ? "same-site" : "cross-site";
}

/** Referer by origin and referrer policy; `""` if not sent. */
function referrerOf(from: URL, to: URL, page: PageContext, policy: string | undefined): string {
  const { sameOrigin, crossOrigin, downgrade } = page.referrers("chromium", policy);
  const isDowngrade = from.protocol === "https:" && to.protocol === "http:";
  const sent = from.origin === to.origin ? sameOrigin : isDowngrade ? downgrade : crossOrigin;
  if (sent === "none") return "";
  if (sent === "origin") return `${from.origin}/`;
  const bare = new URL(withoutUserinfo(from));
  bare.hash = "";
  return bare.href;
}
