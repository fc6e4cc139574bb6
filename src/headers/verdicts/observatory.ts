/**
 * The score of MDN's HTTP Observatory, from what its scanner looks at in one response (its published table of score
 * modifiers, version 5). Redirects and scripts in the page are not part of a header section: they count as neutral.
 */

import { type Static, Type } from "@sinclair/typebox";
import { oncePerObject } from "../../cache/memoize.ts";
import type { Cookie } from "./cookies/schema.ts";
import { checkCookies } from "./cookies.ts";
import { tokenOf } from "./isolation.ts";
import { type PolicyTest, policyTest } from "./observatory-policy.ts";
import { joinedValue, linesOf, type Response, requestValue } from "./response.ts";

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
/** Bonus points count only for pages that lose no more than this leaves. */
const LEAST_FOR_EXTRA = 90;
const GRADES: readonly (readonly [from: number, grade: string])[] = [
  [100, "A+"],
  [90, "A"],
  [85, "A-"],
  [80, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [50, "C"],
  [45, "C-"],
  [40, "D+"],
  [30, "D"],
  [25, "D-"],
  [0, "F"],
];

type Test = (response: Response, url: URL) => number;

const OPENER: ReadonlyMap<string, number> = new Map([
  ["same-origin", 10],
  ["same-origin-allow-popups", 10],
  ["noopener-allow-popups", 10],
  ["unsafe-none", 0],
]);
const EMBEDDER: ReadonlyMap<string, number> = new Map([
  ["require-corp", 10],
  ["credentialless", 10],
  ["unsafe-none", 0],
]);

const TESTS: readonly (readonly [name: string, test: Test])[] = Object.entries<Test>({
  "content-security-policy": (response) => policyOf(response).modifier,
  cookies: cookiesTest,
  "cross-origin-embedder-policy": tokenTest("cross-origin-embedder-policy", EMBEDDER),
  "cross-origin-opener-policy": tokenTest("cross-origin-opener-policy", OPENER),
  "cross-origin-resource-policy": embeddingTest,
  "cross-origin-resource-sharing": corsTest,
  redirection: (_response, { protocol }) => (protocol === "http:" ? -20 : 0),
  "referrer-policy": referrerTest,
  "strict-transport-security": (response, url) => hstsTest(response, url),
  "x-content-type-options": sniffTest,
  "x-frame-options": framingTest,
});

/** Both the policy and framing are judged by it. */
const policyOf = oncePerObject((response: Response): PolicyTest => {
  return policyTest(response, response.url?.protocol === "https:");
});

/** It follows redirects, and takes the answer to those who are not let in for a site. */
function isScored(status: number): boolean {
  return (status >= 200 && status <= 299) || status === 401 || status === 403;
}

/** Undefined where the URL is not known or the scanner would not take the response. It has one score for all engines. */
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

/** A structured token on one line; what else is sent is not valid. */
function tokenTest(name: string, policies: ReadonlyMap<string, number>): Test {
  return (response) => {
    const lines = linesOf(response, name);
    if (lines.length === 0) return 0;
    const token = lines.length > 1 ? undefined : tokenOf(lines[0]?.value);
    return policies.get(token ?? "") ?? -5;
  };
}

/** 180 days: the scanner forgives those who count a half year so. Seconds. */
const HALF_A_YEAR = 15_552_000;

/** Clients of the scanner join the lines of a field, Set-Cookie apart. */
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

const GOOD_REFERRERS: ReadonlySet<string> = new Set([
  "no-referrer",
  "same-origin",
  "strict-origin",
  "strict-origin-when-cross-origin",
]);
const POOR_REFERRERS: ReadonlySet<string> = new Set([
  "origin",
  "origin-when-cross-origin",
  "unsafe-url",
  "no-referrer-when-downgrade",
]);

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

/** Any origin that asks may read with credentials: known only where the request's Origin is known. */
function corsTest(response: Response): number {
  const allowed = joinedValue(response, "access-control-allow-origin");
  const isOpen =
    allowed !== undefined &&
    allowed === requestValue(response, "origin") &&
    joinedValue(response, "access-control-allow-credentials")?.toLowerCase() === "true";
  return isOpen ? -50 : 0;
}

/** The worst of all cookies counts. */
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

/** The scanner's jar keeps what has been deleted, and much of what browsers refuse. */
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
