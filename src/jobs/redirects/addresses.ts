/** When two URLs are the same address. Pure. */

import { trimEndOf } from "../../syntax/trim.ts";

/** Characters that RFC 3986 section 6.2.2.2 lets stand without a percent sign. */
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** Percent-encoding in its normal form (RFC 3986 section 6.2.2): large digits, and none where none is needed. */
function normalEncoding(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%[\dA-Fa-f]{2}/g, (code) => {
    const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return UNRESERVED.test(char) ? char : code.toUpperCase();
  });
}

/** A URL without its fragment, in normal form: what is requested. */
export function requestKey(url: URL): string {
  return `${url.origin}${restOf(url)}`;
}

function restOf(url: URL): string {
  return normalEncoding(`${url.pathname}${url.search}`);
}

/** The fragment in normal form, with its number sign; `""` without one. */
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

/** Stands for the site where no base is known: only how paths relate to one another counts then. */
const UNKNOWN_SITE = "http://map.invalid";

/** The source of a row as a URL. */
export function sourceUrl(from: string, base: string | undefined): URL | undefined {
  return URL.parse(from, base ?? UNKNOWN_SITE) ?? undefined;
}

/** The target of a row as a URL: a path is on the host of its source. */
export function targetUrl(to: string, source: URL): URL | undefined {
  return to === "" ? undefined : (URL.parse(to, source.href) ?? undefined);
}

/** Whether a URL is the first page of its site. */
export function isHomePage(url: URL): boolean {
  return url.pathname === "/" && url.search === "";
}

/** An address in two parts, which only together are one: most texts need not be made anew. */
export interface AddressKey {
  readonly origin: string;
  readonly rest: string;
}

/** The key by which sources are compared. */
export function sourceKey(from: string, base: string | undefined): AddressKey {
  const url = sourceUrl(from, base);
  return url ? { origin: url.origin, rest: restOf(url) } : { origin: "", rest: from };
}

/** The same for sources that differ only in case, in a final slash or in encoding. */
export function looseKey({ origin, rest }: AddressKey): AddressKey {
  if (!rest.endsWith("/") && !/[%?A-Z\x80-\uffff]/.test(rest)) return { origin, rest };
  const [path = "", query] = rest.split(/(?=\?)/, 2);
  return { origin, rest: decoded(`${trimEndOf(path, /\//)}${query ?? ""}`).toLowerCase() };
}

/** The key by which targets are compared; undefined without one. */
export function targetKey(
  to: string,
  from: string,
  base: string | undefined,
): (AddressKey & { readonly fragment: string }) | undefined {
  const source = sourceUrl(from, base);
  const url = source && targetUrl(to, source);
  return url && { origin: url.origin, rest: restOf(url), fragment: fragmentOf(url) };
}
