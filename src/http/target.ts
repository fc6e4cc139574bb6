import { NetlensError } from "../api/errors.ts";

export { failureKinds, HttpFailure, type Phase } from "./wire/failures.ts";

export interface RequestObject {
  /** As in the WHATWG URL standard, with its colon: `https:`. */
  protocol: string;
  /** Host name or address literal, without the port. */
  host: string;
  /** Always explicit: `"443"` where the URL has none. */
  port: string;
  pathname: string;
  search: string;
  /** The query's parameters, decoded, in order. */
  parameters: { name: string; value: string }[];
  /** Without user information. */
  url: string;
}

/** Characters of a URL. */
export const LONGEST_URL = 8192;

/**
 * The text of a caller → an absolute http or https URL. Without a scheme `http://` is assumed.
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

/** `example.com:8080/x` has no scheme although it looks like one: what follows the colon is a port. */
function withScheme(text: string): string {
  if (text.startsWith("//")) return `http:${text}`;
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `http://${text}`;
}

export function hasUserinfo(url: URL): boolean {
  return url.username !== "" || url.password !== "";
}

/** The URL without user information, which is neither sent nor shown; itself where it has none. */
export function withoutUserinfo(url: URL): URL {
  if (!hasUserinfo(url)) return url;
  const clean = new URL(url);
  clean.username = "";
  clean.password = "";
  return clean;
}

/** The URL as asked for, but without user information. */
export function shownUrl(asked: string, url: URL): string {
  return hasUserinfo(url) ? withoutUserinfo(url).href : asked.trim();
}

/** The port that is dialled. */
export function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/** The target of a request line (RFC 9112 section 3.2.1), an empty query with its mark. */
export function requestTarget({ href, pathname, search, hash }: URL): string {
  if (search !== "") return pathname + search;
  const whole = hash === "" ? href.replace(/#$/, "") : href.slice(0, -hash.length);
  return whole.endsWith("?") ? `${pathname}?` : pathname;
}

/** The host as a resolver or a socket takes it: an IPv6 literal without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

export function requestObject(url: URL): RequestObject {
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

export const emptyRequest: RequestObject = {
  protocol: "",
  host: "",
  port: "",
  pathname: "",
  search: "",
  parameters: [],
  url: "",
};
