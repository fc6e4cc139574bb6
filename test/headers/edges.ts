/**
 * Both sides of each threshold: the smallest value with the problem, and the largest without it. A constant that
 * decides a problem needs a row.
 */

import type { Example } from "../../src/headers/field.ts";

const upTo = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at));
const cookies = (count: number): Example => upTo(count, (at) => `Set-Cookie: c${at}=1`);
const preloads = (count: number): Example => [
  `Link: ${upTo(count, (at) => `</${at}.css>; rel=preload; as=style`).join(", ")}`,
];
const ranges = (count: number): Example => ({
  lines: [],
  method: "GET",
  url: "https://example.com/",
  requestHeaders: [`Range: bytes=${upTo(count, (at) => `${9 * at}-${9 * at}`).join(",")}`],
});

export const EDGES: Readonly<Record<string, readonly [bad: Example, good: Example]>> = {
  "accept-encoding-nothing": [
    {
      lines: [],
      method: "GET",
      url: "https://example.com/",
      requestHeaders: ["Accept-Encoding: gzip;q=0, *;q=0"],
    },
    {
      lines: [],
      method: "GET",
      url: "https://example.com/",
      requestHeaders: ["Accept-Encoding: gzip;q=0.001, *;q=0"],
    },
  ],
  "accept-nothing": [
    { lines: [], method: "GET", url: "https://example.com/", requestHeaders: ["Accept: */*;q=0.000"] },
    { lines: [], method: "GET", url: "https://example.com/", requestHeaders: ["Accept: */*;q=0.001"] },
  ],
  "alt-svc-max-age-zero": [['Alt-Svc: h3=":443"; ma=0'], ['Alt-Svc: h3=":443"; ma=1']],
  "authorization-expired": [
    {
      lines: [],
      method: "GET",
      requestHeaders: ["Authorization: Bearer eyJhbGciOiJFUzI1NiJ9.eyJleHAiOjE3OTUxNjg4MDB9.abc"],
      receivedAt: "2026-11-20T10:00:01Z",
    },
    {
      lines: [],
      method: "GET",
      requestHeaders: ["Authorization: Bearer eyJhbGciOiJFUzI1NiJ9.eyJleHAiOjE3OTUxNjg4MDB9.abc"],
      receivedAt: "2026-11-20T10:00:00Z",
    },
  ],
  "cache-control-no-store-conflict": [
    ["Cache-Control: no-store, max-age=3600"],
    ["Cache-Control: no-store, max-age=3599"],
  ],
  "cache-groups-large": [[`Cache-Groups: "${"g".repeat(33)}"`], [`Cache-Groups: "${"g".repeat(32)}"`]],
  "content-language-many": [
    ["Content-Language: en, de, fr, it, es, pt"],
    ["Content-Language: en, de, fr, it, es"],
  ],
  "content-length-large": [["Content-Length: 9007199254740991"], ["Content-Length: 9007199254740990"]],
  "content-not-compressed": [
    {
      status: 200,
      requestHeaders: ["Accept-Encoding: gzip"],
      lines: ["Content-Type: text/css", "Content-Length: 1400"],
    },
    {
      status: 200,
      requestHeaders: ["Accept-Encoding: gzip"],
      lines: ["Content-Type: text/css", "Content-Length: 1399"],
    },
  ],
  "cookie-attribute-too-large": [
    [`Set-Cookie: id=1; Path=/${"a".repeat(1024)}`],
    [`Set-Cookie: id=1; Path=/${"a".repeat(1023)}`],
  ],
  "cookie-lifetime-too-long": [
    ["Set-Cookie: lang=en; Max-Age=34560001"],
    ["Set-Cookie: lang=en; Max-Age=34560000"],
  ],
  "cookie-too-large": [[`Set-Cookie: n=${"v".repeat(4096)}`], [`Set-Cookie: n=${"v".repeat(4095)}`]],
  "cookies-many": [cookies(51), cookies(50)],
  "credentials-in-response": [
    ["X-Amz-Security-Token: FwoGZXIvYXdzEBYa"],
    ["X-Amz-Security-Token: FwoGZXIvYXdzEBY"],
  ],
  "csp-nonce-weak": [
    ["Content-Security-Policy: script-src 'nonce-a1B2c3D4e5F6g7H8i9J0k'"],
    ["Content-Security-Policy: script-src 'nonce-a1B2c3D4e5F6g7H8i9J0kL'"],
  ],
  "date-clock-wrong": [
    { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], receivedAt: "2026-11-20T10:00:31Z" },
    { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], receivedAt: "2026-11-20T10:00:30Z" },
  ],
  "dictionary-id-long": [
    [`Use-As-Dictionary: match="/a", id="${"i".repeat(1025)}"`],
    [`Use-As-Dictionary: match="/a", id="${"i".repeat(1024)}"`],
  ],
  "event-stream-lifetime": [
    { lines: ["Content-Type: text/event-stream", "Cache-Control: max-age=1"], status: 200 },
    { lines: ["Content-Type: text/event-stream", "Cache-Control: max-age=0"], status: 200 },
  ],
  "field-too-large": [[`X-Long: ${"v".repeat(4087)}`], [`X-Long: ${"v".repeat(4086)}`]],
  "freshness-failure": [
    { lines: ["Cache-Control: max-age=601"], status: 403 },
    { lines: ["Cache-Control: max-age=600"], status: 403 },
  ],
  "freshness-page-long": [
    { lines: ["Content-Type: text/html", "Cache-Control: max-age=2678401"], status: 200 },
    { lines: ["Content-Type: text/html", "Cache-Control: max-age=2678400"], status: 200 },
  ],
  "freshness-unused": [
    { lines: ["Cache-Control: max-age=1"], status: 200, method: "POST" },
    { lines: ["Cache-Control: max-age=0"], status: 200, method: "POST" },
  ],
  "freshness-worker-long": [
    { lines: ["Cache-Control: max-age=86401"], status: 200, requestHeaders: ["Service-Worker: script"] },
    { lines: ["Cache-Control: max-age=86400"], status: 200, requestHeaders: ["Service-Worker: script"] },
  ],
  "grpc-status-invalid": [
    { status: 200, lines: ["Content-Type: application/grpc", "grpc-status: 17"] },
    { status: 200, lines: ["Content-Type: application/grpc", "grpc-status: 16"] },
  ],
  "hsts-max-age-short": [
    ["Strict-Transport-Security: max-age=15551999; includeSubDomains"],
    ["Strict-Transport-Security: max-age=15552000; includeSubDomains"],
  ],
  "hsts-preload-max-age-short": [
    ["Strict-Transport-Security: max-age=31535999; includeSubDomains; preload"],
    ["Strict-Transport-Security: max-age=31536000; includeSubDomains; preload"],
  ],
  "if-modified-since-future": [
    {
      lines: [],
      method: "GET",
      requestHeaders: ["If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"],
      receivedAt: "2026-11-20T09:59:59Z",
    },
    {
      lines: [],
      method: "GET",
      requestHeaders: ["If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"],
      receivedAt: "2026-11-20T10:00:00Z",
    },
  ],
  "keep-alive-zero": [["Keep-Alive: timeout=5, max=0"], ["Keep-Alive: timeout=5, max=1"]],
  "link-preloads-many": [preloads(16), preloads(15)],
  "media-type-long": [[`Content-Type: text/${"a".repeat(65)}`], [`Content-Type: text/${"a".repeat(64)}`]],
  "not-modified-missed": [
    {
      lines: ["Last-Modified: Fri, 20 Nov 2026 10:00:00 GMT"],
      status: 200,
      method: "GET",
      requestHeaders: ["If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"],
    },
    {
      lines: ["Last-Modified: Fri, 20 Nov 2026 10:00:01 GMT"],
      status: 200,
      method: "GET",
      requestHeaders: ["If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"],
    },
  ],
  "personal-in-shared-cache": [
    {
      lines: ["Content-Type: application/json", "Cache-Control: max-age=1"],
      status: 200,
      requestHeaders: ["Cookie: PHPSESSID=k3v4q2"],
    },
    {
      lines: ["Content-Type: application/json", "Cache-Control: max-age=0"],
      status: 200,
      requestHeaders: ["Cookie: PHPSESSID=k3v4q2"],
    },
  ],
  "range-many": [ranges(51), ranges(50)],
  "rate-limit-above-quota": [
    ['RateLimit-Policy: "a";q=100;w=60', 'RateLimit: "a";r=101;t=5'],
    ['RateLimit-Policy: "a";q=100;w=60', 'RateLimit: "a";r=100;t=5'],
  ],
  "refresh-too-far": [["Refresh: 2147484"], ["Refresh: 2147483"]],
  "request-content-type-missing": [
    { lines: [], method: "POST", url: "https://example.com/", requestHeaders: ["Content-Length: 1"] },
    { lines: [], method: "POST", url: "https://example.com/", requestHeaders: ["Content-Length: 0"] },
  ],
  "request-cookie-large": [
    {
      lines: [],
      method: "GET",
      url: "https://example.com/",
      requestHeaders: [`Cookie: a=${"x".repeat(4096)}`],
    },
    {
      lines: [],
      method: "GET",
      url: "https://example.com/",
      requestHeaders: [`Cookie: a=${"x".repeat(4095)}`],
    },
  ],
  "retry-after-long": [["Retry-After: 2592001"], ["Retry-After: 2592000"]],
  "server-too-long": [[`Server: a${"b".repeat(100)}`], [`Server: a${"b".repeat(99)}`]],
  "signature-expired": [
    [
      "Date: Fri, 20 Nov 2026 10:00:00 GMT",
      'Signature-Input: a=("@status");created=1;expires=1795168799',
      "Signature: a=:AAAA:",
    ],
    [
      "Date: Fri, 20 Nov 2026 10:00:00 GMT",
      'Signature-Input: a=("@status");created=1;expires=1795168800',
      "Signature: a=:AAAA:",
    ],
  ],
  "signature-never-valid": [
    ['Signature-Input: a=("@status");created=1795168800;expires=1795168800', "Signature: a=:AAAA:"],
    ['Signature-Input: a=("@status");created=1795168800;expires=1795168801', "Signature: a=:AAAA:"],
  ],
  "software-stack": [["Server: nginx/1.14.0", "X-Powered-By: PHP/7.4.3"], ["Server: nginx/1.14.0"]],
  "stale-already": [
    ["Cache-Control: max-age=60", "Age: 60"],
    ["Cache-Control: max-age=60", "Age: 59"],
  ],
  "sunset-before-deprecation": [
    ["Deprecation: @1830297600", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
    ["Deprecation: @1830297599", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
  ],
  "surrogate-key-long": [[`Surrogate-Key: ${"k".repeat(1025)}`], [`Surrogate-Key: ${"k".repeat(1024)}`]],
  "too-many-requests-shared": [
    { lines: ["Cache-Control: max-age=1"], status: 429 },
    { lines: ["Cache-Control: max-age=0"], status: 429 },
  ],
  "user-agent-syntax": [
    {
      lines: [],
      method: "GET",
      url: "https://example.com/",
      requestHeaders: [`User-Agent: ${"a".repeat(1001)}`],
    },
    {
      lines: [],
      method: "GET",
      url: "https://example.com/",
      requestHeaders: [`User-Agent: ${"a".repeat(1000)}`],
    },
  ],
  "vary-complex": [
    ["Vary: Cookie, User-Agent, Referer, Authorization"],
    ["Vary: Cookie, User-Agent, Referer"],
  ],
  "vary-cookie-public": [
    { lines: ["Cache-Control: max-age=60, s-maxage=1", "Vary: Cookie"], status: 200 },
    { lines: ["Cache-Control: max-age=60, s-maxage=0", "Vary: Cookie"], status: 200 },
  ],
  "want-digest-range": [["Want-Repr-Digest: sha-256=11"], ["Want-Repr-Digest: sha-256=10"]],
};
