/** The content of a request, and headers and methods without effect. */

import { contentCodings } from "../../../data/headers/directives/content-codings.ts";
import { wordList } from "../../../data/headers/words.ts";
import { isToken } from "../../syntax/tokens.ts";
import { type Context, problem, rule } from "../field.ts";
import { acceptEncoding } from "../fields/accept.ts";
import { isKnownCharset } from "../reading/charsets.ts";
import { quote } from "../wording.ts";
import { joined } from "./contradictions.ts";
import { request } from "./example.ts";

const ORIGIN = "Origin: https://a.example";
const SINCE = {
  lines: [],
  method: "GET",
  requestHeaders: ["If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"],
} as const;

const METHODS = wordList("methods written in the wrong case");

/** The intended method, if only its case is wrong. */
function intendedMethod(method: string): string | undefined {
  const upper = method.toUpperCase();
  return upper !== method && METHODS.has(upper) ? upper : undefined;
}

function isCoding(name: string): boolean {
  return contentCodings.get(name.toLowerCase()) !== undefined && !isKnownCharset(name);
}

/** Unknown codings in Accept-Encoding, such as a charset. */
function unknownCodings(context: Context) {
  return context
    .lines(acceptEncoding)
    .flatMap((line) =>
      (line.parsed?.members ?? [])
        .filter(({ value }) => isToken(value) && value !== "*" && !isCoding(value))
        .map(({ value }) => ({ line, value })),
    );
}

export const withoutEffect = rule([
  problem("preflight-method-case", "error", "mdn/Access-Control-Request-Method", {
    detectAll: ({ named }) =>
      named("access-control-request-method").flatMap((line) => {
        const meant = intendedMethod(line.line.value);
        return meant === undefined ? [] : [{ line, meant }];
      }),
    title: ({ line, meant }) =>
      `Access-Control-Request-Method is ${quote(line.line.value)}, but methods are case-sensitive: send ${meant}.`,
    bad: request([ORIGIN, "Access-Control-Request-Method: patch"], { method: "OPTIONS" }),
    good: request([ORIGIN, "Access-Control-Request-Method: PATCH"], { method: "OPTIONS" }),
  }),
  problem("accept-encoding-unknown", "warning", "rfc9110#section-12.5.3", {
    detectAll: unknownCodings,
    title: ({ value }) => `${quote(value)} in Accept-Encoding is not a content coding.`,
    bad: request(["Accept-Encoding: gzp"]),
    good: request(["Accept-Encoding: gzip, br"]),
  }),
  problem("accept-nothing", "warning", "rfc9110#section-12.5.1", {
    detect: ({ named }) =>
      named("accept").find(({ line }) => /^\s*\*\/\*\s*;\s*q=0(?:\.0*)?\s*$/i.test(line.value)),
    bad: request(["Accept: */*;q=0"]),
    good: request(["Accept: text/html, */*;q=0"]),
  }),
  problem("if-modified-since-future", "warning", "rfc9110#section-13.1.3", {
    detect: ({ named, receivedAt }) =>
      named("if-modified-since").find(
        ({ line }) => receivedAt !== undefined && Date.parse(line.value) > receivedAt,
      ),
    bad: { ...SINCE, receivedAt: "2026-11-20T09:59:59Z" },
    good: { ...SINCE, receivedAt: "2026-11-20T10:00:00Z" },
  }),
  problem("tracestate-without-traceparent", "info", "w3/trace-context/#tracestate-header", {
    detect: ({ named, has }) => !has("traceparent") && named("tracestate")[0],
    bad: request(["tracestate: a=b"]),
    good: request([
      "tracestate: a=b",
      "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ]),
  }),
  problem("grpc-te-missing", "warning", "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md", {
    detect: ({ named }) =>
      !named("te").some(({ line }) => /\btrailers\b/i.test(line.value)) &&
      named("content-type").find(({ line }) => /^application\/grpc(?:$|[+;])/i.test(line.value)),
    bad: request(["Content-Type: application/grpc"], { method: "POST" }),
    good: request(["Content-Type: application/grpc", "TE: trailers"], { method: "POST" }),
  }),
]);

const WITH_CONTENT: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "QUERY", "DELETE", "OPTIONS"]);

const TYPED: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "QUERY"]);
/** Safe methods (RFC 9110 section 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]);

export const describedContent = rule([
  problem("request-content-type-missing", "warning", "rfc9110#section-8.3", {
    detect(context) {
      const { named, has, method = "" } = context;
      // Another problem reports a coding that does not end in chunked.
      const isChunked = /\bchunked\s*$/i.test(joined(context, "transfer-encoding") ?? "");
      const hasContent = isChunked || Number(named("content-length")[0]?.line.value) > 0;
      return TYPED.has(method) && hasContent && !has("content-type") && method;
    },
    title: (method) =>
      `The ${method} has content but no Content-Type, so servers guess its format or answer 415.`,
    bad: request(["Content-Length: 12"], { method: "PATCH" }),
    good: request(["Content-Length: 12", "Content-Type: application/merge-patch+json"], { method: "PATCH" }),
  }),
  problem("early-data-unsafe", "warning", "rfc8470#section-4", {
    detect: ({ named, method = "GET" }) => !SAFE.has(method) && named("early-data")[0],
    title: (_, { method }) =>
      `Early-Data: the ${method} came in TLS early data, which an attacker can send again.`,
    bad: request(["Early-Data: 1", "Content-Length: 0"], { method: "POST" }),
    good: request(["Early-Data: 1"]),
  }),
  problem("request-chunked-missing", "error", "rfc9112#section-6.3", {
    detect(context) {
      const [coding] = context.named("transfer-encoding");
      const last = (joined(context, "transfer-encoding") ?? "").split(",").at(-1)?.trim().toLowerCase() ?? "";
      if (!coding || last === "identity" || last.startsWith("chunked")) return undefined;
      return !/\bchunked\b/i.test(coding.line.value) && coding;
    },
    title: ({ line }) =>
      `Transfer-Encoding is ${quote(line.value)}, which does not end in chunked, so servers answer 400.`,
    bad: request(["Transfer-Encoding: gzip"], { method: "POST" }),
    good: request(["Transfer-Encoding: gzip, chunked"], { method: "POST" }),
  }),
  problem("content-type-without-content", "info", "rfc9110#section-8.3", {
    detect({ named, has, method }) {
      if (method === undefined || WITH_CONTENT.has(method) || has("transfer-encoding")) return undefined;
      const [length] = named("content-length");
      return (!length || length.line.value === "0") && named("content-type")[0];
    },
    title: (_, { method }) =>
      `Content-Type describes nothing in a ${method} without content (did you mean Accept?).`,
    bad: request(["Content-Type: application/json"]),
    good: request(["Accept: application/json"]),
  }),
  problem("request-content-range", "warning", "rfc9110#section-14.5", {
    detect: ({ named, method }) => method === "PUT" && named("content-range")[0],
    bad: request(["Content-Range: bytes 0-9/100"], { method: "PUT" }),
    good: request(["Content-Length: 5"], { method: "PUT" }),
  }),
]);
