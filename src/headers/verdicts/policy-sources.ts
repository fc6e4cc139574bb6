/** Source expressions: parsing them, and matching URLs (CSP 3 sections 2.3.1 and 6.7.2). */

import { trimEndOf } from "../../syntax/trim.ts";
import type { Engine } from "./response.ts";

export interface SourceList {
  readonly self: boolean;
  readonly star: boolean;
  readonly inline: boolean;
  readonly eval: boolean;
  readonly wasm: boolean;
  readonly strictDynamic: boolean;
  readonly unsafeHashes: boolean;
  readonly trustedTypesEval: boolean;
  readonly nonces: readonly string[];
  /** `sha256-…` with the digest in base64, without padding. */
  readonly hashes: readonly string[];
  readonly sources: readonly CspSource[];
}

export interface CspSource {
  /** Lower case, without colon; if absent, the page's scheme applies. */
  readonly scheme?: string;
  /** Lower case, without `*.`; absent if the source is only a scheme. */
  readonly host?: string;
  /** Matches subdomains of the host, or every host if the host is empty. */
  readonly wildcard: boolean;
  readonly port?: number | "*";
  /** Percent-decoded; absent or `""` matches every path. */
  readonly path?: string;
  /** The source as sent. */
  readonly text: string;
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
/** Labels of letters, digits and hyphens, with an optional final dot. */
const HOST = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.?$/;

/** scheme-source / host-source; undefined for anything else, which matches nothing. */
export function readSource(text: string, engine: Engine): CspSource | undefined {
  const bare = engine === "firefox" ? text.replace(/[?#].*/, "") : text;
  const first = bare.search(/[:/]/);
  const isScheme = bare[first] === ":";
  if (isScheme && first === bare.length - 1) {
    const scheme = bare.slice(0, first);
    return SCHEME.test(scheme) ? { scheme: scheme.toLowerCase(), wildcard: false, text } : undefined;
  }
  if (!isScheme || bare[first + 1] !== "/") return readHostSource(bare, undefined, text);
  const scheme = bare.slice(0, first);
  if (bare[first + 2] !== "/" || !SCHEME.test(scheme)) return undefined;
  return readHostSource(bare.slice(first + 3), scheme.toLowerCase(), text);
}

function readHostSource(rest: string, scheme: string | undefined, text: string): CspSource | undefined {
  const [, name = "", portText, pathText] = /^([^:/]*)(?::([^/]*))?(\/.*)?$/s.exec(rest) ?? [];
  const wildcard = name === "*" || name.startsWith("*.");
  const host = wildcard ? name.slice(2) : name;
  if (name !== "*" && !HOST.test(host)) return undefined;
  if (portText !== undefined && portText !== "*" && !/^\d{1,10}$/.test(portText)) return undefined;
  const path = pathText?.replace(/[?#].*/, "");
  return {
    ...(scheme !== undefined && { scheme }),
    host: host.toLowerCase(),
    wildcard,
    ...(portText !== undefined && { port: portText === "*" ? "*" : Number(portText) }),
    ...(path !== undefined && { path: decodePath(path) }),
    text,
  };
}

/** Percent-decodes; bytes that are not UTF-8 stay one character each. */
function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  return path.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    }
  });
}

/** base64-value = 1*( ALPHA / DIGIT / "+" / "/" / "-" / "_" )*2( "=" ) */
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Value in `'nonce-…'` if it is base64; an unfilled template such as `'nonce-${n}'` is invalid. */
export function readNonce(text: string): string | undefined {
  const value = /^'nonce-(.*)'$/is.exec(text)?.[1];
  return value !== undefined && BASE64.test(value) ? value : undefined;
}

const HASH = /^'(sha-?(?:256|384|512))-(.*)'$/is;

/** Normalized `'sha256-…'`; undefined if its length is impossible in base64. */
export function readHash(text: string, engine: Engine): string | undefined {
  const [, algorithm, value] = HASH.exec(text) ?? [];
  if (algorithm === undefined || value === undefined || !BASE64.test(value)) return undefined;
  if (engine !== "firefox" && trimEndOf(value, /=/).length % 4 === 1) return undefined;
  return normalHash(algorithm, value, engine);
}

/** Normalizes a hash. Firefox also compares padding, so a hash without padding matches nothing. */
export function normalHash(algorithm: string, digest: string, engine: Engine): string {
  const base64 = digest.replaceAll("-", "+").replaceAll("_", "/");
  const name = algorithm.toLowerCase().replace("sha-", "sha");
  return `${name}-${engine === "firefox" ? base64 : padded(base64)}`;
}

function padded(base64: string): string {
  const digits = trimEndOf(base64, /=/);
  return digits.padEnd(Math.ceil(digits.length / 4) * 4, "=");
}

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["https", 443],
  ["ws", 80],
  ["wss", 443],
  ["ftp", 21],
]);
const NETWORK_SCHEMES: readonly string[] = ["http", "https", "ws", "wss", "ftp"];

/** Whether a source list allows a URL for a page at `self` (CSP 3 section 6.7.2.5), ignoring nonces and hashes. */
export function allowsUrl(
  list: SourceList,
  url: URL,
  self: URL | undefined,
  engine: Engine,
  directive: string,
  isRedirected = false,
): boolean {
  const scheme = url.protocol.slice(0, -1);
  const own = self?.protocol.slice(0, -1);
  if (list.star && engine === "webkit" && directive === "img-src" && scheme === "data") return true;
  if (list.star && (NETWORK_SCHEMES.includes(scheme) || scheme === own)) return true;
  if (list.self && self && matches(ownSource(self), url, own, engine)) return true;
  return list.sources.some((source) =>
    matches(
      // Firefox ignores the path of a framing page: browsers reveal only its origin.
      isRedirected || (engine === "firefox" && directive === "frame-ancestors")
        ? { ...source, path: "" }
        : source,
      url,
      own,
      engine,
    ),
  );
}

function ownSource(self: URL): CspSource {
  const port = portOf(self);
  return {
    scheme: self.protocol.slice(0, -1),
    host: self.hostname,
    wildcard: false,
    ...(port !== undefined && { port }),
    text: "'self'",
  };
}

function portOf(url: URL): number | undefined {
  return url.port === "" ? DEFAULT_PORTS.get(url.protocol.slice(0, -1)) : Number(url.port);
}

type Match = "no" | "upgrade" | "exact";

/** scheme-part match: http also matches https, and HTTP schemes match WebSocket schemes. */
function matchScheme(allowed: string, scheme: string): Match {
  if (allowed === scheme) return "exact";
  if ((allowed === "http" && scheme === "https") || (allowed === "ws" && scheme === "wss")) return "upgrade";
  if (allowed === "http" && (scheme === "ws" || scheme === "wss"))
    return scheme === "ws" ? "exact" : "upgrade";
  return allowed === "https" && scheme === "wss" ? "exact" : "no";
}

/** In WebKit, WebSocket sources match the HTTP schemes too. */
const SAME_AS: ReadonlyMap<string, string> = new Map([
  ["ws", "http"],
  ["wss", "https"],
]);

function matches(source: CspSource, url: URL, own: string | undefined, engine: Engine): boolean {
  const allowed = source.scheme ?? own;
  if (allowed === undefined) return false;
  const byScheme = matchScheme(
    engine === "webkit" ? (SAME_AS.get(allowed) ?? allowed) : allowed,
    url.protocol.slice(0, -1),
  );
  if (byScheme === "no" || source.host === undefined) return byScheme !== "no";
  // In WebKit, `*` with a port matches no host.
  const isBareStar = source.wildcard && source.host === "" && source.scheme === undefined;
  if (engine === "webkit" && isBareStar && source.port !== undefined) return false;
  const byPort = matchPort(source, url, allowed, engine);
  if (byPort === "no") return false;
  // Chromium requires an upgrade of both scheme and port, or of neither; the others compare them separately.
  if (byScheme === "upgrade" && byPort === "exact" && engine === "chromium") return false;
  if (byPort === "upgrade" && byScheme !== "upgrade" && engine === "chromium") return false;
  return matchHost(source, url.hostname) && matchPath(source.path ?? "", url.pathname);
}

/** Whether a source with a scheme matches the origin of a URL. */
export function matchesOrigin(source: CspSource, url: URL): boolean {
  return matches({ ...source, path: "" }, url, undefined, "chromium");
}

/** Whether the port matches; `any` without a port or with `*`, which also matches an upgrade. */
function matchPort({ port, scheme }: CspSource, url: URL, allowed: string, engine: Engine): Match | "any" {
  const actual = portOf(url);
  if (port === 443 && actual === 443 && allowed === "http" && engine === "chromium") return "upgrade";
  if (port === "*" || port === actual) return port === "*" || port === undefined ? "any" : "exact";
  const standard = DEFAULT_PORTS.get(url.protocol.slice(0, -1));
  if (port === undefined && actual === standard) return "any";
  const wanted = port ?? DEFAULT_PORTS.get(scheme ?? "");
  if (wanted === 80 && actual === 443) return "upgrade";
  return engine === "firefox" && port === 80 && actual === 443 ? "upgrade" : "no";
}

function matchHost({ host = "", wildcard }: CspSource, hostname: string): boolean {
  const name = hostname.toLowerCase();
  return wildcard ? host === "" || name.endsWith(`.${host}`) : name === host;
}

/** path-part match (section 6.7.2.9): a path with a final slash matches everything below it. */
function matchPath(path: string, pathname: string): boolean {
  const decoded = decodePath(pathname);
  if (path === "" || (path === "/" && decoded === "")) return true;
  return path.endsWith("/") ? decoded.startsWith(path) : decoded === path;
}

/** Sources as text, `'self'` as the page's origin if known. */
export function describeSources(list: SourceList, self: URL | undefined): string[] {
  const sources: string[] = [];
  if (list.star) sources.push("*");
  if (list.self) sources.push(self ? self.origin : "'self'");
  for (const { text } of list.sources) sources.push(text);
  return sources;
}
