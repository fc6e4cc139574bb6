/**
 * Speed of the header engine: typical responses a second with and without the rules, and the worst that 1 MB of
 * hostile lines can do. Figures to read, none of them decides anything.
 */

import { explainMessage, structuredNames } from "../../src/headers/explain.ts";
import type { AnyRule } from "../../src/headers/field.ts";
import { parseMessage } from "../../src/headers/message.ts";
import { MOST_LINES } from "../../src/headers/paste.ts";
import { rules } from "../../src/headers/rules/index.ts";
import { tellVerdicts } from "../../src/headers/verdicts/index.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const MEGABYTE = 1 << 20;

/** Twenty lines, as a blog behind a delivery network sends them. */
const PAGE = [
  "Date: Fri, 20 Nov 2026 10:00:00 GMT",
  "Content-Type: text/html; charset=UTF-8",
  "Cache-Control: public, max-age=600, s-maxage=3600, stale-while-revalidate=60",
  'ETag: W/"5bd1f0a2-234a"',
  "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT",
  "Vary: Accept-Encoding, Cookie",
  "Content-Encoding: br",
  "Age: 120",
  "Strict-Transport-Security: max-age=31536000; includeSubDomains; preload",
  "X-Content-Type-Options: nosniff",
  "X-Frame-Options: SAMEORIGIN",
  "Referrer-Policy: strict-origin-when-cross-origin",
  "Permissions-Policy: camera=(), geolocation=(self)",
  "Content-Security-Policy: default-src 'self'; img-src 'self' data: https://img.example; script-src 'self' 'nonce-R4nd0mBase64Value=='; base-uri 'none'; frame-ancestors 'self'",
  "Set-Cookie: visitor=8c1f; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=86400",
  'Link: <https://blog.example/wp-json/>; rel="https://api.w.org/"',
  'Alt-Svc: h3=":443"; ma=86400',
  "Server: cloudflare",
  "CF-Cache-Status: HIT",
  "CF-RAY: 8e5a1b2c3d4e5f60-FRA",
];
const API = [
  "Date: Fri, 20 Nov 2026 10:00:00 GMT",
  "Content-Type: application/json",
  "Content-Length: 1532",
  "Cache-Control: no-store",
  "Vary: Origin, Accept-Encoding",
  "Access-Control-Allow-Origin: https://app.example",
  "Access-Control-Allow-Credentials: true",
  "Access-Control-Expose-Headers: X-Request-ID, RateLimit",
  'RateLimit: "default";r=50;t=30',
  'RateLimit-Policy: "default";q=100;w=60',
  "X-Request-ID: 6f1c2d3e-4b5a-4c7d-8e9f-0a1b2c3d4e5f",
  "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  'Server-Timing: db;dur=53.2;desc="query", app;dur=47.2',
  "Strict-Transport-Security: max-age=63072000",
  "X-Content-Type-Options: nosniff",
  "Cross-Origin-Resource-Policy: same-site",
  "X-Envoy-Upstream-Service-Time: 98",
  "Server: istio-envoy",
  "Via: 1.1 edge-7",
  "Connection: keep-alive",
];

function explain(lines: readonly string[], status = 200): void {
  explainMessage(parseMessage(lines, { status, method: "GET", url: "https://blog.example/" }), NOW);
}

const WINDOW = 3000;

/** Responses a second after a warm-up: the best and the middle one of fifteen windows, since machines are shared. */
function rate(lines: readonly string[]): string {
  for (let round = 0; round < 40_000; round++) explain(lines);
  const rates = Array.from({ length: 15 }, () => {
    const start = performance.now();
    for (let round = 0; round < WINDOW; round++) explain(lines);
    return Math.round((WINDOW * 1000) / (performance.now() - start));
  }).sort((one, other) => other - one);
  return `${rates[0]} at best, ${rates[7]} in the middle`;
}

/** Milliseconds of CPU for one response, the best of seven windows: not counted is what others take of the machine. */
function cpu(work: () => void): string {
  for (let round = 0; round < WINDOW; round++) work();
  const times = Array.from({ length: 7 }, () => {
    const start = process.cpuUsage();
    for (let round = 0; round < WINDOW; round++) work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / WINDOW;
  });
  return Math.min(...times).toFixed(3);
}

function judge(lines: readonly string[]): void {
  const message = parseMessage(lines, { status: 200, method: "GET", url: "https://blog.example/" });
  tellVerdicts(explainMessage(message, NOW).verdicts);
}

function milliseconds(all: readonly string[]): number {
  const lines = all.slice(0, MOST_LINES);
  const start = performance.now();
  explain(lines);
  return performance.now() - start;
}

/** The best of three, so that a pause of the collector is not taken for slowness. */
function settled(lines: readonly string[]): number {
  return Math.min(milliseconds(lines), milliseconds(lines), milliseconds(lines));
}

function many(line: string): string[] {
  return Array.from({ length: Math.floor(MEGABYTE / line.length) }, () => line);
}

const FLOODS: Readonly<Record<string, readonly string[]>> = {
  "lines without a colon": many("abcdefghi"),
  "folded lines": ["a: b", ...many(" c")],
  "bare lines of one letter": many("a:"),
  "unknown names": Array.from({ length: 40_000 }, (_, at) => `x-unknown-${at}: value`),
  "slips of known names": many("Cache-Contrl: no-store"),
  "Cache-Control lines": many("Cache-Control: max-age=60, public"),
  "Set-Cookie lines": many("Set-Cookie: a=b; Path=/; Secure"),
  "Set-Cookie lines of many names": Array.from(
    { length: 30_000 },
    (_, at) => `Set-Cookie: name${at}=b; Path=/; Secure`,
  ),
  "Link lines": many("Link: </a.css>; rel=preload; as=style"),
  "policy lines": many("Content-Security-Policy: default-src 'self'; script-src a.example"),
  "Report-To lines": many('Report-To: {"group":"a","max_age":1,"endpoints":[{"url":"https://a.example/"}]}'),
  "Vary lines": many("Vary: Accept-Encoding, Cookie"),
  "one line of spaces": [" ".repeat(MEGABYTE)],
  "one long name": [`${"a".repeat(MEGABYTE)}: b`],
};

/** What is looked into of a message's values at most; the rest of the megabyte is a field that nobody knows. */
const PARSED = 131_000;
const FILLER = `x-unknown: ${"a".repeat(MEGABYTE - PARSED)}`;

/** Repeated to one value for every field that has structure. */
const UNITS = [
  "a",
  "a,",
  "a=b;",
  "a=b,",
  '"',
  '\\"',
  "'self' ",
  "(",
  "<a>;rel=b,",
  "%41",
  "9",
  "a.",
  " ",
  "x y;z ",
  "https://a.b/ ",
];

console.log("responses of 20 lines a second, one core");
const all = [...rules];
for (const [name, lines] of Object.entries({ page: PAGE, api: API })) {
  const withRules = rate(lines);
  // The engine walks this very list: empty, only the fields are at work.
  (rules as AnyRule[]).length = 0;
  const without = rate(lines);
  (rules as AnyRule[]).push(...all);
  console.log(`  ${name.padEnd(4)} with all rules: ${withRules}; with the fields alone: ${without}`);
}

console.log("\nmilliseconds of CPU for a response of 20 lines");
for (const [name, lines] of Object.entries({ page: PAGE, api: API }))
  console.log(
    `  ${name.padEnd(4)} explained: ${cpu(() => explain(lines))}; with all verdicts told, Firefox's too: ${cpu(() => judge(lines))}`,
  );

console.log("\n1 MB of hostile lines, milliseconds");
for (const [name, lines] of Object.entries(FLOODS))
  console.log(`  ${settled(lines).toFixed(0).padStart(6)}  ${name}`);

console.log(
  `\n1 MB in one value: ${structuredNames.length} fields, ${UNITS.length} patterns; the slowest, milliseconds`,
);
const slow: { readonly ms: number; readonly what: string }[] = [];
for (const field of structuredNames)
  for (const unit of UNITS) {
    const lines = [`${field}: ${unit.repeat(Math.floor(PARSED / unit.length))}`, FILLER];
    const once = milliseconds(lines);
    slow.push({ ms: once > 100 ? settled(lines) : once, what: `${field}: ${JSON.stringify(unit)} repeated` });
  }
slow.sort((a, b) => b.ms - a.ms);
for (const { ms, what } of slow.slice(0, 12)) console.log(`  ${ms.toFixed(0).padStart(6)}  ${what}`);
console.log(`  ${slow.filter(({ ms }) => ms > 200).length} of ${slow.length} over 200 ms`);
