/** Content Security Policy: serialised policies and source expressions (CSP Level 3, sections 2.2 and 2.3.1). */

import { wordList } from "../../data/headers/words.ts";
import { memoize } from "../platform/memoize.ts";

export interface PolicyToken {
  readonly text: string;
}

export interface PolicyDirective {
  /** Lower case: directive names are case-insensitive. */
  readonly name: string;
  readonly sent: string;
  /** `parseSource` parses a token as a source expression. */
  readonly tokens: readonly PolicyToken[];
}

export interface Policy {
  readonly text: string;
  readonly directives: readonly PolicyDirective[];
}

/**
 * serialized-policy-list = 1#serialized-policy serialized-policy = serialized-directive *( OWS ";" [ OWS
 * serialized-directive ] ) Policies without directives are skipped, as in browsers.
 */
export const parsePolicies = memoize(policiesIn);

function policiesIn(value: string): readonly Policy[] {
  const policies: Policy[] = [];
  for (const text of value.split(",")) {
    const directives: PolicyDirective[] = [];
    for (const part of text.split(";")) {
      const directive = readDirective(part);
      if (directive) directives.push(directive);
    }
    if (directives.length > 0) policies.push({ text: text.trim(), directives });
  }
  return policies;
}

/** serialized-directive = directive-name [ RWS directive-value ]. Memoized: policies often differ only in a nonce. */
const readDirective = memoize((part): PolicyDirective | undefined => {
  const [first, ...tokens] = words(part);
  return first && { name: first.text.toLowerCase(), sent: first.text, tokens };
});

/** ASCII white space of the Infra standard. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;
}

function words(part: string): PolicyToken[] {
  const found: PolicyToken[] = [];
  let start = -1;
  for (let at = 0; at <= part.length; at++) {
    const ends = at === part.length || isSpace(part.charCodeAt(at));
    if (ends && start >= 0) found.push({ text: part.slice(start, at) });
    if (ends) start = -1;
    else if (start < 0) start = at;
  }
  return found;
}

export type Source =
  /** Lower case, without quotes. */
  | { readonly kind: "keyword"; readonly value: string }
  | { readonly kind: "nonce"; readonly value: string; readonly valid: boolean }
  | {
      readonly kind: "hash";
      readonly algorithm: "sha256" | "sha384" | "sha512";
      readonly value: string;
      /** Base64 of the algorithm's length. */
      readonly valid: boolean;
    }
  | { readonly kind: "scheme"; readonly value: string }
  | HostSource
  /** `*` alone: every host with a network scheme. */
  | { readonly kind: "wildcard" }
  /** A keyword, nonce or hash without quotes, which browsers parse as a host name. `value`: the intended source. */
  | { readonly kind: "unquoted"; readonly value: string }
  /** In single quotes, but not a keyword. */
  | { readonly kind: "unknown-keyword"; readonly value: string }
  /** Ignored by browsers. */
  | { readonly kind: "invalid" };

export interface HostSource {
  readonly kind: "host";
  readonly scheme?: string;
  /** Lower case, without the leading `*.`; `""` for `*` with a scheme or port. */
  readonly host: string;
  /** Matches subdomains, or every host. */
  readonly wildcard: boolean;
  readonly port?: string;
  readonly path?: string;
}

/** Keywords that are plausible host names (trusted-types, require-trusted-types-for, webrtc). */
const PLAIN_KEYWORDS: readonly string[] = ["script", "allow", "block"];
/** keyword-source, and keywords of other directives and drafts that browsers support. */
const KEYWORDS = new Set([...wordList("keywords of content security policies"), ...PLAIN_KEYWORDS]);

/** Keywords that are a mistake if their quotes are missing. */
const SLIPS: ReadonlySet<string> = new Set([...KEYWORDS].filter((word) => !PLAIN_KEYWORDS.includes(word)));

const DIGEST_LENGTH = { sha256: 44, sha384: 64, sha512: 88 } as const;

/** base64-value = 1*( ALPHA / DIGIT / "+" / "/" / "-" / "_" )*2( "=" ) */
const BASE64_VALUE = /^[A-Za-z0-9+/_-]+={0,2}$/;
/** Browsers accept sha-256 for sha256. */
const HASH = /^sha-?(256|384|512)-/i;
/** scheme-part = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
/** A domain name has at most 253 characters (RFC 1035 section 2.3.4), plus a wildcard. */
const LONGEST_HOST = 255;
/** IPv6 literals are not in the grammar, but common. */
const IPV6 = /^\[[0-9A-Fa-f:.]+\]$/;

/** source-expression = scheme-source / host-source / keyword-source / nonce-source / hash-source */
export function parseSource(text: string): Source {
  if (text.startsWith("'")) return quotedSource(text);
  if (text === "*") return { kind: "wildcard" };
  // Fast path: with a dot it must be a host, as most sources are.
  return (
    (text.includes(".") ? undefined : (slip(text) ?? schemeSource(text))) ??
    hostSource(text) ?? { kind: "invalid" }
  );
}

/** A keyword, nonce or hash without quotes or in wrong ones. */
function slip(text: string): Source | undefined {
  const bare = text.replace(/^[\u2018\u201c"`]/, "").replace(/[\u2019\u201d"'`]$/, "");
  const lower = bare.toLowerCase();
  const isSlip = SLIPS.has(lower) || lower.startsWith("nonce-") || HASH.test(bare);
  return isSlip ? { kind: "unquoted", value: bare } : undefined;
}

/** scheme-source = scheme-part ":" */
function schemeSource(text: string): Source | undefined {
  if (!text.endsWith(":") || !SCHEME.test(text.slice(0, -1))) return undefined;
  return { kind: "scheme", value: text.slice(0, -1).toLowerCase() };
}

/** keyword-source / "'nonce-" base64-value "'" / "'" hash-algorithm "-" base64-value "'" */
function quotedSource(text: string): Source {
  const value = text.slice(1, text.length > 1 && text.endsWith("'") ? -1 : undefined);
  // A nonce without the closing quote is often a placeholder with spaces.
  if (value.length !== text.length - 2)
    return /^nonce-/i.test(value)
      ? { kind: "nonce", value: value.slice(6), valid: false }
      : { kind: "unknown-keyword", value };
  if (KEYWORDS.has(value)) return { kind: "keyword", value };
  const lower = value.toLowerCase();
  if (KEYWORDS.has(lower)) return { kind: "keyword", value: lower };
  if (lower.startsWith("nonce-")) {
    const nonce = value.slice(6);
    return { kind: "nonce", value: nonce, valid: BASE64_VALUE.test(nonce) };
  }
  const [start, bits] = HASH.exec(value) ?? [];
  if (start === undefined || (bits !== "256" && bits !== "384" && bits !== "512"))
    return { kind: "unknown-keyword", value };
  const algorithm = `sha${bits}` as const;
  const digest = value.slice(start.length);
  const valid = BASE64_VALUE.test(digest) && paddedLength(digest) === DIGEST_LENGTH[algorithm];
  return { kind: "hash", algorithm, value: digest, valid };
}

/** 1*host-char *( "." 1*host-char ) [ "." ]; host-char = ALPHA / DIGIT / "-". By hand: most of a policy is hosts. */
function isHost(text: string): boolean {
  let labelStart = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === DOT) {
      if (at === labelStart) return false;
      labelStart = at + 1;
    } else if (!isHostChar(code)) return false;
  }
  return text !== "";
}

const DOT = 0x2e;

function isHostChar(code: number): boolean {
  if (code >= 0x61 && code <= 0x7a) return true;
  if (code >= 0x30 && code <= 0x39) return true;
  return code === 0x2d || (code >= 0x41 && code <= 0x5a);
}

function paddedLength(base64: string): number {
  const end = base64.indexOf("=");
  return Math.ceil((end < 0 ? base64.length : end) / 4) * 4;
}

/** host-source = [ scheme-part "://" ] host-part [ ":" port-part ] [ path-part ]; bracketed IPv6 included. */
const HOST_SOURCE = /^(?:([^:/]*):\/\/)?(\[[^\]]*\]|[^:/]*)(?::([^/]*))?(\/.*)?$/s;

/** host-part = "*" / [ "*." ] 1*host-char *( "." 1*host-char ) */
function hostSource(text: string): HostSource | undefined {
  const [, scheme, name = "", port, path] = HOST_SOURCE.exec(text) ?? [];
  if (scheme !== undefined && !SCHEME.test(scheme)) return undefined;
  if (port !== undefined && port !== "*" && !/^\d{1,5}$/.test(port)) return undefined;
  const wildcard = name === "*" || name.startsWith("*.");
  const host = wildcard ? name.slice(2).toLowerCase() : name.toLowerCase();
  if (name.length > LONGEST_HOST) return undefined;
  if (name !== "*" && !isHost(host) && !IPV6.test(host)) return undefined;
  const source: { -readonly [Key in keyof HostSource]: HostSource[Key] } = { kind: "host", host, wildcard };
  if (scheme !== undefined) source.scheme = scheme.toLowerCase();
  if (port !== undefined) source.port = port;
  if (path !== undefined) source.path = path;
  return source;
}
