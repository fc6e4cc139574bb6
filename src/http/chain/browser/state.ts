/** Cookies and HSTS hosts of a browser after the steps of a chain. Pure. */

import { isAddress } from "../../../headers/verdicts.ts";
import { type Hop, responseOf, verdictsOf } from "../hop.ts";
import { type CookieStep, isStrictAcrossSites, openCookieJar, whyNot } from "./cookie-jar.ts";

export interface BrowserState {
  /** URL after the HSTS upgrade (RFC 6797 section 8.3). */
  upgraded(url: URL): URL;
  /** Cookie value, or `""`. `from`: page that starts the navigation by a Refresh. */
  cookieFor(url: URL, from?: URL): string;
  /** Names of Strict cookies that, after redirects through the URLs `before`, only Chromium sends. */
  strictNames(url: URL, before: readonly URL[]): string[];
  /** Names of the cookies that are sent to a URL. */
  cookieNames(url: URL): string[];
}

export function browserAfter(hops: readonly Hop[]): BrowserState {
  const jar = openCookieJar();
  /** includeSubDomains by host. */
  const secureHosts = new Map<string, boolean>();
  for (const [index, hop] of hops.entries()) {
    jar.take(cookieStepOf(hop), index);
    const { hsts } = verdictsOf(hop);
    if (!hsts?.applies || hop.untrusted) continue;
    if (hsts.seconds > 0) secureHosts.set(hop.url.hostname, hsts.subdomains);
    else secureHosts.delete(hop.url.hostname);
  }
  return {
    upgraded(url) {
      if (url.protocol !== "http:" || !isCovered(url.hostname, secureHosts)) return url;
      const secure = new URL(url);
      secure.protocol = "https:";
      return secure;
    },
    cookieFor: jar.fieldFor,
    cookieNames: jar.namesFor,
    strictNames: (url, before) =>
      jar.kept
        .filter(({ cookie }) => whyNot(cookie, url) === undefined && isStrictAcrossSites(cookie, url, before))
        .map(({ cookie }) => cookie.name),
  };
}

function cookieStepOf(hop: Hop): CookieStep {
  const { cookies = [], clears } = verdictsOf(hop);
  const { lines } = responseOf(hop);
  return {
    url: hop.url,
    cookies,
    lineAt: (index) => lines.find((line) => line.index === index)?.value ?? "",
    clearsCookies: clears?.cookies === true,
  };
}

function isCovered(host: string, hosts: ReadonlyMap<string, boolean>): boolean {
  if (isAddress(host)) return false;
  const labels = host.split(".");
  return labels.some((_, index) => {
    const subdomains = hosts.get(labels.slice(index).join("."));
    return subdomains === true || (subdomains === false && index === 0);
  });
}
