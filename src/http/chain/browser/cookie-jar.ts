/** The cookies that a browser keeps from one step to the next (RFC 6265bis sections 5.7 and 5.8). Pure. */

import {
  type Cookie,
  isSameSite,
  isTrustworthy,
  keyOf,
  siteOf,
  utf8Text,
} from "../../../headers/verdicts.ts";
import { parseSetCookie } from "../../../syntax/cookies.ts";

/** A response, as a jar sees it. */
export interface CookieStep {
  readonly url: URL;
  /** The verdicts of its Set-Cookie lines. */
  readonly cookies: readonly Cookie[];
  /** The value of a Set-Cookie line, one character a byte. */
  readonly lineAt?: (line: number) => string;
  /** Clear-Site-Data empties the jar of the site first. */
  readonly clearsCookies?: boolean;
}

interface KeptCookie {
  readonly cookie: Cookie;
  /** `name=value` as it is sent. */
  readonly pair: string;
  /** Which step set it, from 0. */
  readonly step: number;
}

/** Chromium keeps no more of a site; a chain has few sites, so this holds for all of them together. */
const MOST_KEPT = 180;
/** Characters of a Cookie field: servers refuse a header section far smaller. */
const LONGEST_FIELD = 32_768;

export interface CookieJar {
  /** In the order in which they were set. */
  readonly kept: readonly KeptCookie[];
  take(step: CookieStep, index: number): void;
  /**
   * The value of the Cookie field for a navigation; `""` without cookies. `from`: the page that leads there by itself,
   * absent where a person typed the URL.
   */
  fieldFor(url: URL, from?: URL): string;
  /** Names of the cookies in it. */
  namesFor(url: URL, from?: URL): string[];
}

export function openCookieJar(): CookieJar {
  const jar = new Map<string, KeptCookie>();
  const sentTo = (url: URL, from?: URL) => {
    const sent = [...jar.values()].filter(({ cookie }) => whyNot(cookie, url, from) === undefined);
    // Longer paths come first; sorting keeps the order of what is alike (section 5.8.3).
    const lengthOf = ({ cookie: { path = "/" } }: KeptCookie) => path.length;
    let left = LONGEST_FIELD;
    return sent
      .toSorted((a, b) => lengthOf(b) - lengthOf(a))
      .filter(({ pair }) => {
        left -= pair.length + 2;
        return left >= 0;
      });
  };
  return {
    get kept() {
      return [...jar.values()];
    },
    take({ url, cookies, lineAt, clearsCookies }, step) {
      if (clearsCookies)
        for (const [key, { cookie }] of jar)
          if (siteOf(cookie.domain ?? "") === siteOf(url.hostname)) jar.delete(key);
      for (const cookie of cookies) {
        if (cookie.outcome === "refused" || overwritesSecure(jar.values(), cookie, url)) continue;
        const key = keyOf(cookie);
        jar.delete(key);
        if (cookie.outcome === "deleted") continue;
        jar.set(key, { cookie, pair: pairOf(lineAt?.(cookie.line) ?? ""), step });
        const [oldest] = jar.keys();
        if (jar.size > MOST_KEPT && oldest !== undefined) jar.delete(oldest);
      }
    },
    fieldFor: (url, from) =>
      sentTo(url, from)
        .map(({ pair }) => pair)
        .join("; "),
    namesFor: (url, from) => sentTo(url, from).map(({ cookie }) => cookie.name),
  };
}

/** A cookie without a name is its value alone. */
function pairOf(line: string): string {
  const { name, value } = parseSetCookie(line);
  return utf8Text(name === "" ? value : `${name}=${value}`);
}

/** Section 5.7, "leave secure cookies alone": what came without TLS touches no Secure cookie of the same name. */
function overwritesSecure(kept: Iterable<KeptCookie>, cookie: Cookie, url: URL): boolean {
  if (cookie.secure || isTrustworthy(url)) return false;
  const { name, domain = "", path = "/" } = cookie;
  return [...kept].some(({ cookie: other }) => {
    const { domain: known = "", path: guarded = "/" } = other;
    if (!other.secure || other.name !== name || !isPathWithin(path, guarded)) return false;
    return domain === known || domain.endsWith(`.${known}`) || known.endsWith(`.${domain}`);
  });
}

/** Why a browser does not send a cookie on a navigation (section 5.8.3); undefined where it does. */
export function whyNot(
  { domain = "", hostOnly, path = "/", secure, sameSite }: Cookie,
  url: URL,
  from?: URL,
): string | undefined {
  const { hostname, pathname } = url;
  const isHost = hostname === domain || (!hostOnly && hostname.endsWith(`.${domain}`));
  if (!isHost) return `it is for ${domain}${hostOnly ? " only" : " and its subdomains"}`;
  if (!isPathWithin(pathname, path)) return `it is for the path ${path}`;
  if (secure && !isTrustworthy(url)) return "it is for https only";
  // A person's own navigation is same-site all along its redirects; one that a page makes is not.
  return sameSite === "strict" && from && !isSameSite(from, url)
    ? `SameSite=Strict excludes navigations from ${from.hostname}`
    : undefined;
}

/**
 * Whether the redirects before keep Firefox and Safari from sending a Strict cookie: their chain counts as a whole
 * (measured with Firefox 153; Chromium 156 looks at where it began).
 */
export function isStrictAcrossSites({ sameSite }: Cookie, url: URL, before: readonly URL[]): boolean {
  return sameSite === "strict" && before.some((each) => !isSameSite(each, url));
}

/** Section 5.1.4. */
function isPathWithin(pathname: string, path: string): boolean {
  if (!pathname.startsWith(path)) return false;
  return pathname.length === path.length || path.endsWith("/") || pathname[path.length] === "/";
}
