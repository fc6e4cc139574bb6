/** Formats of settings: parse text, or throw an error with the expected format. Pure. */

import { wordTable } from "../../data/word-table.ts";
import { type Network, parseNetwork } from "../syntax/ip-address.ts";
import { trimEndOf } from "../syntax/trim.ts";

/** Invalid value; the message has the expected format. */
export class ValueError extends Error {
  /** Accepted words, if the value must be one of a list. */
  readonly known: readonly string[] | undefined;
  /** Invalid item of a list. */
  readonly part: string | undefined;
  constructor(message: string, { known, part }: { known?: readonly string[]; part?: string } = {}) {
    super(message);
    this.known = known;
    this.part = part;
  }
}

export type Listen =
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
  | { readonly kind: "unix"; readonly path: string };

/** `host:port`, `[v6]:port`, `:port` or `unix:/path`. */
export function listenAddress(text: string): Listen {
  if (text.startsWith("unix:")) {
    const path = text.slice(5);
    if (!path) throw new ValueError("expected a path after unix:");
    return { kind: "unix", path };
  }
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]*)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (!match || port > 65_535) throw new ValueError("expected HOST:PORT, [IPV6]:PORT or unix:/PATH");
  return { kind: "tcp", host: match[1] ?? (match[2] || "0.0.0.0"), port };
}

/** Formats a listen address. */
export function listenText(listen: Listen): string {
  if (listen.kind === "unix") return `unix:${listen.path}`;
  return `${listen.host.includes(":") ? `[${listen.host}]` : listen.host}:${listen.port}`;
}

const DURATIONS = wordTable({ ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 });

/** Maximum of a timer in milliseconds; longer ones fire at once. */
const LONGEST = 2 ** 31 - 1;

/** `500ms`, `15s`, `2m`, `1h`, `60d` → milliseconds, at least 1. */
export function duration(text: string): number {
  const match = /^(\d{1,10}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text);
  const ms = Math.round(Number(match?.[1]) * (DURATIONS.get(match?.[2] ?? "") ?? Number.NaN));
  if (!(ms >= 1)) throw new ValueError("expected a duration such as 500ms, 15s or 2m");
  if (ms > LONGEST)
    throw new ValueError("expected at most 2147483647ms (24 days), the longest that a timer can run");
  return ms;
}

/** A duration; 0 for `off` or `0`. */
export function durationOrOff(text: string): number {
  return text === "off" || text === "0" ? 0 : duration(text);
}

const SIZES = wordTable({
  "": 1,
  B: 1,
  KB: 1000,
  MB: 1_000_000,
  GB: 1_000_000_000,
  KiB: 1024,
  MiB: 1_048_576,
  GiB: 1_073_741_824,
});

/** `64KiB`, `1MB`, `4096` → bytes, at least `min`. */
function size(min: number): (text: string) => number {
  return (text) => {
    const match = /^(\d{1,12})(B|KB|MB|GB|KiB|MiB|GiB)?$/.exec(text);
    const bytes = Number(match?.[1]) * (SIZES.get(match?.[2] ?? "") ?? Number.NaN);
    if (!(bytes >= min))
      throw new ValueError(`expected a size such as 4096, 64KiB or 1MB${min > 0 ? `, at least ${min}` : ""}`);
    return bytes;
  };
}

/** Integer between two bounds. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new ValueError(`expected a whole number from ${min} to ${max}`);
    return value;
  };
}

function word<const W extends readonly string[]>(...words: W): (text: string) => W[number] {
  return (text) => {
    if (!words.includes(text)) throw new ValueError(`expected one of ${words.join(", ")}`, { known: words });
    return text;
  };
}

/** Comma-separated words; empty for no text. */
export function list(text: string): readonly string[] {
  return text === "" ? [] : text.split(",").map((part) => part.trim());
}

/** Comma-separated CIDR blocks or addresses. */
export function networks(text: string): readonly Network[] {
  return list(text).map((part) => {
    const network = parseNetwork(part);
    if (!network) throw new ValueError("expected CIDR blocks such as 10.0.0.0/8", { part });
    return network;
  });
}

/** Peers trusted to forward the client's address. */
export interface Proxies {
  readonly networks: readonly Network[];
  /** Any peer on a Unix socket. */
  readonly unix: boolean;
}

/** Comma-separated CIDR blocks, and `unix`. */
export function proxies(text: string): Proxies {
  const parts = list(text);
  return {
    networks: networks(parts.filter((part) => part !== "unix").join(",")),
    unix: parts.includes("unix"),
  };
}

/** A URL of Redis or Valkey; empty for none. */
export function redisUrl(text: string): string | undefined {
  if (text === "") return undefined;
  if (!/^(?:redis|rediss|valkey|valkeys):\/\/./.test(text) || !URL.canParse(text))
    throw new ValueError("expected a URL such as redis://127.0.0.1:6379");
  return text;
}

/** The URL of a proxy; `""` for none. */
export function proxyUrl(text: string): string {
  if (text === "" || (/^(?:https?|socks5h?):\/\/[^/]+\/?$/.test(text) && URL.canParse(text))) return text;
  throw new ValueError("expected the URL of an http, https or socks5 proxy, such as http://127.0.0.1:3128");
}

/** Normalized web URL without user and query. @param expected format, for the error */
function webUrl(text: string, expected: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text))
    throw new ValueError(`expected ${expected}`);
  return url.href;
}

/** Base URL without its trailing slash; `""` for none. */
export function baseUrl(text: string): string {
  const expected = "an http or https URL without query, such as https://tools.example/netlens";
  return text === "" ? "" : trimEndOf(webUrl(text, expected), /\//);
}

/** URL of an OTLP collector without its trailing slash; undefined for none. */
export function collectorUrl(text: string): string | undefined {
  const expected = "an http or https URL without user and query, such as http://127.0.0.1:4318";
  return text === "" ? undefined : trimEndOf(webUrl(text, expected), /\//);
}

/** The RDAP server: undefined for none, `""` for the registries, else a base URL. */
export function rdapServer(text: string): string | undefined {
  if (text === "off") return undefined;
  if (text === "registries") return "";
  const expected =
    "registries, off, or an http or https URL without user and query, such as https://rdap.example/";
  const url = webUrl(text, expected);
  return url.endsWith("/") ? url : `${url}/`;
}

/** Header name (RFC 9110 section 5.1), in lower case. */
export function fieldName(text: string): string {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)) throw new ValueError("expected a header name");
  return text.toLowerCase();
}

/** Comma-separated origins, or `*`. */
function origins(text: string): readonly string[] {
  return list(text).map((part) => {
    if (part !== "*" && URL.parse(part)?.origin !== part)
      throw new ValueError("expected origins such as https://example.com", { part });
    return part;
  });
}

/** Inclusive. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** Comma-separated ports and ranges: `80,443,8000-8999`. */
export function ports(text: string): readonly PortRange[] {
  return list(text).map((part) => {
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? from);
    if (!match || from < 1 || to > 65_535 || to < from)
      throw new ValueError("expected ports or ranges of ports such as 8000-8999", { part });
    return { from, to };
  });
}

/** `60/1m`: requests per window; undefined for `off`. */
export function rate(text: string): { readonly requests: number; readonly window: number } | undefined {
  if (text === "off") return undefined;
  const [requests = "", window = ""] = text.split("/");
  if (!/^[1-9]\d{0,8}$/.test(requests)) throw new ValueError("expected REQUESTS/TIME such as 60/1m, or off");
  return { requests: Number(requests), window: duration(window) };
}

/** `host:port`, port 53 by default; empty for the system's resolver. */
export function resolver(text: string): { readonly host: string; readonly port: number } | undefined {
  if (text === "") return undefined;
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/.exec(text);
  const port = Number(match?.[3] ?? 53);
  if (!match || port > 65_535) throw new ValueError("expected ADDRESS:PORT of a DNS server");
  return { host: match[1] ?? match[2] ?? "", port };
}

export function text(value: string): string {
  return value;
}

/** Forms that several options have: placeholder of the value in help, and parser. */
export const TIME = { value: "TIME", parse: duration };
export const TIME_OR_OFF = { value: "TIME|off", parse: durationOrOff };
export const RATE = { value: "N/TIME|off", parse: rate };
export const FILE = { value: "FILE", parse: text };
export const ORIGINS = { value: "ORIGIN,…|*", parse: origins };
export const sizeFrom = (min: number) => ({ value: "SIZE", parse: size(min) });
export const count = (min: number, max: number) => ({ value: "N", parse: integer(min, max) });
export const oneOf = <const W extends readonly string[]>(...words: W) => ({
  value: words.join("|"),
  parse: word(...words),
});
