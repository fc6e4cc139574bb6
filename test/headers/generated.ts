/**
 * Random responses, and contradictions between their verdicts and their sentence, readable forms and
 * findings.
 */

import { TypeCompiler } from "@sinclair/typebox/compiler";
import { explainMessage } from "../../src/headers/explain.ts";
import { parseMessage } from "../../src/headers/message.ts";
import type { HeaderObject } from "../../src/headers/schema.ts";
import { type AllVerdicts, ReportedVerdicts, reportedVerdicts } from "../../src/headers/verdicts/index.ts";
import type { HttpStep } from "../../src/http/schema.ts";
import { LOAD_CHECKS, LOAD_LINES } from "./generated-loads.ts";
import { clashesOf } from "./generated-pairs.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

/** Pseudorandom numbers from 0 up to 1 (mulberry32), the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const COOKIE_NAMES = [
  "a",
  "sid",
  "PHPSESSID",
  "__Host-s",
  "__Secure-s",
  "__host-s",
  "__Http-s",
  "author",
  "",
];
const COOKIE_PARTS = [
  "Secure",
  "HttpOnly",
  "Path=/",
  "Path=/x",
  "Path=",
  "Domain=example.com",
  "Domain=www.example.com",
  "Domain=com",
  "Domain=other.example",
  "Domain=",
  "SameSite=None",
  "SameSite=Lax",
  "SameSite=Foo",
  "Partitioned",
  "Max-Age=0",
  "Max-Age=3600",
  "Max-Age=+60",
  "Max-Age=63072000",
  "Expires=Thu, 01 Jan 1970 00:00:00 GMT",
  "Expires=Sat, 21 Nov 2026 10:00:00 GMT",
  "Expires=0",
  "Foo\tbar",
];
const CACHE_PARTS = [
  "no-store",
  "no-cache",
  "private",
  "public",
  "max-age=0",
  "max-age=60",
  "max-age=31536000",
  "s-maxage=90",
  "must-revalidate",
  "immutable",
  "stale-while-revalidate=30",
  "must-understand",
  "max-age=x",
];
const LINES = [
  "Date: Fri, 20 Nov 2026 10:00:00 GMT",
  "Date: Fri, 20 Nov 2026 09:00:00 GMT",
  "Date: yesterday",
  "Expires: 0",
  "Expires: Fri, 20 Nov 2026 11:00:00 GMT",
  "Expires: Fri, 20 Nov 26 11:00:00 GMT",
  "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT",
  'ETag: "a"',
  "Age: 30",
  "Age: 500",
  "Age: -1",
  "Vary: *",
  "Vary: Accept-Encoding",
  "CDN-Cache-Control: max-age=600",
  "CDN-Cache-Control: no-store",
  "Pragma: no-cache",
  "Content-Type: text/html; charset=utf-8",
  "Content-Type: application/json",
  "Location: /a",
  "Strict-Transport-Security: max-age=31536000; includeSubDomains",
  "Strict-Transport-Security: max-age=0",
  "Strict-Transport-Security: max-age=1; foo=",
  "Strict-Transport-Security: includeSubDomains",
  "Refresh: 5; url=/it's",
  "Refresh: 1s; url=/a",
  "Refresh: 99999999",
  "Referrer-Policy: no-referrer",
  "Referrer-Policy: no-referrer;",
  'Clear-Site-Data: "cookies"',
  "Clear-Site-Data: cookies",
  "X-Frame-Options: SAMEORIGIN,",
  "Content-Security-Policy: default-src 'self'",
  "Access-Control-Allow-Origin: *",
  ...LOAD_LINES,
];
const STATUSES = [200, 200, 200, 204, 206, 301, 302, 304, 307, 403, 404, 500, 503];
const URLS = [
  "https://www.example.com/app/page",
  "https://www.example.com/",
  "http://www.example.com/",
  "http://localhost/",
  "https://192.0.2.1/",
  undefined,
];

/** Request lines: of an unknown page, of another site's page with and without cookies, in its frame, by navigation. */
const REQUESTS: readonly (readonly string[])[] = [
  [],
  [],
  ["Origin: https://app.example"],
  ["Origin: https://app.example", "Cookie: a=b"],
  ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"],
  ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"],
  ["Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
  ['If-None-Match: "a"'],
];
/** Questions about each response. */
const QUESTIONS = {
  loads: [
    { as: "script", url: "https://cdn.example/a.js" },
    { as: "style", inline: "element" },
  ],
  framedBy: ["https://a.example/"],
};

export interface Generated {
  readonly lines: readonly string[];
  readonly status: number;
  readonly method: string;
  readonly url?: string;
  readonly requestHeaders: readonly string[];
  readonly receivedAt: number;
}

/** Random response, the same for the same seed. */
export function generated(seed: number): Generated {
  const next = random(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T;
  const several = (from: readonly string[], most: number) =>
    Array.from({ length: Math.floor(next() * (most + 1)) }, () => pick(from));
  const cookie = () => [`${pick(COOKIE_NAMES)}=v`, ...several(COOKIE_PARTS, 5)].join("; ");
  const lines = [
    ...several(LINES, 9),
    ...Array.from({ length: Math.floor(next() * 3) }, () => `Set-Cookie: ${cookie()}`),
    ...(next() < 0.7 ? [`Cache-Control: ${several(CACHE_PARTS, 4).join(", ")}`] : []),
  ];
  const url = pick(URLS);
  return {
    lines,
    status: pick(STATUSES),
    method: pick(["GET", "GET", "GET", "HEAD", "POST"]),
    ...(url !== undefined && { url }),
    requestHeaders: [...(next() < 0.2 ? ["Authorization: a"] : []), ...pick(REQUESTS)],
    receivedAt: NOW,
  };
}

export interface Seen {
  readonly headers: readonly HeaderObject[];
  readonly names: ReadonlySet<string>;
  readonly intent: string;
  readonly verdicts: AllVerdicts;
}

function namesOf({ problems, details }: HeaderObject): string[] {
  return [...problems, ...(details.items ?? []).flatMap((item) => item.problems ?? [])].map(
    ({ name }) => name,
  );
}

/** Matches ids of findings about cookies that browsers reject. */
const REFUSALS =
  /^cookie-(?:prefix-unmet|domain-(?:invalid|mismatch|public-suffix)|secure-over-http|samesite-none-insecure|partitioned-insecure|control-character|too-large|cleared)$/;

const shape = TypeCompiler.Compile(ReportedVerdicts);

export type Check = (seen: Seen) => string | undefined;

const CHECKS: readonly Check[] = [
  cookieWords,
  cookieSentence,
  storage,
  lifetimes,
  hsts,
  refresh,
  referrers,
  ...LOAD_CHECKS,
  ({ verdicts }) => {
    const told = reportedVerdicts(verdicts);
    const first = shape.Check(told) ? undefined : shape.Errors(told).First();
    return first && `${first.path} does not have the told shape: ${first.message}`;
  },
];

function cookieWords({ headers, verdicts }: Seen): string | undefined {
  for (const { line, outcome, refusals = [] } of verdicts.cookies ?? []) {
    const header = headers[line];
    if (!header?.value) continue;
    const { alternate = "" } = header;
    const isRefused = outcome === "refused";
    if (alternate.startsWith("rejected: ") !== isRefused) return `line ${line}: ${alternate}, but ${outcome}`;
    if ((alternate === "deletes the cookie") !== (outcome === "deleted"))
      return `line ${line}: ${alternate}, but ${outcome}`;
    const found = namesOf(header).filter((name) => REFUSALS.test(name)).length;
    const nameless = refusals.every(({ reason }) => reason === "empty" || reason === "nameless");
    const isNamed = found > 0 || namesOf(header).includes("cookie-third-party");
    if (isRefused && !nameless && !isNamed) return `line ${line} is refused without a finding`;
    if (!isRefused && found > 0) return `line ${line} is ${outcome}, but found refused`;
  }
  return undefined;
}

function cookieSentence({ intent, verdicts }: Seen): string | undefined {
  const counted = (verdicts.cookies ?? []).filter(({ replacedBy }) => replacedBy === undefined);
  const stored = counted.some(({ outcome }) => outcome === "stored");
  const sets = /(?<!to )\bsets? (?:a|\d+) (?:session )?cookie/.test(intent);
  if (sets !== stored) return `"${intent}", but ${stored ? "a cookie" : "no cookie"} is stored`;
  const refused = counted.some(({ outcome }) => outcome === "refused");
  return /(?:browsers reject|Chromium rejects) /.test(intent) === refused
    ? undefined
    : `"${intent}", but refused is ${refused}`;
}

function storage(seen: Seen): string | undefined {
  const { intent, names, verdicts } = seen;
  const { caching } = verdicts;
  if (!caching) return undefined;
  const { shared, private: own } = caching;
  const stores = shared.stores || own.stores;
  if (intent.includes("must not be stored") && stores) return `"${intent}", but it may be stored`;
  const words = seen.headers.find(({ name }) => name === "cache-control")?.alternate ?? "";
  if (/^not stored anywhere/.test(words) && stores) return `"${words}", but it may be stored`;
  for (const name of ["cookies-in-shared-cache", "session-in-shared-cache", "authorized-shared"])
    if (names.has(name) && !shared.stores) return `${name}, but shared caches may not store it`;
  return undefined;
}

function lifetimes({ intent, names, verdicts }: Seen): string | undefined {
  const { caching } = verdicts;
  if (!caching) return undefined;
  const views = [caching.shared, caching.private];
  const isFresh = views.some(({ freshFor }) => (freshFor ?? 0) > 0);
  if (/\bcacheable for\b/.test(intent) && !isFresh) return `"${intent}", but nothing is fresh`;
  const isStale = views.some(
    ({ freshFor, lifetime }) => freshFor !== null && freshFor <= 0 && lifetime !== 0,
  );
  if (names.has("stale-already") && !isStale) return "stale-already, but it is not stale";
  const isGuessed = views.some(({ lifetimeFrom }) => lifetimeFrom === "heuristic");
  return names.has("freshness-missing") && !isGuessed
    ? "freshness-missing, but nothing is guessed"
    : undefined;
}

function hsts({ headers, verdicts }: Seen): string | undefined {
  const line = headers.find(({ name }) => name === "strict-transport-security");
  const verdict = verdicts.security?.hsts;
  if (!line || !verdict) return undefined;
  const isForced = (line.alternate ?? "").startsWith("HTTPS ");
  if (isForced !== verdict.applies) return `"${line.alternate}", but applies is ${verdict.applies}`;
  const told = /including subdomains/.test(line.alternate ?? "");
  return told === (verdict.subdomains && verdict.seconds > 0) ? undefined : "subdomains differ";
}

function refresh({ headers, intent, verdicts }: Seen): string | undefined {
  const line = headers.find(({ name }) => name === "refresh");
  const goesOn = verdicts.refresh !== undefined;
  if (/\b(?:refreshes to|reloads every)\b/.test(intent) !== goesOn)
    return `"${intent}", but refresh is ${goesOn}`;
  const words = line?.alternate ?? "";
  return /^(?:to|loads again) /.test(words) === goesOn ? undefined : `"${words}", but refresh is ${goesOn}`;
}

function referrers({ headers, verdicts }: Seen): string | undefined {
  const lines = headers.filter(({ name }) => name === "referrer-policy");
  const [line] = lines;
  if (!line || lines.length > 1) return undefined;
  const isDefault = verdicts.security?.referrer.sameOrigin === "full";
  return /^ignored/.test(line.alternate ?? "") === isDefault ? undefined : `"${line.alternate}" differs`;
}

/** Contradictions between the verdicts and other parts of the explanation, one sentence each. */
export function contradictions({ lines, ...known }: Generated): string[] {
  const message = parseMessage(lines, known);
  const explained = explainMessage(message, NOW, { questions: QUESTIONS });
  const { headers, problems, intent, verdicts } = explained;
  const names = new Set([...problems.map(({ name }) => name), ...headers.flatMap(namesOf)]);
  const seen: Seen = { headers, names, intent, verdicts };
  const step = { ...explained, status: known.status, verdicts: reportedVerdicts(verdicts) };
  return [...CHECKS.flatMap((check) => check(seen) ?? []), ...clashesOf(step as unknown as HttpStep)];
}
