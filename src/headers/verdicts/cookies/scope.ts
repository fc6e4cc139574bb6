/** Hosts and paths of a cookie. */

import { isAddress, isPublicSuffix, registrableDomain } from "../origins.ts";
import type { Engine } from "../response.ts";

export interface Scope {
  readonly domain: string;
  readonly hostOnly: boolean;
}

/** Hosts of a Domain attribute (RFC 6265bis section 5.7); undefined if invalid. An empty one counts as absent. */
export function scopeOf(attribute: string, hostname: string, engine: Engine): Scope | undefined {
  const host = { domain: hostname, hostOnly: true };
  if (attribute === "") return host;
  const site = isAddress(hostname) ? null : siteOf(hostname);
  return engine === "firefox" ? firefoxScope(attribute, host, site) : chromiumScope(attribute, host, site);
}

/** Registrable domain by public and private suffixes; null for a suffix or a single label. */
function siteOf(hostname: string): string | null {
  return isPublicSuffix(hostname) ? null : registrableDomain(hostname, "all");
}

function chromiumScope(attribute: string, host: Scope, site: string | null): Scope | undefined {
  const bare = attribute.startsWith(".") ? attribute.slice(1) : attribute;
  if (/[^\x00-\x7f]|%/.test(attribute)) return undefined;
  if (site === null) return bare.toLowerCase() === host.domain ? host : undefined;
  const domain = canonicalHost(bare);
  if (domain === undefined || !isWithin(domain, site) || !isWithin(host.domain, domain)) return undefined;
  return { domain, hostOnly: false };
}

/** Host as the URL standard serializes it; undefined if invalid. */
function canonicalHost(text: string): string | undefined {
  if (/[/?#@:\\]/.test(text)) return undefined;
  return URL.parse(`https://${text}/`)?.hostname;
}

/** Error that makes the domain invalid for every host; undefined if some host may set it. */
export function domainFlaw(attribute: string): "is not a domain name" | "is a public suffix" | undefined {
  const bare = attribute.startsWith(".") ? attribute.slice(1) : attribute;
  const isName = /^[\w-]+(?:\.[\w-]+)*$/.test(bare) || bare.startsWith("[");
  if (!isName) return "is not a domain name";
  const domain = bare.toLowerCase();
  if (isAddress(domain) || domain === "localhost") return undefined;
  return isPublicSuffix(domain) ? "is a public suffix" : undefined;
}

function firefoxScope(attribute: string, host: Scope, site: string | null): Scope | undefined {
  const bare = attribute.length > 1 && attribute.startsWith(".") ? attribute.slice(1) : attribute;
  const domain = bare.toLowerCase();
  if (site === null) return domain === host.domain ? host : undefined;
  return isWithin(domain, site) && isWithin(host.domain, domain) ? { domain, hostOnly: false } : undefined;
}

function isWithin(domain: string, above: string): boolean {
  return domain === above || domain.endsWith(`.${above}`);
}

/** Default path of a cookie: the URL's path before the last slash (section 5.1.4). */
export function defaultPath(url: URL): string {
  const last = url.pathname.lastIndexOf("/");
  return last <= 0 ? "/" : url.pathname.slice(0, last);
}
