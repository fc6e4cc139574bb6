/**
 * Headers by which client and server negotiate: protocols, client hints, limits, crawlers, traces,
 * signatures.
 */

import { expect, test } from "bun:test";
import type { Known } from "../../../src/headers/message.ts";
import { lastHeader, problemsOfLast } from "../explained.ts";

const HTTPS: Known = { url: "https://www.example.com/" };
const HTTP: Known = { url: "http://www.example.com/" };

const CASES: readonly (readonly [lines: readonly string[], known: Known, problems: readonly string[]])[] = [
  [['Alt-Svc: h3=":443"; ma=86400'], {}, []],
  [['Alt-Svc: h2="alt.example:8443", h3=":443"; ma=60; persist=1'], {}, []],
  [['Alt-Svc: w%3Dx%3Ay="a.example:443"'], {}, ["warning alt-svc-protocol-unknown"]],
  [["Alt-Svc: clear"], {}, []],
  [["Alt-Svc: Clear"], {}, ["error alt-svc-clear-in-list"]],
  [['Alt-Svc: clear, h3=":443"'], {}, ["error alt-svc-clear-in-list"]],
  [["Alt-Svc: clear", 'Alt-Svc: h3=":443"'].toReversed(), {}, ["error alt-svc-clear-in-list"]],
  [["Incremental: ?1"], {}, []],
  [["Incremental: yes"], {}, ["error incremental-type"]],
  [["Unencoded-Digest: sha-256=:AAAA:"], {}, ["error digest-size"]],
  [["Alt-Svc: foo"], {}, ["error alt-svc-invalid"]],
  [["Alt-Svc: h3=:443"], {}, ["error alt-svc-invalid"]],
  [['Alt-Svc: h3=":443", h2=:443'], {}, ["error alt-svc-invalid"]],
  [['Alt-Svc: h3="443"'], {}, ["error alt-svc-invalid"]],
  [['Alt-Svc: h3=":99999"'], {}, ["error alt-svc-invalid"]],
  [['Alt-Svc: h3-29=":443"'], {}, ["info alt-svc-protocol-outdated"]],
  [['Alt-Svc: h3=":443"; ma=soon'], {}, ["warning alt-svc-max-age-invalid"]],
  [["Alt-Svc:"], {}, ["warning value-empty"]],
  [["Vary: Sec-CH-DPR, Sec-CH-UA", "Accept-CH: Sec-CH-DPR, Sec-CH-UA"], HTTPS, []],
  [["Vary: Sec-CH-DPR", "Accept-CH: Sec-CH-DPR"], HTTP, ["warning accept-ch-over-http"]],
  [["Accept-CH: Sec-CH-DPR"], HTTPS, ["warning accept-ch-vary-missing"]],
  [["Cache-Control: private", "Accept-CH: Sec-CH-DPR"], HTTPS, []],
  [["Vary: *", "Accept-CH: Sec-CH-DPR"], HTTPS, []],
  [["Accept-CH:"], HTTP, []],
  [['Accept-CH: "Sec-CH-DPR"'], HTTPS, ["error accept-ch-type"]],
  [["Accept-CH: Sec-CH-DPR;"], HTTPS, ["error accept-ch-invalid"]],
  [["Cache-Control: no-store", "Accept-CH: Sec-CH-Foo"], HTTPS, ["info client-hint-unknown"]],
  [["Accept-CH: Sec-CH-DPR", "Critical-CH: Sec-CH-DPR"], HTTPS, []],
  [["Accept-CH: Sec-CH-UA", "Critical-CH: Sec-CH-DPR"], HTTPS, ["error critical-ch-not-accepted"]],
  [['RateLimit: "a";r=50;t=30'], {}, []],
  [['RateLimit: "a";t=30'], {}, ["error rate-limit-parameter-missing"]],
  [['RateLimit: "a";r=-1'], {}, ["error rate-limit-parameter-type"]],
  [["RateLimit: ?1;r=5"], {}, ["error ratelimit-type"]],
  [["RateLimit: limit=10, remaining=5, reset=60"], {}, ["info rate-limit-old-form"]],
  [['RateLimit-Policy: "a";q=100;w=60, "b";q=1000;w=3600;pk=:YQ==:'], {}, []],
  [["RateLimit-Policy: 100;w=60"], {}, ["info rate-limit-old-form"]],
  [["X-Robots-Tag: nofollow"], {}, []],
  [["X-Robots-Tag: googlebot: nofollow, otherbot: noindex, nofollow"], {}, []],
  [["X-Robots-Tag: unavailable_after: 25 Jun 2027 15:00:00 PST"], {}, []],
  [["X-Robots-Tag: unavailable_after: someday"], {}, ["warning robots-value-invalid"]],
  [["X-Robots-Tag: max-snippet:-1, max-image-preview:large, max-video-preview:-1"], {}, []],
  [["X-Robots-Tag: max-snippet:many"], {}, ["warning robots-value-invalid"]],
  [["X-Robots-Tag: no-follow"], {}, ["warning robots-directive-unknown"]],
  [["X-Robots-Tag: all, none"], {}, ["warning robots-conflict"]],
  [["traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"], {}, []],
  [
    ["traceparent: 00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-00"],
    {},
    ["error traceparent-invalid"],
  ],
  [
    ["traceparent: ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"],
    {},
    ["error traceparent-invalid"],
  ],
  [[`traceparent: 00-${"0".repeat(32)}-b7ad6b7169203331-00`], {}, ["error traceparent-invalid"]],
  [["tracestate: a=1,b=2"], {}, []],
  [["tracestate: a"], {}, ["error tracestate-invalid"]],
  [["B3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1"], {}, []],
  [["B3: 0"], {}, []],
  [["B3: yes"], {}, ["error b3-invalid"]],
  [["X-B3-SpanId: zz"], {}, ["error x-b3-spanid-invalid"]],
  [['Signature-Input: a=("@method" "date";req)', "Signature: a=:AAAA:"], {}, []],
  [["Signature-Input: a", "Signature: a=:AAAA:"], {}, []],
  [['Signature-Input: a=("@method")', "Signature: a=AAAA"], {}, ["error signature-type"]],
  [["Accept-Signature: a=1"], {}, ["error accept-signature-type"]],
  [["Set-Login: logged-in"], {}, []],
  [["Set-Login: maybe"], {}, ["error set-login-unknown"]],
  [["Activate-Storage-Access: load"], {}, []],
  [["Activate-Storage-Access: retry; allowed-origin=*"], {}, []],
  [["Activate-Storage-Access: now"], {}, ["error activate-storage-access-invalid"]],
  [["Service-Worker-Allowed: /"], HTTPS, []],
  [["Service-Worker-Allowed: /a b"], {}, ["error service-worker-allowed-invalid"]],
  [['Idempotency-Key: "8e03978e"'], {}, []],
  [["Idempotency-Key: 8"], {}, ["error idempotency-key-type"]],
  [['Link-Template: "/{u}";rel=author'], {}, []],
  [["Link-Template: /u"], {}, ["error link-template-invalid"]],
  [["Sec-WebSocket-Accept: abc"], {}, ["error sec-websocket-accept-invalid"]],
  [["Sec-WebSocket-Protocol: chat"], {}, []],
  [
    ["Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; server_max_window_bits=10"],
    {},
    [],
  ],
  [["Sec-WebSocket-Extensions:"], {}, ["warning value-empty"]],
];

for (const [lines, known, problems] of CASES)
  test(lines.join(" | "), () => {
    expect(problemsOfLast(lines, known)).toEqual([...problems]);
  });

const LEFT = "X-RateLimit-Remaining: 23";
const WORDS: readonly (readonly [lines: readonly string[], words: string | undefined])[] = [
  [['Alt-Svc: h3=":443"; ma=86400'], "offers HTTP/3 on port 443 for 1 day"],
  [
    ['Alt-Svc: h2="alt.example:8443"; ma=60; persist=1'],
    "offers HTTP/2 at alt.example on port 8443 for 1 minute, on other networks as well",
  ],
  [["Alt-Svc: clear"], "forget all alternatives"],
  [["X-RateLimit-Limit: 60", "X-RateLimit-Reset: 720", LEFT], "23 of 60 requests left, resets in 12 minutes"],
  [
    ["X-RateLimit-Limit: 60", "X-RateLimit-Reset: 1795169520", LEFT],
    "23 of 60 requests left, resets in 12 minutes",
  ],
  [["X-RateLimit-Reset: 1795169520000", LEFT], "23 requests left, resets in 12 minutes"],
  [["X-RateLimit-Reset: 2026-11-20T10:12:00Z", LEFT], "23 requests left, resets in 12 minutes"],
  [["X-RateLimit-Limit: unlimited"], undefined],
  [['RateLimit: "a";r=50;t=30'], "50 requests left, resets in 30 seconds"],
  [['RateLimit-Policy: "a";q=100;w=60'], "100 requests in 1 minute"],
  [
    ["X-Request-ID: 017f22e2-79b0-7cc3-98c4-dc0c0c07398f"],
    "UUID version 7, made 22 February 2022, 19:22 UTC (4 years 271 days ago)",
  ],
  [
    ["X-Request-ID: c232ab00-9414-11ec-b3c8-9f6bdeced846"],
    "UUID version 1, made 22 February 2022, 19:22 UTC (4 years 271 days ago)",
  ],
  [["X-Request-ID: 919108f7-52d1-4320-9bac-f847db4148a8"], "UUID version 4"],
  [
    ["X-Request-ID: 01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    "ULID, made 30 July 2016, 23:54 UTC (10 years 114 days ago)",
  ],
  [["X-Request-ID: abc"], undefined],
  [["X-Robots-Tag: none"], "kept out of search results"],
];

for (const [lines, words] of WORDS)
  test(`${lines.join(" | ")}: ${words ?? "nothing"}`, () => expect(lastHeader(lines).alternate).toBe(words));

test("headers of old browsers have items", () => {
  const parts = (line: string) => lastHeader([line]).details.items?.map(({ name, value }) => [name, value]);
  expect(parts("X-UA-Compatible: IE=edge,chrome=1")).toEqual([
    ["IE", "edge"],
    ["chrome", "1"],
  ]);
  expect(parts('P3P: policyref="/w3c/p3p.xml", CP="NOI DSP, COR"')).toEqual([
    ["policyref", "/w3c/p3p.xml"],
    ["CP", "NOI DSP, COR"],
  ]);
  expect(lastHeader(["Content-DPR: 2.0"]).alternate).toBe("2 physical pixels for each CSS pixel");
  expect(lastHeader(["Accept-CH-Lifetime: 86400"]).alternate).toBe("1 day");
});
