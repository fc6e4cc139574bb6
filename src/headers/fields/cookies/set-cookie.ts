import { cookieAttributes } from "../../../../data/headers/directives/cookie-attributes.ts";
import { type Context, type ExplainedLine, field, item, type Note } from "../../field.ts";
import type { Item } from "../../schema.ts";
import { type CookieAttribute, parseSetCookie, type SetCookie } from "../../syntax/cookies.ts";
import { isToken } from "../../syntax/tokens.ts";
import { readExpires, readMaxAge } from "../../verdicts/cookies/expiry.ts";
import { prefixOf } from "../../verdicts/cookies/prefixes.ts";
import { type Cookie, keyOf } from "../../verdicts/cookies.ts";
import { ago, day, duration, quote } from "../../wording.ts";
import { checkAttributes, checkLifetime } from "./check-attributes.ts";
import { checkPartitioned, checkProtection } from "./check-protection.ts";
import { checkRefusal } from "./check-refusal.ts";
import { checkDomain, checkPrefix } from "./check-scope.ts";
import { type CookieKind, cookieKinds } from "./kinds.ts";
import { knownCookie } from "./known.ts";
import { type CookieVerdicts, cookieVerdicts } from "./verdict.ts";

const DAY_SECONDS = 86_400;
/** Not cookie-octet (RFC 6265bis section 4.1.1), outside a pair of quotes around all of it. */
const ODD_VALUE = /[\s",\\]/;

/** Set-Cookie (RFC 6265bis section 4.1): one cookie a line. */
export const setCookie = field({
  name: "Set-Cookie",
  type: "cookie",
  repeat: "separate",
  kinds: cookieKinds,
  parse(value, note) {
    if (value !== "") return parseSetCookie(value);
    note("value-empty", "Set-Cookie has no value, so it sets nothing.");
    return undefined;
  },
  items: (cookie, context) => [
    item(cookie.name, cookie.value, pairDescription(cookie.name)),
    ...cookie.attributes.map((attribute) => attributeItem(attribute, context)),
  ],
  alternate(_cookie, context, _value, line) {
    const verdicts = cookieVerdicts(context, line);
    return verdicts && outcomeWords(verdicts.chromium, context);
  },
  check(cookie, context, note, line) {
    const { items } = line;
    const verdicts = cookieVerdicts(context, line);
    if (!verdicts || verdicts.chromium.refusals?.some(({ reason }) => reason === "interim")) return;
    checkPair(cookie, verdicts, note);
    checkAttributes(cookie, items, note);
    checkDomain(cookie, items, note);
    checkPrefix(cookie, note);
    checkRefusal(cookie, verdicts, items, note);
    checkPartitioned(cookie, items, note);
    const { seconds, expires, capped } = verdicts.chromium;
    const endsAtOnce = seconds === undefined && expires === undefined && !capped;
    if (endsAtOnce) return;
    checkLifetime(cookie, verdicts.chromium, items, note);
    checkProtection(cookie, verdicts.chromium.outcome !== "refused", context.url, note);
  },
  checkAll: checkRepeats,
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
    "No attribute that browsers know: it does nothing.";
  return item(sent, value, description, attributeWords(name, value, context));
}

function attributeWords(name: string, value: string, { now }: Context): string | undefined {
  if (name === "max-age") {
    const seconds = readMaxAge(value, "chromium");
    if (seconds === undefined) return undefined;
    return seconds > 0 ? duration(seconds) : "deletes the cookie";
  }
  const ms = name === "expires" ? readExpires(value, "chromium") : undefined;
  return ms === undefined || !Number.isFinite(ms) ? undefined : ago(ms, now);
}

/** `refused: …`, `session cookie`, `kept for 30 days`, `deletes the cookie`. */
function outcomeWords({ outcome, why, seconds, expires }: Cookie, { now }: Context): string {
  if (outcome === "refused") return `refused: ${why}`;
  if (outcome === "deleted") return "deletes the cookie";
  if (expires === "session") return "session cookie: kept until the browser closes";
  if (seconds === undefined) return untilWords(expires, now);
  const until = seconds >= DAY_SECONDS && expires !== undefined ? `, until ${day(Date.parse(expires))}` : "";
  return `kept for ${duration(seconds)}${until}`;
}

/** The time of the response is not known: only the end is. */
function untilWords(expires: string | undefined, now: number): string {
  if (expires === undefined) return "kept as long as browsers keep any cookie: 400 days";
  const until = Date.parse(expires);
  return `kept until ${day(until)}${until <= now ? ", which has passed" : ""}`;
}

function checkPair(
  { name, value, hasEquals }: SetCookie,
  { chromium }: CookieVerdicts,
  note: Note<CookieKind>,
): void {
  // Why a nameless cookie is refused says more.
  if (name === "" && chromium.outcome !== "refused")
    note(
      "cookie-nameless",
      hasEquals
        ? "Set-Cookie has no name before its equals sign: Chromium keeps it, Firefox refuses it."
        : `Set-Cookie ${quote(value)} has no equals sign: Chromium takes it for a value, Firefox for a name.`,
    );
  else if (name !== "" && !isToken(name))
    note(
      "cookie-name-invalid",
      `Set-Cookie has the name ${quote(name)}, with characters that no name may have.`,
    );
  const bare = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  if (name !== "" && ODD_VALUE.test(bare))
    note(
      "cookie-value-characters",
      `Set-Cookie ${name} has spaces, commas, quotes or backslashes in its value.`,
    );
}

/** RFC 6265bis section 4.1.1: one name once. Deleting it under other paths or domains is the exception that works. */
function checkRepeats(
  lines: readonly ExplainedLine<SetCookie>[],
  context: Context,
  note: Note<CookieKind>,
): void {
  if (lines.length < 2) return;
  const seen = new Map<string, Cookie>();
  for (const line of lines) {
    const cookie = cookieVerdicts(context, line)?.chromium;
    if (!cookie || cookie.outcome === "refused") continue;
    const first = seen.get(cookie.name);
    if (!first) seen.set(cookie.name, cookie);
    else if (keyOf(first) === keyOf(cookie))
      note(
        "cookie-repeated",
        `Set-Cookie sets ${cookie.name === "" ? "a cookie without a name" : quote(cookie.name)} twice; the later line counts.`,
        line,
      );
    else if (first.outcome === "stored" && cookie.outcome === "stored")
      note(
        "cookie-repeated",
        `Set-Cookie sets ${quote(cookie.name)} twice, with different domains or paths: the browser sends both.`,
        line,
      );
  }
}
