/** URI references (RFC 3986): checks their characters, and resolves them as browsers do (WHATWG URL). */

import { codeTable, type Flaw } from "./tokens.ts";

type UriKind =
  | "absolute"
  | "scheme-relative"
  | "path-absolute"
  | "path-relative"
  | "query"
  | "fragment"
  | "empty";

export interface UriReference {
  readonly kind: UriKind;
  readonly scheme?: string;
  readonly fragment?: string;
  /** User name and password before the host, as sent. */
  readonly userinfo?: string;
  readonly flaws: readonly Flaw<UriFlaw>[];
}

type UriFlaw =
  /** A character that must be percent-encoded, such as space, quotes, braces, backslash or non-ASCII. */
  | "uri-illegal-character"
  | "uri-bad-percent"
  | "uri-stray-bracket"
  /** An invalid character in the host, which percent-encoding cannot fix. */
  | "uri-bad-host"
  | "uri-missing-host"
  | "uri-second-fragment";

/** reserved / unreserved, without brackets and number sign */
const LEGAL = codeTable("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?@!$&'()*+,;=");
/** IP-literal with optional user information and port. */
const LITERAL = /^(?:[^@[\]]*@)?\[[0-9A-Za-z:.~_!$&'()*+,;=-]+\](?::\d*)?$/;
/** scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) */
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const WITH_HOST: ReadonlySet<string> = new Set(["http", "https", "ws", "wss", "ftp"]);

/** URI-reference = URI / relative-ref. One flaw per illegal character, at most ten. */
export function checkUriReference(text: string): UriReference {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  const hash = text.indexOf("#");
  const rest = scheme === undefined ? text : text.slice(scheme.length + 1);
  const authority = rest.startsWith("//") ? (/^[^/?#]*/.exec(rest.slice(2))?.[0] ?? "") : undefined;
  const authorityAt = text.length - rest.length + 2;
  const at = authority?.lastIndexOf("@") ?? -1;
  const host = { from: authorityAt + at + 1, to: authorityAt + (authority?.length ?? 0) };
  const flaws = illegalParts(text, hash, host, authority !== undefined && LITERAL.test(authority));
  if (scheme !== undefined && WITH_HOST.has(scheme) && !authority)
    flaws.push({ id: "uri-missing-host", at: 0, text });
  return {
    kind: scheme === undefined ? relativeKind(text) : "absolute",
    ...(scheme !== undefined && { scheme }),
    ...(hash >= 0 && { fragment: text.slice(hash + 1) }),
    ...(authority !== undefined && at >= 0 && { userinfo: authority.slice(0, at) }),
    flaws,
  };
}

/** Schemes that browsers never follow from a response. */
const REFUSED: ReadonlySet<string> = new Set(["javascript", "data", "blob", "about", "file", "vbscript"]);

/** Whether browsers refuse redirects to this scheme. */
export function isRefused(scheme: string | undefined): boolean {
  return scheme !== undefined && REFUSED.has(scheme);
}

/** Base URL if the request URL is unknown. */
const SOMEWHERE = new URL("https://host.invalid/");

export function isFollowable(text: string, base: URL = SOMEWHERE): boolean {
  const url = resolveReference(text, base);
  return url !== undefined && !isRefused(url.protocol.slice(0, -1));
}

export function isResolvable(text: string, base: URL = SOMEWHERE): boolean {
  return resolveReference(text, base) !== undefined;
}

/** The resolved URL; undefined if invalid, or if relative without a base. */
export function resolveReference(text: string, base?: URL): URL | undefined {
  return URL.parse(text, base?.href) ?? undefined;
}

function relativeKind(text: string): UriKind {
  if (text === "") return "empty";
  if (text.startsWith("//")) return "scheme-relative";
  if (text.startsWith("/")) return "path-absolute";
  if (text.startsWith("?")) return "query";
  return text.startsWith("#") ? "fragment" : "path-relative";
}

const MOST_FLAWS = 10;
/** pct-encoded = "%" HEXDIG HEXDIG */
const PCT_ENCODED = /^%[0-9A-Fa-f]{2}$/;

interface Span {
  readonly from: number;
  readonly to: number;
}

function illegalParts(text: string, hash: number, host: Span, isLiteral: boolean): Flaw<UriFlaw>[] {
  const flaws: Flaw<UriFlaw>[] = [];
  for (let at = 0; at < text.length && flaws.length < MOST_FLAWS; at++) {
    if (LEGAL[text.charCodeAt(at)] === 1) continue;
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const isBracket = char === "[" || char === "]";
    const isInHost = at >= host.from && at < host.to;
    if (char === "%") {
      const triplet = text.slice(at, at + 3);
      if (!PCT_ENCODED.test(triplet)) flaws.push({ id: "uri-bad-percent", at, text: triplet });
    } else if (!(char === "#" && at === hash) && !(isBracket && isInHost && isLiteral))
      flaws.push({ id: flawOf(char, isBracket, isInHost), at, text: char });
    at += char.length - 1;
  }
  return flaws;
}

function flawOf(char: string, isBracket: boolean, isInHost: boolean): UriFlaw {
  if (isInHost) return "uri-bad-host";
  if (char === "#") return "uri-second-fragment";
  return isBracket ? "uri-stray-bracket" : "uri-illegal-character";
}

/** Decodes percent-encoded UTF-8; undefined if it is invalid. */
export function percentDecoded(text: string): string | undefined {
  try {
    return text.includes("%") ? decodeURIComponent(text) : text;
  } catch {
    return undefined;
  }
}
