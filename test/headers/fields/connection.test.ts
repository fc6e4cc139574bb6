import { describe, expect, test } from "bun:test";
import type { Known } from "../../../src/headers/message.ts";
import { lastHeader, problemsOfLast } from "../explained.ts";

/** Lines, context and the problems of the last line. */
const CASES: readonly (readonly [lines: readonly string[], problems: readonly string[], known?: Known])[] = [
  [["Transfer-Encoding: chunked"], []],
  [["Transfer-Encoding: chUnked"], []],
  [["Transfer-Encoding: foo"], ["error transfer-coding-unknown"]],
  [["Transfer-Encoding: foo"], [], { requestHeaders: ["TE: foo"] }],
  [["Transfer-Encoding: gzip, chunked"], []],
  [["Transfer-Encoding: gzip, chunked"], ["warning transfer-coding-unwanted"], { requestHeaders: [] }],
  [["Transfer-Encoding: gzip, chunked"], [], { requestHeaders: ["TE: trailers, gzip;q=0.5"] }],
  [["Transfer-Encoding: identity"], ["info transfer-coding-identity"]],
  [["Transfer-Encoding: chunked;foo=bar"], ["warning transfer-coding-parameter"]],
  [["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], []],
  [["Transfer-Encoding: chunked, gzip"], ["error chunked-not-last"]],
  [["Transfer-Encoding: "], ["warning value-empty"]],
  [["Connection: close"], []],
  [["Connection: keep-alive"], []],
  [["Connection: close, X-Thing"], []],
  [["Connection: close, Date"], ["error connection-end-to-end"]],
  [["Keep-Alive: timeout=5, max=100"], []],
  [["Keep-Alive: five seconds"], ["error keep-alive-invalid"]],
  [["Keep-Alive: timeout=long"], ["error keep-alive-invalid"]],
  [["Upgrade: HTTP/2.0, SHTTP/1.3, IRC/6.9, RTA/x11", "Upgrade: websocket"], []],
  [["Upgrade: web socket"], ["error upgrade-invalid"]],
  [["Trailer: Server-Timing, X-Sum"], []],
  [["Trailer: transfer-encoding"], ["error trailer-forbidden"]],
  [["Via: 1.1 varnish, HTTP/2 edge.example:443 (Edge/1.0)"], []],
  [["Via: 1.1"], ["error via-invalid"]],
  [["Via: 1.1 a b"], ["error via-invalid"]],
  [
    ["Proxy-Status: ExampleProxy; error=http_protocol_error, Other; next-hop=example.com"],
    ["info proxy-status-error"],
  ],
  [['Proxy-Status: ExampleProxy; error="string"'], ["error proxy-status-type"]],
  [["Proxy-Status: ExampleProxy; received-status=ok"], ["error proxy-status-type"]],
  [['Proxy-Status: ExampleProxy; next-protocol=h2; details="x"'], []],
  [['Server-Timing: cache;desc="Cache Read";dur=23.2, db;dur=53'], []],
  [["Server-Timing: db;dur=5;dur=6"], ["warning parameter-repeated"]],
  [["Server-Timing: miss"], ["info server-timing-undescribed"]],
  [["Server-Timing: db;dur=foo"], ["warning server-timing-duration"]],
  [["Server-Timing: db;dur"], ["warning server-timing-duration"]],
  [["Server-Timing: d b;dur=1"], ["error server-timing-invalid"]],
];

describe("headers of connections and intermediaries", () => {
  for (const [lines, problems, known] of CASES)
    test(`${lines.join(" | ")} ${known ? JSON.stringify(known) : ""}`, () =>
      expect(problemsOfLast(lines, known)).toEqual([...problems]));
});

test("alternates", () => {
  expect(lastHeader(["Via: 1.1 abc.cloudfront.net (CloudFront), 1.1 varnish"]).alternate).toBe(
    "through Amazon CloudFront and Varnish",
  );
  expect(lastHeader(["Keep-Alive: timeout=5, max=1"]).alternate).toBe(
    "idle for at most 5 seconds, 1 more request",
  );
  expect(lastHeader(["Server-Timing: db;dur=53.20, cache"]).alternate).toBe("db 53.2 ms");
  expect(lastHeader(["Connection: close"]).alternate).toBe("closed after this response");
});
