import { cookieAttributes } from "../../../../data/headers/directives/cookie-attributes.ts";
import { type Context, type ExplainedLine, field, item, type Note } from "../../field.ts";
import { messageTime } from "../../reading/date.ts";
import type { Item } from "../../schema.ts";
import { parseCookieDate } from "../../syntax/cookie-dates.ts";
import {
  type CookieAttribute,
  cookieAttribute,
  parseSetCookie,
  type SetCookie,
} from "../../syntax/cookies.ts";
import { isToken } from "../../syntax/tokens.ts";
import { ago, day, duration, quote } from "../../wording.ts";
import { checkAttributes, checkLifetime } from "./check-attributes.ts";
import { checkPartitioned, checkProtection } from "./check-protection.ts";
import { checkDomain, checkPrefix, prefixOf } from "./check-scope.ts";
import { type CookieKind, cookieKinds } from "./kinds.ts";
import { knownCookie } from "./known.ts";
import { isDeletion, lifetimeOf, maxAgeSeconds } from "./lifetime.ts";

/** RFC 6265bis section 5.6: name and value together. Bytes. */
const LARGEST = 4096;
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
    note("value-empty", "Set-Cookie has no value, so that it sets nothing.");
    return undefined;
  },
  items: (cookie, context) => [
    item(cookie.name, cookie.value, pairDescription(cookie.name)),
    ...cookie.attributes.map((attribute) => attributeItem(attribute, context)),
  ],
  alternate: lifetimeWords,
  check(cookie, context, note, { items }) {
    const at = messageTime(context);
    checkPair(cookie, note);
    checkAttributes(cookie, items, note);
    checkDomain(cookie, items, context.url, note);
    checkPrefix(cookie, note);
    checkPartitioned(cookie, items, note);
    if (isDeletion(cookie, at)) return;
    checkLifetime(cookie, items, at, note);
    checkProtection(cookie, context.url, note);
  },
  checkAll: (lines, context, note) => checkRepeats(lines, messageTime(context), note),
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
    const seconds = maxAgeSeconds(value);
    if (seconds === undefined) return undefined;
    return seconds > 0 ? duration(seconds) : "deletes the cookie";
  }
  const ms = name === "expires" ? parseCookieDate(value) : undefined;
  return ms === undefined ? undefined : ago(ms, now);
}

/** `session cookie`, `kept for 30 days`, `deletes the cookie`. */
function lifetimeWords(cookie: SetCookie, context: Context): string {
  const at = messageTime(context) ?? context.now;
  if (isDeletion(cookie, at)) return "deletes the cookie";
  const lifetime = lifetimeOf(cookie);
  if (lifetime.kind === "session") return "session cookie: kept until the browser closes";
  if (lifetime.kind === "seconds") return `kept for ${duration(lifetime.seconds)}`;
  return `kept for ${duration((lifetime.ms - at) / 1000)}, until ${day(lifetime.ms)}`;
}

function checkPair({ name, value, hasEquals }: SetCookie, note: Note<CookieKind>): void {
  if (name === "")
    note(
      "cookie-nameless",
      hasEquals || value === ""
        ? "The cookie has no name before its equals sign."
        : `${quote(value)} is a value without a name: there is no equals sign.`,
    );
  else if (!isToken(name))
    note("cookie-name-invalid", `The cookie name ${quote(name)} has characters that no name may have.`);
  const bare = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  if (name !== "" && ODD_VALUE.test(bare))
    note("cookie-value-characters", `The value of ${name} has spaces, commas, quotes or backslashes.`);
  if (byteLength(name) + byteLength(value) > LARGEST)
    note("cookie-too-large", `${quote(name)} is larger than 4096 bytes: browsers refuse it.`);
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

/** RFC 6265bis section 4.1.1: one name once. Deleting it under other paths or domains is the exception that works. */
function checkRepeats(
  lines: readonly ExplainedLine<SetCookie>[],
  at: number | undefined,
  note: Note<CookieKind>,
): void {
  if (lines.length < 2) return;
  const seen = new Map<string, SetCookie>();
  for (const line of lines) {
    const cookie = line.parsed;
    if (!cookie) continue;
    const first = seen.get(cookie.name);
    if (!first) seen.set(cookie.name, cookie);
    else if (scopeOf(first) === scopeOf(cookie))
      note("cookie-repeated", `${quote(cookie.name)} is set twice; the later line counts.`, line);
    else if (!isDeletion(first, at) && !isDeletion(cookie, at))
      note(
        "cookie-repeated",
        `${quote(cookie.name)} is set twice, with different domains or paths: the browser sends both.`,
        line,
      );
  }
}

function scopeOf(cookie: SetCookie): string {
  const domain = cookieAttribute(cookie, "domain")?.value ?? "";
  const partitioned = cookieAttribute(cookie, "partitioned") ? "partitioned" : "";
  return `${domain.replace(/^\./, "").toLowerCase()};${cookieAttribute(cookie, "path")?.value ?? ""};${partitioned}`;
}
