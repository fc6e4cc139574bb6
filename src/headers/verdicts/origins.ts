/** Origins and sites of URLs, as in browsers. */

import type * as Tldts from "tldts";
import { memoize } from "../../platform/memoize.ts";

/** An IPv4 or IPv6 literal, as the URL standard serializes hosts. */
export function isAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

/** localhost and names below it. */
export function isLocalName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname);
}

/** Potentially trustworthy (W3C Secure Contexts section 3.1). */
export function isTrustworthy(url: URL): boolean {
  if (url.protocol === "https:" || url.protocol === "wss:") return true;
  return isLocalName(url.hostname) || /^127\.\d+\.\d+\.\d+$/.test(url.hostname) || url.hostname === "[::1]";
}

/** Same site (HTML "same site"), schemes included. */
export function isSameSite(a: URL, b: URL): boolean {
  return a.protocol === b.protocol && siteOf(a.hostname) === siteOf(b.hostname);
}

/** Registrable domain, private suffixes included, or else the host itself. */
export const siteOf = memoize((host: string): string => registrableDomain(host, "all") ?? host);

/** Whether a host name is a public suffix, private ones included; any single label is. */
export const isPublicSuffix = memoize(isSuffix);

/** Loaded on first use: it unpacks the whole list. */
function list(): typeof Tldts {
  return require("tldts") as typeof Tldts;
}

/** Registrable domain of a host name, or null. `all`: includes suffixes of private owners. */
export function registrableDomain(hostname: string, all: "official" | "all"): string | null {
  return list().getDomain(hostname, { allowPrivateDomains: all === "all" });
}

function isSuffix(hostname: string): boolean {
  return list().getPublicSuffix(hostname, { allowPrivateDomains: true }) === hostname;
}
