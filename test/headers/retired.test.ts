/** Retired problems: the result still has the fact, but not as a finding. */

import { describe, expect, test } from "bun:test";
import type { Example } from "../../src/headers/field.ts";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import { retiredProblems } from "../../src/headers/retired-problems.ts";
import { kindOf } from "../../src/jobs/project/kinds.ts";
import { explainExample, findingsOf } from "./explained.ts";

const REPORT_TO =
  'Report-To: {"group":"main","max_age":86400,"endpoints":[{"url":"https://example.com/reports"}]}';
const NEL = 'NEL: {"report_to":"main","max_age":86400}';
const HTTPS = "https://example.com/";
const isolated = ["Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Embedder-Policy: require-corp"];
const page = { lines: ["Content-Type: text/html; charset=utf-8"], status: 200, url: HTTPS };

/** Retired id, its example, and the text of the fact in the result. */
const FACTS: readonly (readonly [id: string, example: Example, said: string])[] = [
  [
    "access-control-max-age-capped",
    ["Access-Control-Max-Age: 604800"],
    "1 week, of which Chromium applies 2 hours and Firefox applies 1 day",
  ],
  ["access-control-origin-any", ["Access-Control-Allow-Origin: *"], "pages of any origin may read it"],
  ["alt-svc-offered", ['Alt-Svc: h3=":443"; ma=86400'], "offers HTTP/3 on port 443 for 1 day"],
  [
    "authorized-private",
    { lines: ["Cache-Control: max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
    '"shared":{"stores":false',
  ],
  [
    "cache-control-no-store-redundant",
    ["Cache-Control: no-store, no-cache, must-revalidate, max-age=3"],
    "has no effect next to no-store",
  ],
  ["cf-cache-dynamic", ["CF-Cache-Status: DYNAMIC"], "Not considered for caching at Cloudflare"],
  ["cf-ray-origin", ["CF-Ray: 8e5a1b2c3d4e5f60-FRA"], "Cloudflare in Frankfurt, Germany"],
  ["charset-pointless", ["Content-Type: application/json; charset=utf-8"], "no meaning for application/json"],
  ["content-range-length-unknown", ["Content-Range: bytes 0-99/*"], "of an unknown length"],
  ["cookie-domain-dot", ["Set-Cookie: lang=en; Domain=.example.com"], "example.com: the dot is ignored"],
  ["cross-origin-isolated", { lines: isolated, url: HTTPS }, '"crossOriginIsolated":true'],
  [
    "csp-policies-combined",
    ["Content-Security-Policy: default-src 'self', script-src 'none'"],
    "scripts: the page's own origin | scripts: nothing",
  ],
  [
    "date-rewritten",
    { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Age: 7200"], receivedAt: "2026-11-20T10:00:00Z" },
    "set by a cache",
  ],
  ["etag-weak", ['ETag: W/"v1"'], "weak validator (v1)"],
  [
    "expires-superseded",
    ["Cache-Control: max-age=60", "Expires: Fri, 20 Nov 2026 11:00:00 GMT"],
    "but Cache-Control overrides it",
  ],
  ["expires-zero", ["Expires: 0"], "already expired"],
  ["freshness-heuristic", { lines: ["Location: /a"], status: 301 }, '"stores":true'],
  ["freshness-none", { lines: ["Location: /a"], status: 302 }, '"shared":{"stores":false'],
  ["grpc-failed", { status: 200, lines: ["Content-Type: application/grpc", "grpc-status: 5"] }, "NOT_FOUND"],
  ["keep-alive-hint", ["Keep-Alive: timeout=5, max=100"], "No effect in HTTP/2 and later"],
  [
    "location-fragment",
    { lines: ["Location: https://www.example.com/new#top"], status: 301 },
    "https://www.example.com/new, at #top",
  ],
  ["location-relative", { lines: ["Location: /new"], status: 301 }, "relative to the URL of the request"],
  ["nel-active", [REPORT_TO, NEL], "failed requests are reported to group main for 1 day, and 0 % of"],
  [
    "not-modified-length",
    { lines: ['ETag: "a"', "Content-Length: 5120"], status: 304 },
    "5.1 KB, not sent again",
  ],
  ["not-stored", ["Cache-Control: no-store"], "not stored anywhere"],
  [
    "preflight-request",
    {
      lines: [],
      method: "OPTIONS",
      requestHeaders: ["Origin: https://a.example", "Access-Control-Request-Method: PUT"],
    },
    "asks whether a page of another origin may send PUT",
  ],
  ["public-unnecessary", ["Cache-Control: public, max-age=60"], "redundant next to max-age"],
  [
    "referrer-policy-fallback",
    ["Referrer-Policy: no-referrer, strict-origin-when-cross-origin"],
    '"alternate":"the full URL within the origin',
  ],
  [
    "referrer-policy-missing",
    page,
    '"referrer":{"sameOrigin":"full","crossOrigin":"origin","downgrade":"none"}',
  ],
  ["report-to-for-nel", [REPORT_TO, NEL], "an old header that NEL still needs"],
  ["robots-hidden", ["X-Robots-Tag: noindex"], "kept out of search results"],
  ["sunset-announced", ["Sunset: Fri, 31 Dec 2027 23:59:59 GMT"], "31 December 2027"],
  ["timing-allow-origin-any", ["Timing-Allow-Origin: *"], "pages of any origin may see timings"],
  ["vary-cookie", ["Vary: Cookie"], "one copy per visitor"],
  ["vary-pointless", ["Cache-Control: no-store", "Vary: Accept"], "no effect: the response is not stored"],
  [
    "x-frame-options-redundant",
    ["Content-Security-Policy: frame-ancestors 'none'", "X-Frame-Options: DENY"],
    "ignored: frame-ancestors in the CSP overrides it",
  ],
  ["x-xss-protection-off", ["X-XSS-Protection: 0"], "filter off, the safe setting"],
];

describe("retired problems", () => {
  test.each(FACTS)("%s is still in the result", (id, example, said) => {
    const explained = explainExample(example);
    const { headers, requestHeaders, intent, verdicts } = explained;
    const { caching, security, policy } = verdicts;
    const answer = JSON.stringify([headers, requestHeaders, intent, caching, security, policy]);
    expect(answer).toContain(said);
    expect(findingsOf(explained).map(({ name }) => name)).not.toContain(id);
  });

  /** Retired without a fact: RFC 6797 section 6.1 allows a trailing semicolon. */
  const GROUNDLESS = ["hsts-trailing-semicolon"];

  test("are facts, each with its example", () => {
    expect([...retiredProblems.keys()]).toEqual([...FACTS.map(([id]) => id), ...GROUNDLESS].sort());
    expect([...retiredProblems.keys()].filter((id) => problemKinds().has(id))).toEqual([]);
  });

  test("are known by their ids", () => {
    for (const id of retiredProblems.keys()) expect(kindOf(id)?.retired, id).toBeString();
    expect(kindOf("never-was")).toBeUndefined();
  });
});
