/** Normalized URLs for comparison. Pure. */

import { trimEndOf } from "../../syntax/trim.ts";

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

function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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

/** Normalized URL in two parts, to avoid concatenating millions of strings. */
export interface AddressKey {
  readonly origin: string;
  readonly rest: string;
}

export function sourceKey(from: string, base: string | undefined): AddressKey {
  const url = sourceUrl(from, base);
  return url ? { origin: url.origin, rest: restOf(url) } : { origin: "", rest: from };
}

/** Comparison key that ignores case, a final slash and percent-encoding. */
export function looseKey({ origin, rest }: AddressKey): AddressKey {
  if (!rest.endsWith("/") && !/[%?A-Z\x80-\uffff]/.test(rest)) return { origin, rest };
  const [path = "", query] = rest.split(/(?=\?)/, 2);
  return { origin, rest: decoded(`${trimEndOf(path, /\//)}${query ?? ""}`).toLowerCase() };
}

/** Comparison key of the target; undefined without a target. */
export function targetKey(
  to: string,
  from: string,
  base: string | undefined,
): (AddressKey & { readonly fragment: string }) | undefined {
  const source = sourceUrl(from, base);
  const url = source && targetUrl(to, source);
  return url && { origin: url.origin, rest: restOf(url), fragment: fragmentOf(url) };
}
