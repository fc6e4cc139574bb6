/** Cookies that a browser stores and sends during a chain (RFC 6265bis sections 5.7 and 5.8). Pure. */

import {
  type Cookie,
  isSameSite,
  isTrustworthy,
  keyOf,
  siteOf,
  utf8Text,
} from "../../../headers/verdicts.ts";
import { parseSetCookie } from "../../../syntax/cookies.ts";

export interface CookieStep {
  readonly url: URL;
  /** Verdicts on the Set-Cookie lines of the response. */
  readonly cookies: readonly Cookie[];
  /** Value of a Set-Cookie line, one character per byte. */
  readonly lineAt?: (line: number) => string;
  /** Whether Clear-Site-Data first deletes the site's cookies. */
  readonly clearsCookies?: boolean;
}

interface KeptCookie {
  readonly cookie: Cookie;
  readonly pair: string;
  /** Index of the step that set it. */
  readonly step: number;
}

/** Maximum cookies in the jar. Chromium has this limit per site, but a chain has few sites. */
const MOST_KEPT = 180;
/** Maximum characters of the Cookie header; servers accept far fewer. */
const LONGEST_FIELD = 32_768;

export interface CookieJar {
  /** In the order they were set. */
  readonly kept: readonly KeptCookie[];
  take(step: CookieStep, index: number): void;
  /**
   * Cookie value for a navigation, or `""`.
   * @param from page that starts the navigation by a Refresh; undefined for a URL typed by the user
   */
  fieldFor(url: URL, from?: URL): string;
  namesFor(url: URL, from?: URL): string[];
}

export function openCookieJar(): CookieJar {
  const jar = new Map<string, KeptCookie>();
  const sentTo = (url: URL, from?: URL) => {
    const sent = [...jar.values()].filter(({ cookie }) => whyNot(cookie, url, from) === undefined);
    // Longer paths first, by a stable sort (section 5.8.3).
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

/** Text to send for a cookie: `name=value`, or only the value if the name is empty. */
function pairOf(line: string): string {
  const { name, value } = parseSetCookie(line);
  return utf8Text(name === "" ? value : `${name}=${value}`);
}

/** Section 5.7: without TLS, a Secure cookie of the same name cannot be overwritten. */
function overwritesSecure(kept: Iterable<KeptCookie>, cookie: Cookie, url: URL): boolean {
  if (cookie.secure || isTrustworthy(url)) return false;
  const { name, domain = "", path = "/" } = cookie;
  return [...kept].some(({ cookie: other }) => {
    const { domain: known = "", path: guarded = "/" } = other;
    if (!other.secure || other.name !== name || !isPathWithin(path, guarded)) return false;
    return domain === known || domain.endsWith(`.${known}`) || known.endsWith(`.${domain}`);
  });
}

/** Reason why a browser does not send a cookie on a navigation (section 5.8.3), or undefined if it does. */
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
  // For a URL typed by the user, Strict cookies are sent after redirects too.
  return sameSite === "strict" && from && !isSameSite(from, url)
    ? `SameSite=Strict excludes navigations from ${from.hostname}`
    : undefined;
}

/**
 * Whether Firefox and Safari do not send a Strict cookie because of earlier redirects: they check all URLs of
 * the chain (measured with Firefox 153), Chromium 156 only the first.
 */
export function isStrictAcrossSites({ sameSite }: Cookie, url: URL, before: readonly URL[]): boolean {
  return sameSite === "strict" && before.some((each) => !isSameSite(each, url));
}

/** Whether a path matches the path of a cookie (section 5.1.4). */
function isPathWithin(pathname: string, path: string): boolean {
  if (!pathname.startsWith(path)) return false;
  return pathname.length === path.length || path.endsWith("/") || pathname[path.length] === "/";
}
