/** Typical responses for the benchmark of the header engine. A number selects the parts that differ. */

import type { Known } from "../../../src/headers/message.ts";

export interface Sample {
  readonly lines: readonly string[];
  readonly known: Known;
}

const START = Date.parse("2026-11-20T10:00:00Z");
const DAY = 86_400_000;
const SITE = { status: 200, method: "GET", url: "https://blog.example/" };

/** Sample messages by kind. */
export function samples(number: number): Readonly<Record<string, Sample>> {
  const at = START - number * 1000;
  const date = `Date: ${new Date(at).toUTCString()}`;
  const modified = `Last-Modified: ${new Date(at - DAY).toUTCString()}`;
  const id = (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
  return {
    page: { lines: page(number, id, date, modified), known: SITE },
    "page with two fixes": { lines: page(number, id, date, modified).map(withSlips), known: SITE },
    api: { lines: api(number, id, date), known: SITE },
    asset: {
      lines: [
        date,
        "Content-Type: text/css",
        "Cache-Control: public, max-age=31536000, immutable",
        `ETag: "${id}"`,
        modified,
        "Accept-Ranges: bytes",
        "Content-Encoding: gzip",
        "Vary: Accept-Encoding",
        `Content-Length: ${5000 + number}`,
        "X-Content-Type-Options: nosniff",
      ],
      known: { ...SITE, url: "https://blog.example/a.css", receivedAt: at },
    },
    redirect: {
      lines: [
        date,
        "Server: nginx",
        "Content-Type: text/html",
        "Content-Length: 162",
        "Connection: keep-alive",
        `Location: https://blog.example/${id}`,
      ],
      known: { ...SITE, status: 301, url: "http://blog.example/" },
    },
    unchanged: {
      lines: [date, `ETag: "${id}"`, "Cache-Control: max-age=600", "Vary: Accept-Encoding"],
      known: { ...SITE, status: 304 },
    },
    failure: {
      lines: [date, "Content-Type: application/problem+json", `Content-Length: ${number}`, "Server: nginx"],
      known: { ...SITE, status: 404 },
    },
    "no lines": { lines: [], known: SITE },
  };
}

/** Twenty lines of a blog behind a CDN. */
function page(number: number, id: string, date: string, modified: string): string[] {
  return [
    date,
    "Content-Type: text/html; charset=UTF-8",
    `Cache-Control: public, max-age=${600 + number}, s-maxage=3600, stale-while-revalidate=60`,
    `ETag: W/"5b${id}-234a"`,
    modified,
    "Vary: Accept-Encoding, Cookie",
    "Content-Encoding: br",
    `Age: ${number % 500}`,
    "Strict-Transport-Security: max-age=31536000; includeSubDomains; preload",
    "X-Content-Type-Options: nosniff",
    "X-Frame-Options: SAMEORIGIN",
    "Referrer-Policy: strict-origin-when-cross-origin",
    "Permissions-Policy: camera=(), geolocation=(self)",
    `Content-Security-Policy: default-src 'self'; img-src 'self' data: https://img.example; script-src 'self' 'nonce-R4nd0m${id}Value=='; base-uri 'none'; frame-ancestors 'self'`,
    `Set-Cookie: visitor=${id}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=86400`,
    'Link: <https://blog.example/wp-json/>; rel="https://api.w.org/"',
    'Alt-Svc: h3=":443"; ma=86400',
    "Server: cloudflare",
    "CF-Cache-Status: HIT",
    `CF-RAY: ${id}3d4e5f60-FRA`,
  ];
}

/** The page with two mistakes, each with one correct fix. */
function withSlips(line: string): string {
  return line
    .replace("max-age=31536000; includeSubDomains", "max-age=31536000, includeSubDomains")
    .replace("nosniff", "no-sniff");
}

function api(number: number, id: string, date: string): string[] {
  return [
    date,
    "Content-Type: application/json",
    `Content-Length: ${1532 + number}`,
    "Cache-Control: no-store",
    "Vary: Origin, Accept-Encoding",
    "Access-Control-Allow-Origin: https://app.example",
    "Access-Control-Allow-Credentials: true",
    "Access-Control-Expose-Headers: X-Request-ID, RateLimit",
    `RateLimit: "default";r=${number};t=30`,
    'RateLimit-Policy: "default";q=10000;w=60',
    `X-Request-ID: ${id}-4b5a-4c7d-8e9f-0a1b2c3d4e5f`,
    `traceparent: 00-${id}77b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`,
    `Server-Timing: db;dur=${number}.2;desc="query", app;dur=47.2`,
    "Strict-Transport-Security: max-age=63072000",
    "X-Content-Type-Options: nosniff",
    "Cross-Origin-Resource-Policy: same-site",
    `X-Envoy-Upstream-Service-Time: ${number}`,
    "Server: istio-envoy",
    "Via: 1.1 edge-7",
    "Connection: keep-alive",
  ];
}
