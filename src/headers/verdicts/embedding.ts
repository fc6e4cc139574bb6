/** Cross-Origin-Resource-Policy (Fetch standard section 3.7): which pages may embed the response without CORS. */

import { type Static, Type } from "@sinclair/typebox";
import { opaqueTypes } from "../../../data/browsers/opaque-types.ts";
import { declaredType, isNosniff } from "./content.ts";
import { isAddress, isSameSite, isTrustworthy } from "./origins.ts";
import { type Engine, joinedValue, type Response } from "./response.ts";

export const Embedding = Type.Object(
  { sameOrigin: Type.Boolean(), sameSite: Type.Boolean(), crossSite: Type.Boolean() },
  { title: "Embedding", description: "Which pages may embed the response without CORS" },
);
export type Embedding = Static<typeof Embedding>;

/** The pages that a value lets embed; each compared character by character. */
const POLICIES: ReadonlyMap<string, Embedding> = new Map([
  ["same-origin", { sameOrigin: true, sameSite: false, crossSite: false }],
  ["same-site", { sameOrigin: true, sameSite: true, crossSite: false }],
  ["cross-origin", { sameOrigin: true, sameSite: true, crossSite: true }],
]);

const ALL: Embedding = { sameOrigin: true, sameSite: true, crossSite: true };

/** The pages that may embed the response without CORS; a value that is not known, or is sent twice, lets all. */
export function checkEmbedding(response: Response): Embedding {
  return POLICIES.get(joinedValue(response, "cross-origin-resource-policy") ?? "") ?? ALL;
}

/** The embedder policy of the page that embeds. */
export type EmbedderPolicy = "unsafe-none" | "require-corp" | "credentialless";

/** The cross-origin resource policy check (Fetch section 3.7.2) for a page that asks without CORS. */
export function mayEmbed(response: Response, page: URL, policy: EmbedderPolicy, engine: Engine): boolean {
  const { url } = response;
  if (!url || url.origin === page.origin) return true;
  const value = joinedValue(response, "cross-origin-resource-policy");
  const known = POLICIES.get(value ?? "");
  // Firefox takes any value at all as permission.
  const silent = engine === "firefox" ? value === undefined || value === "" : known === undefined;
  if (policy === "require-corp" && silent) return false;
  if (!known) return true;
  return isOfSite(page, url, engine) ? known.sameSite : known.crossSite;
}

/** Whether `same-site` lets the page in: one over HTTP is not of the site of an https resource. */
export function isOfSite(page: URL, url: URL, engine: Engine): boolean {
  // To Chromium an address is no site.
  if (engine === "chromium" && isAddress(url.hostname)) return false;
  return isSameSite(page, url) || (isTrustworthy(page) && !isTrustworthy(url) && isSameHostSite(page, url));
}

function isSameHostSite(page: URL, url: URL): boolean {
  const upgraded = new URL(url);
  upgraded.protocol = page.protocol;
  return isSameSite(page, upgraded);
}

// Opaque Response Blocking, as far as the fields decide: what Chromium keeps from elements of other origins' pages.

/** Types that are looked into, and taken at their word with nosniff: HTML, JSON, XML, and plain text. */
const LOOKED_INTO =
  /^(?:text\/(?:html|json|xml|plain)|application\/(?:json|xml)|[^/]+\/[^/]+\+(?:json|xml))$/;

/** Whether a script, image or media element of another origin gets nothing of it without CORS. */
export function isOpaqueBlocked(response: Response, engine: Engine): boolean {
  if (engine !== "chromium") return false;
  const type = declaredType(response);
  if (type === "image/svg+xml") return false;
  return opaqueTypes.has(type) || (LOOKED_INTO.test(type) && isNosniff(response));
}
