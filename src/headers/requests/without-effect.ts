/** Headers and methods without effect, because another is missing or a word is misspelt. */

import { contentCodings } from "../../../data/headers/directives/content-codings.ts";
import { wordList } from "../../../data/headers/words.ts";
import { isToken } from "../../syntax/tokens.ts";
import { type Context, type ExplainedLine, problem, rule } from "../field.ts";
import { acceptEncoding } from "../fields/accept.ts";
import { isKnownCharset } from "../reading/charsets.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";

const itself = (line: ExplainedLine) => line;
const SINCE = {
  lines: [],
  method: "GET",
  requestHeaders: ["If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"],
} as const;

const METHODS = wordList("methods written in the wrong case");

/** The intended method, if only its case is wrong. */
function meantMethod(method: string): string | undefined {
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
  problem({
    id: "preflight-method-case",
    severity: "error",
    link: "mdn/Access-Control-Request-Method",
    summary:
      "A preflight requests a method in lower case, which Access-Control-Allow-Methods does not match.",
    detectAll: ({ named }) =>
      named("access-control-request-method").flatMap((line) => {
        const meant = meantMethod(line.line.value);
        return meant === undefined ? [] : [{ line, meant }];
      }),
    title: ({ line, meant }) =>
      `Access-Control-Request-Method is ${quote(line.line.value)}, but methods are case-sensitive: send ${meant}.`,
    at: ({ line }) => line,
    bad: request(["Origin: https://a.example", "Access-Control-Request-Method: patch"], {
      method: "OPTIONS",
    }),
    good: request(["Origin: https://a.example", "Access-Control-Request-Method: PATCH"], {
      method: "OPTIONS",
    }),
  }),
  problem({
    id: "accept-encoding-unknown",
    severity: "warning",
    link: "rfc9110#section-12.5.3",
    summary: "Accept-Encoding has a member that is not a content coding, so servers ignore it.",
    detectAll: unknownCodings,
    title: ({ value }) => `${quote(value)} in Accept-Encoding is not a content coding.`,
    at: ({ line }) => line,
    bad: request(["Accept-Encoding: gzp"]),
    good: request(["Accept-Encoding: gzip, br"]),
  }),
  problem({
    id: "accept-nothing",
    severity: "warning",
    link: "rfc9110#section-12.5.1",
    summary: "Accept refuses every media type, so servers answer 406 or ignore it.",
    detect: ({ named }) =>
      named("accept").find(({ line }) => /^\s*\*\/\*\s*;\s*q=0(?:\.0*)?\s*$/i.test(line.value)),
    at: itself,
    bad: request(["Accept: */*;q=0"]),
    good: request(["Accept: text/html, */*;q=0"]),
    edge: [request(["Accept: */*;q=0.000"]), request(["Accept: */*;q=0.001"])],
  }),
  problem({
    id: "if-modified-since-future",
    severity: "warning",
    link: "rfc9110#section-13.1.3",
    summary: "If-Modified-Since is later than the request: some servers ignore it, others answer 304.",
    detect: ({ named, receivedAt }) =>
      named("if-modified-since").find(
        ({ line }) => receivedAt !== undefined && Date.parse(line.value) > receivedAt,
      ),
    at: itself,
    bad: { ...SINCE, receivedAt: "2026-11-20T09:59:59Z" },
    good: { ...SINCE, receivedAt: "2026-11-20T10:00:00Z" },
    edge: [
      { ...SINCE, receivedAt: "2026-11-20T09:59:59Z" },
      { ...SINCE, receivedAt: "2026-11-20T10:00:00Z" },
    ],
  }),
  problem({
    id: "tracestate-without-traceparent",
    severity: "info",
    link: "https://www.w3.org/TR/trace-context/#tracestate-header",
    summary: "tracestate has no effect without traceparent.",
    detect: ({ named, has }) => !has("traceparent") && named("tracestate")[0],
    at: itself,
    bad: request(["tracestate: a=b"]),
    good: request([
      "tracestate: a=b",
      "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ]),
  }),
  problem({
    id: "grpc-te-missing",
    severity: "warning",
    link: "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md",
    summary: "A gRPC call lacks TE: trailers, without which some servers refuse it.",
    detect: ({ named }) =>
      !named("te").some(({ line }) => /\btrailers\b/i.test(line.value)) &&
      named("content-type").find(({ line }) => /^application\/grpc(?:$|[+;])/i.test(line.value)),
    at: itself,
    bad: request(["Content-Type: application/grpc"], { method: "POST" }),
    good: request(["Content-Type: application/grpc", "TE: trailers"], { method: "POST" }),
  }),
]);
