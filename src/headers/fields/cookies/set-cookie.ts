import { cookieAttributes } from "../../../../data/headers/directives/cookie-attributes.ts";
import { type CookieAttribute, parseSetCookie, type SetCookie } from "../../../syntax/cookies.ts";
import {
  type Context,
  type ExplainedLine,
  field,
  type Groups,
  type Item,
  item,
  judge,
  problem,
  type Report,
  worded,
} from "../../field.ts";
import { readExpires, readMaxAge } from "../../verdicts/cookies/expiry.ts";
import { prefixOf } from "../../verdicts/cookies/refusals.ts";
import type { Cookie, RefusalReason } from "../../verdicts/cookies/schema.ts";
import { domainFlaw } from "../../verdicts/cookies/scope.ts";
import { keyOf } from "../../verdicts/cookies.ts";
import { ago, day, duration, quote } from "../../wording.ts";
import { attributeProblems, cookiesJoined } from "./attribute-problems.ts";
import {
  type CookieLine,
  checkNameless,
  controlCharacter,
  itemOf,
  lifetimeProblems,
  mayCarryLogin,
  nameless,
  pairProblems,
  partitionedProblems,
  scopeProblems,
  textOf,
} from "./cookie-problems.ts";
import { adding, keepingPromise } from "./fixes.ts";
import { knownCookie } from "./known.ts";
import { HTTPS, protectionOf, protectionProblems } from "./protection-problems.ts";
import { cookieVerdicts } from "./verdict.ts";

/**
 * Problem rows by reason of a rejection (RFC 6265bis section 5.7). `domainRefusal` has the rows for Domain;
 * a rule reports cookies in interim responses.
 */
const REFUSALS = {
  characters: controlCharacter,
  path: controlCharacter,
  empty: nameless,
  nameless,
  size: worded("cookie-too-large", "error", "rfc6265bis#section-5.6", {
    bad: [`Set-Cookie: state=${"a".repeat(4096)}`],
    good: [`Set-Cookie: state=${"a".repeat(100)}`],
  }),
  prefix: worded("cookie-prefix-unmet", "error", "rfc6265bis#section-4.1.3", {
    fix: keepingPromise,
    bad: ["Set-Cookie: __Host-id=1; Secure; Path=/account"],
    good: ["Set-Cookie: __Host-id=1; Secure; Path=/"],
  }),
  partitioned: worded("cookie-partitioned-insecure", "error", "mdn/Set-Cookie#partitioned", {
    fix: adding("Secure"),
    bad: ["Set-Cookie: lang=en; Partitioned; SameSite=Lax"],
    good: ["Set-Cookie: lang=en; Partitioned; Secure; SameSite=None"],
  }),
  "same-site": worded("cookie-samesite-none-insecure", "error", "rfc6265bis#section-5.7", {
    // With Secure the cookie is stored, and a login cookie then also needs HttpOnly.
    fix: (value) => adding("Secure", ...(mayCarryLogin(value) ? ["HttpOnly"] : []))(value),
    bad: ["Set-Cookie: lang=en; SameSite=None"],
    good: ["Set-Cookie: lang=en; SameSite=None; Secure"],
  }),
  insecure: worded("cookie-secure-over-http", "error", "rfc6265bis#section-5.7", {
    bad: { lines: ["Set-Cookie: lang=en; Secure"], url: "http://www.example.com/" },
    good: { lines: ["Set-Cookie: lang=en; Secure"], url: HTTPS },
  }),
  cleared: worded("cookie-cleared", "warning", "https://www.w3.org/TR/clear-site-data/#header", {
    bad: { lines: ['Clear-Site-Data: "cookies"', "Set-Cookie: lang=en; Secure; SameSite=Lax"], url: HTTPS },
    good: { lines: ['Clear-Site-Data: "cache"', "Set-Cookie: lang=en; Secure; SameSite=Lax"], url: HTTPS },
  }),
};

const DOMAIN_REFUSALS = {
  invalid: worded("cookie-domain-invalid", "error", "rfc6265bis#section-5.6.3", {
    bad: ["Set-Cookie: lang=en; Domain=https://example.com"],
    good: ["Set-Cookie: lang=en; Domain=example.com"],
  }),
  suffix: worded("cookie-domain-public-suffix", "error", "https://publicsuffix.org/list/", {
    bad: ["Set-Cookie: lang=en; Domain=co.uk"],
    good: ["Set-Cookie: lang=en; Domain=example.co.uk"],
  }),
  other: worded("cookie-domain-mismatch", "error", "rfc6265bis#section-5.7", {
    bad: { lines: ["Set-Cookie: lang=en; Domain=example.org; Secure"], url: HTTPS },
    good: { lines: ["Set-Cookie: lang=en; Domain=example.com; Secure"], url: HTTPS },
  }),
};

const refusalProblems = [...new Set(Object.values({ ...REFUSALS, ...DOMAIN_REFUSALS }))];

/** Attribute at which a rejection is reported, by reason. */
const ATTRIBUTES: Readonly<Partial<Record<RefusalReason, string>>> = {
  domain: "domain",
  partitioned: "partitioned",
  "same-site": "samesite",
};

function domainRefusal(domain: string): (typeof refusalProblems)[number] {
  const flaw = domainFlaw(domain);
  if (flaw === "is not a domain name") return DOMAIN_REFUSALS.invalid;
  return flaw === "is a public suffix" ? DOMAIN_REFUSALS.suffix : DOMAIN_REFUSALS.other;
}

/** Reports each reason why Chromium rejects the cookie, and which browsers do. */
function checkRefusal(cookie: CookieLine, { verdicts }: Context, report: Report): void {
  const { chromium, firefox, name, value } = cookie;
  if (chromium.outcome !== "refused") return;
  const safari = verdicts.webkit.cookies?.find(({ line }) => line === chromium.line)?.refusals ?? [];
  const called = name === "" ? `with the value ${quote(value, 30)}` : quote(name);
  for (const { reason, why } of chromium.refusals ?? []) {
    // The finding cookie-third-party names the three browsers.
    if (reason === "interim" || reason === "third-party") continue;
    const row = reason === "domain" ? domainRefusal(textOf(cookie, "domain") ?? "") : REFUSALS[reason];
    const alike = safari.some((one) => one.reason === reason) ? "Browsers" : "Chromium and Firefox";
    const reject = firefox?.outcome === "refused" ? `${alike} reject` : "Chromium rejects";
    const lost = `Set-Cookie ${called} is lost: ${why}.`;
    const title = reason === "cleared" ? lost : `${reject} Set-Cookie ${called}: ${why}.`;
    report(row, title, itemOf(cookie, ATTRIBUTES[reason] ?? ""));
  }
}

const DAY_SECONDS = 86_400;

/** Set-Cookie (RFC 6265bis section 4.1): one cookie a line. */
export const setCookie = field("Set-Cookie", "cookie", {
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
  allLines: problem("cookie-repeated", "warning", "rfc6265bis#section-4.1.1", {
    detectAll: repeats,
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
  check(parsed, context, report, line) {
    const verdicts = cookieVerdicts(context, line);
    if (!verdicts || verdicts.chromium.refusals?.some(({ reason }) => reason === "interim")) return;
    const cookie: CookieLine = { ...parsed, ...verdicts, items: line.items };
    const look = (groups: Groups<CookieLine, unknown>) => judge(groups, cookie, context, line, report);
    checkNameless(cookie, report);
    look(pairProblems);
    checkAttributes(cookie, context, report);
    look(scopeProblems);
    checkRefusal(cookie, context, report);
    look(partitionedProblems);
    const { seconds, expires, capped, refusals = [] } = verdicts.chromium;
    // A rejected cookie gets no further checks, unless Firefox keeps it apart in another site's page.
    if (
      refusals.some(({ reason }) => reason !== "third-party") ||
      (refusals.length > 0 && verdicts.firefox?.outcome === "refused") ||
      (seconds === undefined && expires === undefined && !capped)
    )
      return;
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
    "An unknown attribute, which browsers ignore.";
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

/** Outcome in words: `rejected: …`, `session cookie`, `kept for 30 days`, `deletes the cookie`. */
function outcomeWords({ outcome, why, seconds, expires }: Cookie, { now }: Context): string {
  if (outcome === "refused") return `rejected: ${why}`;
  if (outcome === "deleted") return "deletes the cookie";
  if (expires === "session") return "session cookie: kept until the browser closes";
  if (seconds === undefined) return untilWords(expires, now);
  const until = seconds >= DAY_SECONDS && expires !== undefined ? `, until ${day(Date.parse(expires))}` : "";
  return `kept for ${duration(seconds)}${until}`;
}

/** Lifetime in words if the time of the response is unknown. */
function untilWords(expires: string | undefined, now: number): string {
  if (expires === undefined) return "kept for 400 days, the longest that Chromium and Firefox allow";
  const until = Date.parse(expires);
  return `kept until ${day(until)}${until <= now ? ", which has passed" : ""}`;
}

/** Checks each attribute; stops if another cookie follows on the same line. */
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

/** Cookies set more than once (RFC 6265bis section 4.1.1), except deletions under other paths or domains. */
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
  /** True if the browser keeps only one of the two cookies. */
  readonly isSame: boolean;
  /** True if both lines have the same effect. */
  readonly isAlike: boolean;
}
