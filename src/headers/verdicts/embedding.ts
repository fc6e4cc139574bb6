/** Cross-Origin-Resource-Policy (Fetch section 3.7): pages that may embed the response without CORS. */

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

/** Values of the header, compared exactly. */
const POLICIES: ReadonlyMap<string, Embedding> = new Map([
  ["same-origin", { sameOrigin: true, sameSite: false, crossSite: false }],
  ["same-site", { sameOrigin: true, sameSite: true, crossSite: false }],
  ["cross-origin", { sameOrigin: true, sameSite: true, crossSite: true }],
]);

const ALL: Embedding = { sameOrigin: true, sameSite: true, crossSite: true };

/** Pages that may embed the response; an unknown or repeated value allows all. */
export function checkEmbedding(response: Response): Embedding {
  return POLICIES.get(joinedValue(response, "cross-origin-resource-policy") ?? "") ?? ALL;
}

export type EmbedderPolicy = "unsafe-none" | "require-corp" | "credentialless";

/** The cross-origin resource policy check (Fetch section 3.7.2) for a page without CORS. */
export function mayEmbed(response: Response, page: URL, policy: EmbedderPolicy, engine: Engine): boolean {
  const { url } = response;
  if (!url || url.origin === page.origin) return true;
  const value = joinedValue(response, "cross-origin-resource-policy");
  const known = POLICIES.get(value ?? "");
  // For require-corp, Firefox accepts any value, the others only known ones.
  const silent = engine === "firefox" ? value === undefined || value === "" : known === undefined;
  if (policy === "require-corp" && silent) return false;
  if (!known) return true;
  return isOfSite(page, url, engine) ? known.sameSite : known.crossSite;
}

/** Whether `same-site` allows the page. A page over HTTP is never same-site with an HTTPS resource. */
export function isOfSite(page: URL, url: URL, engine: Engine): boolean {
  // In Chromium an IP address has no site.
  if (engine === "chromium" && isAddress(url.hostname)) return false;
  return isSameSite(page, url) || (isTrustworthy(page) && !isTrustworthy(url) && isSameHostSite(page, url));
}

function isSameHostSite(page: URL, url: URL): boolean {
  const upgraded = new URL(url);
  upgraded.protocol = page.protocol;
  return isSameSite(page, upgraded);
}

// Opaque Response Blocking, as far as headers decide: responses that Chromium withholds from elements of other origins.

/** Types that Chromium sniffs (HTML, JSON, XML, plain text); with nosniff it trusts the declared type. */
const LOOKED_INTO =
  /^(?:text\/(?:html|json|xml|plain)|application\/(?:json|xml)|[^/]+\/[^/]+\+(?:json|xml))$/;

/** Whether Chromium withholds the response from scripts, images and media of other origins without CORS. */
export function isOpaqueBlocked(response: Response, engine: Engine): boolean {
  if (engine !== "chromium") return false;
  const type = declaredType(response);
  if (type === "image/svg+xml") return false;
  return opaqueTypes.has(type) || (LOOKED_INTO.test(type) && isNosniff(response));
}
