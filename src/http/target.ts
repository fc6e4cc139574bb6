import { NetlensError } from "../api/errors.ts";

export type { Phase } from "../../data/failures.ts";
export { HttpFailure } from "./wire/failures.ts";

/** Maximum characters of a URL. */
export const LONGEST_URL = 8192;

/**
 * Parses an http or https URL; without a scheme `http://` is assumed.
 * @throws NetlensError `invalid-url`
 */
export function parseTarget(text: string): URL {
  const trimmed = text.trim();
  if (trimmed === "")
    throw new NetlensError("invalid-url", "url is empty; expected a URL such as https://example.com/.");
  if (trimmed.length > LONGEST_URL)
    throw new NetlensError("invalid-url", `url is longer than ${LONGEST_URL} characters.`);
  if (/[\x00-\x1f\x7f]/.test(trimmed))
    throw new NetlensError("invalid-url", "url contains a control character.");
  const url = /^[/\\](?![/\\])/.test(trimmed) ? null : URL.parse(withScheme(trimmed));
  if (url && url.protocol !== "http:" && url.protocol !== "https:")
    throw new NetlensError(
      "invalid-url",
      `url has the scheme ${url.protocol.slice(0, -1)}; only http and https can be looked up.`,
    );
  if (!url || url.hostname === "")
    throw new NetlensError(
      "invalid-url",
      "url is not a URL that can be looked up, such as https://example.com/.",
    );
  return url;
}

/** Adds `http://` to a URL without a scheme. In `example.com:8080/x` the colon precedes a port. */
function withScheme(text: string): string {
  if (text.startsWith("//")) return `http:${text}`;
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `http://${text}`;
}

export function hasUserinfo(url: URL): boolean {
  return url.username !== "" || url.password !== "";
}

/** The URL without user information; the same object if it has none. */
export function withoutUserinfo(url: URL): URL {
  if (!hasUserinfo(url)) return url;
  const clean = new URL(url);
  clean.username = "";
  clean.password = "";
  return clean;
}

/** The URL as given, without user information. */
export function shownUrl(asked: string, url: URL): string {
  return hasUserinfo(url) ? withoutUserinfo(url).href : asked.trim();
}

/** Explicit or default port. */
export function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/** Target of a request line (RFC 9112 section 3.2.1); keeps the mark of an empty query. */
export function requestTarget({ href, pathname, search, hash }: URL): string {
  if (search !== "") return pathname + search;
  const whole = hash === "" ? href.replace(/#$/, "") : href.slice(0, -hash.length);
  return whole.endsWith("?") ? `${pathname}?` : pathname;
}

/** Host for a resolver or socket: IPv6 without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

/** Parts of a URL without user information; `parameters` are decoded, in order. */
export function requestObject(url: URL) {
  const clean = withoutUserinfo(url);
  return {
    protocol: clean.protocol,
    host: clean.hostname,
    port: String(portOf(clean)),
    pathname: clean.pathname,
    search: clean.search,
    parameters: clean.search === "" ? [] : [...clean.searchParams].map(([name, value]) => ({ name, value })),
    url: clean.href,
  };
}

export const emptyRequest: ReturnType<typeof requestObject> = {
  protocol: "",
  host: "",
  port: "",
  pathname: "",
  search: "",
  parameters: [],
  url: "",
};
