/** Verdicts of browsers and caches on a response, for other rooms, and short wordings of them. Pure. */

import type { ReportedVerdicts } from "./verdicts/index.ts";
import { duration, hasAged, listing } from "./wording.ts";

export { findBypass } from "./fields/csp/bypass.ts";
export { ALLOWLIST, allowsConnection } from "./verdicts/connection-allowlist.ts";
export { checkContent, declaredType, isNosniff } from "./verdicts/content.ts";
export { utf8Text } from "./verdicts/cookies/refusals.ts";
export type { Cookie } from "./verdicts/cookies/schema.ts";
export { keyOf } from "./verdicts/cookies.ts";
export { checkOrigin } from "./verdicts/cors-origin.ts";
export { type EmbedderPolicy, isOpaqueBlocked, mayEmbed } from "./verdicts/embedding.ts";
export { checkFraming, mayFrame } from "./verdicts/framing.ts";
export { type AllVerdicts, openVerdicts, ReportedVerdicts, reportedVerdicts } from "./verdicts/index.ts";
export { checkIntegrity } from "./verdicts/integrity.ts";
export { checkIsolation } from "./verdicts/isolation.ts";
export { isAddress, isSameSite, isTrustworthy, registrableDomain, siteOf } from "./verdicts/origins.ts";
export { enforcedPolicies } from "./verdicts/policy.ts";
export { operative } from "./verdicts/policy-directives.ts";
export { checkLoad, INLINE_KINDS, javascriptUrlText, LOAD_KINDS } from "./verdicts/policy-loads.ts";
export { type CspPolicy, readPolicies, VOID_BYTE } from "./verdicts/policy-parse.ts";
export { readSource, type SourceList } from "./verdicts/policy-sources.ts";
export { checkReferrer, effectivePolicy, type Referrers } from "./verdicts/referrer.ts";
export { META_SPACE, type Refresh, readRefresh, refreshTo } from "./verdicts/refresh.ts";
export type { Engine, Load, NextRequest, Questions, RawLine, Response } from "./verdicts/response.ts";
export { oncePerEngine } from "./verdicts/response.ts";
export type { Transfer } from "./verdicts/transfer.ts";

type Life = NonNullable<ReportedVerdicts["caching"]>["shared"];

/** Completes "store it": `for 10 minutes`, `checking with the server before each use`. */
export function lifeText({ reuse, lifetime, age, freshFor }: Life): string {
  if (reuse === "never") return "but must fetch it again every time";
  if (reuse === "after-check") return "checking with the server before each use";
  const left = hasAged(age) ? (freshFor ?? lifetime) : lifetime;
  return left === null || left === undefined ? "for a time of their own choosing" : `for ${duration(left)}`;
}

export function storeText(life: Life): string {
  const text = lifeText(life);
  return text.startsWith("for ") ? `store it ${text}` : `store it, ${text}`;
}

/** `until the browser closes`, `for 1 day`; empty if unknown. */
export function keptText(cookie: { readonly expires?: string; readonly seconds?: number }): string {
  if (cookie.expires === "session") return "until the browser closes";
  return cookie.seconds === undefined ? "" : `for ${duration(cookie.seconds)}`;
}

type LetsIn = NonNullable<ReportedVerdicts["policy"]>["directives"][string];

/** `a nonce, scripts that these load`; undefined if nothing is allowed. `most`: sources shown per policy. */
export function sourcesText(
  { sources, strictDynamic, nonces = [], hashes = [] }: LetsIn,
  most = Number.POSITIVE_INFINITY,
): string | undefined {
  const marks = [
    ...(nonces.length > 0 ? ["a nonce"] : []),
    ...(hashes.length > 0 ? ["listed hashes"] : []),
    ...(strictDynamic && nonces.length + hashes.length > 0 ? ["scripts that these load"] : []),
  ];
  const listed = sources.map((list) => namedSources(list, most)).join(" and ");
  const parts = strictDynamic || listed === "nowhere" ? marks : [...marks, listed];
  return parts.length === 0 || parts[0] === "" ? undefined : parts.join(", ");
}

function namedSources(list: readonly string[], most: number): string {
  if (list.length === 0) return "nowhere";
  const more = list.length - most;
  return more > 0 ? `${list.slice(0, most).join(" ")} and ${more} more` : list.join(" ");
}

/** `any site`, `no site`, `only pages of the same origin`, `only https://a.example`: precedes "may frame it". */
export function framersText(by: string | readonly string[]): string {
  if (by === "anyone") return "any site";
  if (by === "nobody") return "no site";
  if (by === "same-origin") return "only pages of the same origin";
  return `only ${typeof by === "string" ? by : listing(by)}`;
}
