/** Normalized URLs for comparison. Pure. */

import { trimEndOf } from "../../syntax/trim.ts";
import { percentDecoded } from "../../syntax/uri.ts";

/** Unreserved characters (RFC 3986 section 2.3). */
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** Normalizes percent-encoding (RFC 3986 section 6.2.2): upper-case digits, unreserved characters decoded. */
function normalEncoding(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%[\dA-Fa-f]{2}/g, (code) => {
    const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return UNRESERVED.test(char) ? char : code.toUpperCase();
  });
}

/** Normalized URL without its fragment. */
export function requestKey(url: URL): string {
  return `${url.origin}${restOf(url)}`;
}

function restOf(url: URL): string {
  return normalEncoding(`${url.pathname}${url.search}`);
}

/** Normalized fragment with `#`; `""` if none. */
export function fragmentOf(url: URL): string {
  return normalEncoding(url.hash);
}

/** Base of paths if none is given; then paths are only compared with each other. */
const UNKNOWN_SITE = "http://map.invalid";

export function sourceUrl(from: string, base: string | undefined): URL | undefined {
  return URL.parse(from, base ?? UNKNOWN_SITE) ?? undefined;
}

/** A path is resolved against the source's host. */
export function targetUrl(to: string, source: URL): URL | undefined {
  return to === "" ? undefined : (URL.parse(to, source.href) ?? undefined);
}

export function isHomePage(url: URL): boolean {
  return url.pathname === "/" && url.search === "";
}

/** Normalized source; the text itself if it is not a URL. */
export function sourceKey(from: string, base: string | undefined): string {
  const url = sourceUrl(from, base);
  return url ? requestKey(url) : from;
}

/** Comparison key that ignores case, a final slash and percent-encoding. */
export function looseKey(key: string): string {
  if (!key.endsWith("/") && !/[%?A-Z\x80-\uffff]/.test(key)) return key;
  const [path = "", query = ""] = key.split(/(?=\?)/, 2);
  const whole = `${trimEndOf(path, /\//)}${query}`;
  return (percentDecoded(whole) ?? whole).toLowerCase();
}
