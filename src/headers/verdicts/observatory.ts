/** The score of MDN's HTTP Observatory (version 5) for one response; redirects and scripts count as neutral. */

import { type Static, Type } from "@sinclair/typebox";
import { wordList, wordTexts } from "../../../data/headers/words.ts";
import { memoize, oncePerObject } from "../../platform/memoize.ts";
import type { Cookie } from "./cookies/schema.ts";
import { checkCookies } from "./cookies.ts";
import { tokenOf } from "./isolation.ts";
import { joinedValue, linesOf, type Response, requestValue } from "./response.ts";

// Content-Security-Policy in MDN's HTTP Observatory, which judges only the text of sources.

interface PolicyTest {
  readonly modifier: number;
  /** The policy is valid and contains frame-ancestors. */
  readonly framed: boolean;
}

const BROAD = wordList("broad sources");
const PASSIVE: readonly string[] = ["img-src", "media-src"];
const EVERYTHING: ReadonlySet<string> = new Set(["*"]);
const NOTHING: ReadonlySet<string> = new Set();
/** Minimum length of a policy, shorter than any directive that the scanner accepts. */
const SHORTEST = "img-sr".length;

const NOT_IMPLEMENTED = -25;
const UNSAFE = -20;
const UNSAFE_EVAL = -10;
const INSECURE_PASSIVE = -10;
const UNSAFE_STYLES = 0;
const NO_UNSAFE = 5;
const DEFAULT_NONE = 10;

type Sources = ReadonlySet<string>;

function policyTest(response: Response, isHttps: boolean): PolicyTest {
  const lines = linesOf(response, "content-security-policy");
  const text = lines.map(({ value }) => value).join();
  return lines.length === 0 ? NO_POLICY : (isHttps ? httpsTest : httpTest)(text);
}

const NO_POLICY: PolicyTest = { modifier: NOT_IMPLEMENTED, framed: false };

const httpsTest = memoize((text) => testOf(text, true));
const httpTest = memoize((text) => testOf(text, false));

function testOf(text: string, isHttps: boolean): PolicyTest {
  const directives = readDirectives(text);
  return directives && directives.size > 0
    ? { modifier: modifierOf(directives, isHttps), framed: directives.has("frame-ancestors") }
    : NO_POLICY;
}

function modifierOf(directives: ReadonlyMap<string, Sources>, isHttps: boolean): number {
  const governing = (name: string) => directives.get(name) ?? directives.get("default-src") ?? EVERYTHING;
  const scripts = scriptSources(governing("script-src"));
  if (scripts === undefined) return NOT_IMPLEMENTED;
  const styles = withoutInline(governing("style-src"));
  if (isUnsafe(scripts) || some(governing("object-src"), (source) => BROAD.has(source))) return UNSAFE;
  const active = [...directives].filter(([name]) => !PASSIVE.includes(name) && name !== "script-src");
  if (isHttps && [scripts, ...active.map(([, sources]) => sources)].some((one) => some(one, isPlain)))
    return UNSAFE;
  if (scripts.has("'unsafe-eval'") || styles.has("'unsafe-eval'")) return UNSAFE_EVAL;
  const passive = PASSIVE.map((name) => directives.get(name) ?? directives.get("default-src") ?? NOTHING);
  if (isHttps && passive.some((sources) => some(sources, isPlain))) return INSECURE_PASSIVE;
  if (isUnsafe(styles)) return UNSAFE_STYLES;
  const fallback = directives.get("default-src");
  return fallback?.size === 1 && fallback.has("'none'") ? DEFAULT_NONE : NO_UNSAFE;
}

function some(sources: Iterable<string>, test: (source: string) => boolean): boolean {
  for (const source of sources) if (test(source)) return true;
  return false;
}

function isUnsafe(sources: Sources): boolean {
  return some(sources, (source) => BROAD.has(source) || source === "'unsafe-inline'" || source === "data:");
}

function isPlain(source: string): boolean {
  return source.startsWith("http:") || source.startsWith("ftp:");
}

function hasNonceOrHash(sources: Sources): boolean {
  return some(sources, (source) => /^'(?:nonce|sha(?:256|384|512))-/.test(source));
}

function withoutInline(sources: Sources): Sources {
  return hasNonceOrHash(sources)
    ? new Set([...sources].filter((source) => source !== "'unsafe-inline'"))
    : sources;
}

/** Script sources. 'strict-dynamic' drops hosts and schemes; without a nonce or hash it is invalid. */
function scriptSources(sources: Sources): Sources | undefined {
  const scripts = withoutInline(sources);
  if (!scripts.has("'strict-dynamic'")) return scripts;
  if (!hasNonceOrHash(scripts)) return undefined;
  const broad = [...BROAD];
  return new Set(
    [...scripts].filter(
      (source) => source !== "'self'" && !broad.some((prefix) => source.startsWith(prefix)),
    ),
  );
}

/** Intersection of all policies by directive; undefined if one is invalid. */
function readDirectives(text: string): Map<string, Sources> | undefined {
  const policies = text
    .toLowerCase()
    .split(",")
    .map((policy) => policy.trim());
  const joined = new Map<string, Set<string>>();
  for (const [index, policy] of policies.entries()) {
    const own = policy.length < SHORTEST ? undefined : readPolicy(policy);
    if (!own) return undefined;
    for (const [name, sources] of own) {
      const before = joined.get(name);
      if (before) joined.set(name, new Set([...before].filter((source) => sources.has(source))));
      else joined.set(name, index === 0 ? sources : new Set());
    }
  }
  for (const [name, sources] of joined) if (sources.size === 0) joined.set(name, new Set(["'none'"]));
  return joined;
}

/** Directives that may repeat in a policy; the scanner rejects a policy with another repeat. */
const REPEATABLE: ReadonlySet<string> = new Set(["report-uri", "report-to"]);

function readPolicy(policy: string): Map<string, Set<string>> | undefined {
  const directives = new Map<string, Set<string>>();
  for (const part of policy.split(";")) {
    const [name, ...sources] = part.match(/\S+/g) ?? [];
    if (name === undefined) continue;
    if (directives.has(name)) {
      if (!REPEATABLE.has(name)) return undefined;
    } else directives.set(name, new Set(sources));
  }
  return directives;
}

export const Observatory = Type.Object(
  {
    score: Type.Integer({ description: "0 to 145, as MDN counts" }),
    grade: Type.String({ description: "A+ to F" }),
    tests: Type.Record(Type.String(), Type.Integer(), {
      description: "What each test adds or subtracts; bonuses count from a score of 90 on",
    }),
  },
  { title: "Observatory", description: "MDN HTTP Observatory's score of this response by itself" },
);
export type Observatory = Static<typeof Observatory>;

const START = 100;
/** Minimum score for bonus points. */
const LEAST_FOR_EXTRA = 90;
const GRADES = Array.from(
  wordTexts("grades of the Observatory"),
  ([grade, from]) => [Number(from), grade] as const,
);

type Test = (response: Response, url: URL) => number;

const TESTS: readonly (readonly [name: string, test: Test])[] = Object.entries<Test>({
  "content-security-policy": (response) => policyOf(response).modifier,
  cookies: cookiesTest,
  "cross-origin-embedder-policy": tokenTest("cross-origin-embedder-policy"),
  "cross-origin-opener-policy": tokenTest("cross-origin-opener-policy"),
  "cross-origin-resource-policy": embeddingTest,
  "cross-origin-resource-sharing": corsTest,
  redirection: (_response, { protocol }) => (protocol === "http:" ? -20 : 0),
  "referrer-policy": referrerTest,
  "strict-transport-security": (response, url) => hstsTest(response, url),
  "x-content-type-options": sniffTest,
  "x-frame-options": framingTest,
});

const policyOf = oncePerObject((response: Response): PolicyTest => {
  return policyTest(response, response.url?.protocol === "https:");
});

/** Whether the scanner scores the status: 2xx, 401 and 403. It follows redirects. */
function isScored(status: number): boolean {
  return (status >= 200 && status <= 299) || status === 401 || status === 403;
}

/** Score, equal for all engines; undefined if the URL is unknown or the scanner rejects the response. */
export const checkObservatory = oncePerObject((response: Response): Observatory | undefined => {
  const { url, status = 0 } = response;
  if (!url || !isScored(status)) return undefined;
  const tests: Record<string, number> = {};
  let lost = 0;
  let extra = 0;
  for (const [name, test] of TESTS) {
    const modifier = test(response, url);
    tests[name] = modifier;
    if (modifier < 0) lost -= modifier;
    else extra += modifier;
  }
  const plain = START - lost;
  const score = Math.max(0, plain >= LEAST_FOR_EXTRA ? plain + extra : plain);
  return { score, grade: gradeOf(score), tests };
});

/** @internal for tests: both sides of each bound are tested alone */
export function gradeOf(score: number): string {
  return GRADES.find(([from]) => score >= from)?.[1] ?? "F";
}

/** A structured token on one line; anything else is invalid. */
function tokenTest(name: string): Test {
  const scores = wordTexts(`scores of ${name}`);
  return (response) => {
    const lines = linesOf(response, name);
    if (lines.length === 0) return 0;
    const token = lines.length > 1 ? undefined : tokenOf(lines[0]?.value);
    return Number(scores.get(token ?? "") ?? -5);
  };
}

/** 180 days: the scanner accepts this as half a year. Seconds. */
const HALF_A_YEAR = 15_552_000;

/** The scanner joins the lines of a header, except Set-Cookie. */
function hstsTest(response: Response, { protocol }: URL): number {
  if (protocol !== "https:") return -20;
  const value = joinedValue(response, "strict-transport-security")?.toLowerCase();
  if (value === undefined || value.includes(",")) return -20;
  const directive = value
    .split(";")
    .map((part) => part.trim())
    .findLast((part) => part.startsWith("max-age="));
  const seconds = Number.parseInt(directive?.slice("max-age=".length) ?? "", 10);
  if (directive === undefined) return -20;
  return seconds < HALF_A_YEAR ? -10 : 0;
}

const GOOD_REFERRERS = wordList("referrer policies with a bonus");
const POOR_REFERRERS = wordList("referrer policies with a penalty");

function referrerTest(response: Response): number {
  const value = joinedValue(response, "referrer-policy");
  if (value === undefined) return 0;
  const members = value.split(",").map((part) => part.trim().toLowerCase());
  const last = members.findLast((member) => GOOD_REFERRERS.has(member) || POOR_REFERRERS.has(member));
  return last !== undefined && GOOD_REFERRERS.has(last) ? 5 : -5;
}

function sniffTest(response: Response): number {
  return joinedValue(response, "x-content-type-options")?.toLowerCase() === "nosniff" ? 0 : -5;
}

function framingTest(response: Response): number {
  if (policyOf(response).framed) return 5;
  const value = joinedValue(response, "x-frame-options")?.toLowerCase() ?? "";
  return value === "deny" || value === "sameorigin" || value.startsWith("allow-from") ? 0 : -20;
}

function embeddingTest(response: Response): number {
  const value = joinedValue(response, "cross-origin-resource-policy")?.toLowerCase();
  if (!value || value === "cross-origin") return 0;
  return value === "same-site" || value === "same-origin" ? 10 : -5;
}

/** Modifier for CORS: negative if the response echoes Origin and allows credentials. */
function corsTest(response: Response): number {
  const allowed = joinedValue(response, "access-control-allow-origin");
  const isOpen =
    allowed !== undefined &&
    allowed === requestValue(response, "origin") &&
    joinedValue(response, "access-control-allow-credentials")?.toLowerCase() === "true";
  return isOpen ? -50 : 0;
}

function cookiesTest(response: Response, url: URL): number {
  const invalid = linesOf(response, "set-cookie").some(({ value }) => hasInvalidSameSite(value));
  const cookies = checkCookies(response, "chromium").filter(isInJar);
  if (cookies.length === 0) return 0;
  const hasHsts = hstsTest(response, url) === 0;
  let worst = invalid ? -20 : 0;
  let sameSite = true;
  for (const { name, secure, httpOnly, sameSite: own } of cookies) {
    const lower = name.toLowerCase();
    const isSession = lower.includes("login") || lower.includes("sess");
    if (own === "unset") sameSite = false;
    if (!secure) worst = Math.min(worst, own === "none" ? -20 : 0, insecure(isSession, hasHsts));
    if (lower.includes("csrf") && own === "unset") worst = Math.min(worst, -20);
    if (isSession && !httpOnly) worst = Math.min(worst, -30);
  }
  return worst === 0 && sameSite ? 5 : worst;
}

/** Whether the scanner keeps the cookie. It keeps deleted cookies, and many that browsers refuse. */
function isInJar({ name, replacedBy, refusals = [] }: Cookie): boolean {
  if (name === "" || name === "heroku-session-affinity" || replacedBy !== undefined) return false;
  const knowsPrefix = /^__(?:Secure|Host)-/.test(name);
  return refusals.every(
    ({ reason }) => reason !== "domain" && reason !== "characters" && !(reason === "prefix" && knowsPrefix),
  );
}

function insecure(isSession: boolean, hasHsts: boolean): number {
  if (isSession) return hasHsts ? -10 : -40;
  return hasHsts ? -5 : -20;
}

function hasInvalidSameSite(line: string): boolean {
  return line.split(";").some((part) => {
    const [name = "", value = ""] = part.split("=");
    return name.trim().toLowerCase() === "samesite" && !/^(?:lax|strict|none)$/i.test(value.trim());
  });
}
