/** To which hosts and paths a cookie goes. */

import { isAddress, isPublicSuffix, registrableDomain } from "../origins.ts";
import type { Engine } from "../response.ts";

export interface Scope {
  readonly domain: string;
  readonly hostOnly: boolean;
}

/**
 * The hosts of a Domain attribute, as the engines decide it (RFC 6265bis section 5.7); undefined where the host may not
 * set a cookie for it. An empty Domain is as good as none.
 */
export function scopeOf(attribute: string, hostname: string, engine: Engine): Scope | undefined {
  const host = { domain: hostname, hostOnly: true };
  if (attribute === "") return host;
  const site = isAddress(hostname) ? null : siteOf(hostname);
  return engine === "firefox" ? firefoxScope(attribute, host, site) : chromiumScope(attribute, host, site);
}

/** The registrable domain by the public suffix list, private part included; null for a suffix or a single label. */
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

/** As the URL standard writes the host; undefined where it is not one. */
function canonicalHost(text: string): string | undefined {
  if (/[/?#@:\\]/.test(text)) return undefined;
  return URL.parse(`https://${text}/`)?.hostname;
}

/** Why no host may set a cookie for this domain; undefined where some may. */
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

/** The domain itself or one below it. */
function isWithin(domain: string, above: string): boolean {
  return domain === above || domain.endsWith(`.${above}`);
}

/** The path up to, not including, its last slash (section 5.1.4). */
export function defaultPath(url: URL): string {
  const last = url.pathname.lastIndexOf("/");
  return last <= 0 ? "/" : url.pathname.slice(0, last);
}
