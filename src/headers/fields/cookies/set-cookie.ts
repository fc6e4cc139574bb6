import { cookieAttributes } from "../../../../data/headers/directives/cookie-attributes.ts";
import { type CookieAttribute, parseSetCookie, type SetCookie } from "../../../syntax/cookies.ts";
import { type Context, type ExplainedLine, field, item } from "../../field.ts";
import { type Groups, judge, problem, type Report } from "../../problem.ts";
import type { Item } from "../../schema.ts";
import { rfc6265bis } from "../../specs.ts";
import { readExpires, readMaxAge } from "../../verdicts/cookies/expiry.ts";
import { prefixOf } from "../../verdicts/cookies/prefixes.ts";
import type { Cookie } from "../../verdicts/cookies/schema.ts";
import { keyOf } from "../../verdicts/cookies.ts";
import { ago, day, duration, quote } from "../../wording.ts";
import { attributeProblems, cookiesJoined } from "./attribute-problems.ts";
import {
  type CookieLine,
  checkNameless,
  lifetimeProblems,
  pairProblems,
  partitionedProblems,
  scopeProblems,
} from "./cookie-problems.ts";
import { checkRefusal, refusalProblems } from "./cookie-refusals.ts";
import { knownCookie } from "./known.ts";
import { protectionOf, protectionProblems } from "./protection-problems.ts";
import { cookieVerdicts } from "./verdict.ts";

const DAY_SECONDS = 86_400;

/** Set-Cookie (RFC 6265bis section 4.1): one cookie a line. */
export const setCookie = field({
  name: "Set-Cookie",
  type: "cookie",
  repeat: "separate",
  empty: ", so it sets nothing",
  parse: (value) => parseSetCookie(value),
  itemsInMessage: (cookie, context) => [
    item(cookie.name, cookie.value, pairDescription(cookie.name)),
    ...cookie.attributes.map((attribute) => attributeItem(attribute, context)),
  ],
  alternateInMessage(_cookie, context, _value, line) {
    const verdicts = cookieVerdicts(context, line);
    return verdicts && outcomeWords(verdicts.chromium, context);
  },
}).problems({
  named: [
    ...[pairProblems, attributeProblems, scopeProblems, partitionedProblems].flat(2),
    ...[lifetimeProblems, protectionProblems].flat(2),
    ...refusalProblems,
    cookiesJoined,
  ],
  allLines: [
    problem({
      id: "cookie-repeated",
      severity: "warning",
      link: rfc6265bis("section-4.1.1"),
      summary: "A response sets the same cookie more than once.",
      detectAll: repeats,
      at: ({ line }) => line,
      severityOf: ({ isAlike }) => (isAlike ? "info" : "warning"),
      title({ name, isSame, isAlike }) {
        if (isAlike) return `Set-Cookie sets ${quote(name)} twice alike; once is enough.`;
        if (!isSame)
          return `Set-Cookie sets ${quote(name)} twice, with different domains or paths: the browser sends both.`;
        return `Set-Cookie sets ${name === "" ? "a cookie without a name" : quote(name)} twice; browsers use the later line.`;
      },
      bad: ["Set-Cookie: id=1; Path=/", "Set-Cookie: id=2; Path=/"],
      good: ["Set-Cookie: id=1; Path=/", "Set-Cookie: lang=en; Path=/"],
    }),
  ],
  check(parsed, context, report, line) {
    const verdicts = cookieVerdicts(context, line);
    if (!verdicts || verdicts.chromium.refusals?.some(({ reason }) => reason === "interim")) return;
    const cookie: CookieLine = { ...parsed, ...verdicts, items: line.items };
    const look = (groups: Groups<CookieLine, unknown>) => judge(groups, cookie, context, line, report);
    checkNameless(cookie, report);
    look(pairProblems);
    checkAttributes(cookie, context, report);
    look(scopeProblems);
    checkRefusal(cookie, report);
    look(partitionedProblems);
    const { seconds, expires, capped, outcome } = verdicts.chromium;
    // Of a cookie that nobody keeps the refusal is all there is to say.
    if (outcome === "refused" || (seconds === undefined && expires === undefined && !capped)) return;
    look(lifetimeProblems);
    judge(protectionProblems, protectionOf(parsed, context.url), context, line, report);
  },
});

function pairDescription(name: string): string {
  const known = knownCookie(name);
  const prefix = prefixOf(name);
  if (known) return known.description;
  return prefix
    ? (cookieAttributes.get(prefix.name.toLowerCase()) ?? "")
    : "Name and value of the cookie, which the browser sends back.";
}

function attributeItem({ name, sent, value = "" }: CookieAttribute, context: Context): Item {
  const exact = name === "samesite" || name === "priority" ? `${name}=${value.toLowerCase()}` : name;
  const description =
    cookieAttributes.get(exact) ??
    cookieAttributes.get(name) ??
    "Not an attribute that browsers know: they ignore it.";
  return item(sent, value, description, attributeWords(name, value, context));
}

function attributeWords(name: string, value: string, { now }: Context): string | undefined {
  if (name === "max-age") {
    const seconds = readMaxAge(value, "chromium");
    if (seconds === undefined) return undefined;
    return seconds > 0 ? duration(seconds) : "deletes the cookie";
  }
  if (name === "domain" && value.startsWith(".")) return `${value.slice(1)}: the dot is ignored`;
  const ms = name === "expires" ? readExpires(value, "chromium") : undefined;
  return ms === undefined || !Number.isFinite(ms) ? undefined : ago(ms, now);
}

/** `refused: …`, `session cookie`, `kept for 30 days`, `deletes the cookie`. */
function outcomeWords({ outcome, why, seconds, expires }: Cookie, { now }: Context): string {
  if (outcome === "refused") return `rejected: ${why}`;
  if (outcome === "deleted") return "deletes the cookie";
  if (expires === "session") return "session cookie: kept until the browser closes";
  if (seconds === undefined) return untilWords(expires, now);
  const until = seconds >= DAY_SECONDS && expires !== undefined ? `, until ${day(Date.parse(expires))}` : "";
  return `kept for ${duration(seconds)}${until}`;
}

/** The time of the response is not known: only the end is. */
function untilWords(expires: string | undefined, now: number): string {
  if (expires === undefined) return "kept for 400 days, the longest that Chromium and Firefox allow";
  const until = Date.parse(expires);
  return `kept until ${day(until)}${until <= now ? ", which has passed" : ""}`;
}

/** Judges each attribute by itself; after another cookie on the same line no more. */
function checkAttributes(cookie: CookieLine, context: Context, report: Report): void {
  const seen = new Set<string>();
  for (const [index, { name, sent, value = "" }] of cookie.attributes.entries()) {
    const attribute = { name, sent, value, of: cookie.name, isRepeated: seen.has(name) };
    const groups = cookiesJoined.detect?.(attribute, context, undefined)
      ? [[cookiesJoined]]
      : attributeProblems;
    judge(groups, attribute, context, undefined, report, cookie.items[index + 1]);
    if (groups !== attributeProblems) return;
    seen.add(name);
  }
}

/** RFC 6265bis section 4.1.1: one name once. Deleting it under other paths or domains is the exception that works. */
function repeats(lines: readonly ExplainedLine<SetCookie>[], context: Context): readonly Repeat[] {
  if (lines.length < 2) return [];
  const seen = new Map<string, Cookie & { readonly text: string }>();
  const found: Repeat[] = [];
  for (const line of lines) {
    const cookie = cookieVerdicts(context, line)?.chromium;
    if (!cookie || cookie.outcome === "refused") continue;
    const { name, outcome } = cookie;
    const first = seen.get(name);
    const text = line.line.value;
    if (!first) seen.set(name, { ...cookie, text });
    else if (keyOf(first) === keyOf(cookie)) {
      const isAlike = first.text === text || (first.outcome === "deleted" && outcome === "deleted");
      found.push({ line, name, isSame: true, isAlike });
    } else if (first.outcome === "stored" && outcome === "stored")
      found.push({ line, name, isSame: false, isAlike: false });
  }
  return found;
}

interface Repeat {
  readonly line: ExplainedLine;
  readonly name: string;
  /** Whether the browser keeps one of them only. */
  readonly isSame: boolean;
  /** Whether either line does the same. */
  readonly isAlike: boolean;
}
