/** Pseudo-headers of HTTP/2 and HTTP/3 (RFC 9113 section 8.3, RFC 8441). */

import { wordList } from "../../../data/headers/words.ts";
import { isToken } from "../../syntax/tokens.ts";
import { type Context, type ExplainedLine, problem, ruleOn } from "../field.ts";
import { listing, quote } from "../wording.ts";
import { request } from "./example.ts";

const PSEUDO = [":method", ":scheme", ":authority", ":path", ":protocol"];
const NEEDED = [":method", ":scheme", ":path"];
const GOOD = [":method: GET", ":scheme: https", ":path: /"];

const isPseudo = ({ line }: ExplainedLine) => line.name.startsWith(":");

/** A request over HTTP/2 or HTTP/3, by its pseudo-headers or its version. */
interface Http2Request {
  /** Whether the lines include pseudo-headers, which tools often omit. */
  readonly isRaw: boolean;
  readonly all: readonly ExplainedLine[];
  readonly method: string | undefined;
  /** CONNECT without :protocol, which must omit :scheme and :path (RFC 9113 section 8.5). */
  readonly isTunnel: boolean;
}

function http2Request({ all, named, message }: Context): Http2Request | undefined {
  const isRaw = all.some(isPseudo);
  if (!isRaw && !/^[23]/.test(message.httpVersion ?? "")) return undefined;
  const method = named(":method")[0]?.line.value;
  return { isRaw, all, method, isTunnel: method === "CONNECT" && named(":protocol").length === 0 };
}

function late({ all }: Http2Request): readonly ExplainedLine[] {
  const first = all.findIndex((line) => !isPseudo(line));
  return all.filter(
    (line, at) => first >= 0 && at > first && isPseudo(line) && PSEUDO.includes(line.line.name),
  );
}

/** Pseudo-headers that the method does not allow, and why. */
function unwanted({ method, isTunnel }: Http2Request, { named }: Context) {
  const protocol = method === undefined || method === "CONNECT" ? [] : named(":protocol").slice(0, 1);
  const ofTunnel = isTunnel ? [":scheme", ":path"].flatMap((name) => named(name)) : [];
  return [
    ...protocol.map((line) => ({ line, why: `is sent with the method ${method}; it belongs to CONNECT` })),
    ...ofTunnel.map((line) => ({ line, why: "must not be sent with CONNECT" })),
  ];
}

export const pseudoFields = ruleOn(http2Request, [
  problem("pseudo-field-unknown", "error", "rfc9113#section-8.3.1", {
    detectAll: ({ all }) => all.filter((line) => isPseudo(line) && !PSEUDO.includes(line.line.name)),
    title: ({ line }) =>
      `${quote(line.name)} is not a request pseudo-header field, so the request is malformed.`,
    bad: request([":method: GET", ":host: example.com"]),
    good: request(GOOD),
  }),
  problem("pseudo-field-late", "error", "rfc9113#section-8.3", {
    detectAll: late,
    title: ({ line }) => `${line.name} comes after a regular header, so the request is malformed.`,
    bad: request([":method: GET", "accept: */*", ":path: /"]),
    good: request([...GOOD, "accept: */*"]),
  }),
  problem("request-connection-field", "error", "rfc9113#section-8.2.2", {
    detectAll: ({ all }) => all.filter(({ line }) => CONNECTION.has(line.name)),
    title: ({ line }) => `${line.sent} must not be sent in a request over HTTP/2 or HTTP/3.`,
    bad: request(["GET / HTTP/2", "Connection: close"]),
    good: request([...GOOD, "te: trailers"]),
  }),
  problem("request-te-value", "error", "rfc9113#section-8.2.2", {
    detectAll: (_, { named }) => named("te").filter(({ line }) => line.value.toLowerCase() !== "trailers"),
    title: ({ line }) => `TE is ${quote(line.value)}; in HTTP/2 and HTTP/3 its only valid value is trailers.`,
    bad: request([...GOOD, "te: gzip"]),
    good: request([...GOOD, "te: trailers"]),
  }),
  problem("field-name-upper-case", "error", "rfc9113#section-8.2.1", {
    detectAll: ({ isRaw, all }) =>
      isRaw ? all.filter((line) => !isPseudo(line) && /[A-Z]/.test(line.line.sent)) : [],
    title: ({ line }) => `${line.sent} has capital letters, which HTTP/2 and HTTP/3 forbid in header names.`,
    send: ({ line }) => `${line.name}: ${line.value}`,
    bad: request([...GOOD, "Accept: */*"]),
    good: request([...GOOD, "accept: */*"]),
  }),
  problem("pseudo-field-repeated", "error", "rfc9113#section-8.3", {
    detectAll: (_, { named }) => PSEUDO.flatMap((name) => named(name).slice(1, 2)),
    title: ({ line }) => `${line.name} is sent twice, so the request is malformed.`,
    bad: request([...GOOD, ":path: /b"]),
    good: request(GOOD),
  }),
  problem("pseudo-field-invalid", "error", "rfc9113#section-8.3.1", {
    detectAll: ({ method }, { named }) =>
      PSEUDO.flatMap((name) => named(name).slice(0, 1)).flatMap((line) => {
        const flaw = flawOf(line.line.name, line.line.value, method);
        return flaw ? [{ line, flaw }] : [];
      }),
    title: ({ line: { line }, flaw }) => `${line.name} is ${quote(line.value)}, ${flaw}.`,
    bad: request([":method: GET", ":scheme: https", ":path: index.html"]),
    good: request(GOOD),
  }),
  problem("pseudo-field-unwanted", "error", "rfc8441#section-4", {
    detectAll: unwanted,
    title: ({ line, why }) => `${line.line.name} ${why}.`,
    bad: request([...GOOD, ":protocol: websocket"]),
    good: request([
      ":method: CONNECT",
      ":scheme: https",
      ":path: /",
      ":authority: a.example",
      ":protocol: websocket",
    ]),
  }),
  problem("pseudo-field-missing", "error", "rfc9113#section-8.3.1", {
    detect({ isRaw, isTunnel }, { has }) {
      if (!isRaw) return false;
      const missing = (isTunnel ? [":authority"] : NEEDED).filter((name) => !has(name));
      return missing.length > 0 && missing;
    },
    title: (missing) =>
      `${listing(missing)} ${missing.length > 1 ? "are" : "is"} missing, so the request is malformed.`,
    bad: request([":method: GET", ":path: /"]),
    good: request(GOOD),
  }),
  problem("authority-mismatch", "error", "rfc9113#section-8.3.1", {
    detect(_, { named }) {
      const [host] = named("host");
      const authority = named(":authority")[0]?.line.value ?? host?.line.value;
      return host && authority?.toLowerCase() !== host.line.value.toLowerCase() && { host, authority };
    },
    title: ({ host, authority = "" }) =>
      `Host is ${quote(host.line.value)}, but :authority is ${quote(authority)}.`,
    at: ({ host }) => host,
    bad: request([...GOOD, ":authority: example.com", "host: other.example"]),
    good: request([...GOOD, ":authority: example.com", "host: example.com"]),
  }),
]);

/** Error in a pseudo-header's value, as text after the value; undefined if valid. */
function flawOf(name: string, value: string, method: string | undefined): string | undefined {
  if (name === ":method" && !isToken(value)) return "which is not a method";
  if (
    name === ":method" &&
    value !== value.toUpperCase() &&
    isToken(value) &&
    METHODS.has(value.toUpperCase())
  )
    return `but methods are case-sensitive; use ${value.toUpperCase()}`;
  if (name === ":scheme" && !/^[a-z][a-z0-9+.-]*$/i.test(value)) return "which is not a scheme";
  if (name === ":authority" && value.includes("@")) return "which has a user name, which must not be sent";
  if (name !== ":path" || (value === "*" && method === "OPTIONS")) return undefined;
  if (!value.startsWith("/")) return "which does not begin with a slash";
  if (value.includes("#")) return "which has a fragment, which must not be sent";
  return /\s/.test(value) ? "which has white space" : undefined;
}

const METHODS = wordList("methods of requests");
const CONNECTION = new Set([...wordList("fields of a connection"), "http2-settings"]);
