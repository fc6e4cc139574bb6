import { cookieAttributes } from "../../../../data/headers/directives/cookie-attributes.ts";
import { wordTable } from "../../../../data/word-table.ts";
import type { Note } from "../../field.ts";
import { ZONED } from "../../reading/date.ts";
import type { Item as HeaderItem } from "../../schema.ts";
import { suggest } from "../../suggest.ts";
import { type CookieAttribute, cookieAttribute, type SetCookie } from "../../syntax/cookies.ts";
import { parseHttpDate } from "../../syntax/dates.ts";
import { readExpires, readMaxAge } from "../../verdicts/cookies/expiry.ts";
import { type Cookie, LONG_AGO } from "../../verdicts/cookies.ts";
import { quote } from "../../wording.ts";
import type { CookieKind } from "./kinds.ts";

const CURRENT = [
  "Expires",
  "Max-Age",
  "Domain",
  "Path",
  "Secure",
  "HttpOnly",
  "SameSite",
  "Partitioned",
  "Priority",
];
const OBSOLETE: ReadonlySet<string> = new Set([
  "version",
  "comment",
  "commenturl",
  "discard",
  "port",
  "sameparty",
]);
const FLAGS: ReadonlySet<string> = new Set(["secure", "httponly", "partitioned"]);
const CURRENT_LOWER: readonly string[] = CURRENT.map((name) => name.toLowerCase());
/** RFC 6265bis section 5.6: larger attribute values are skipped. Bytes. */
const LARGEST_VALUE = 1024;

/** A comma and the name of another cookie, as when lines are joined like those of other fields. */
const JOINED_VALUE = /,\s*[^\s,;="]+=/;
const JOINED_NAME = /^(?:httponly|secure|partitioned)\s*,/i;

type AttributeCheck = (
  attribute: CookieAttribute,
  name: string,
  note: Note<CookieKind>,
  item?: HeaderItem,
) => void;

const CHECKS = wordTable<AttributeCheck>({
  samesite: checkSameSite,
  priority: checkPriority,
  path: checkPath,
  "max-age": checkMaxAge,
  expires: checkExpires,
});

/** Judges each attribute by itself. `items` are the header object's: the cookie first, then one for each attribute. */
export function checkAttributes(
  cookie: SetCookie,
  items: readonly HeaderItem[],
  note: Note<CookieKind>,
): void {
  const seen = new Set<string>();
  for (const [index, attribute] of cookie.attributes.entries()) {
    const item = items[index + 1];
    // What follows belongs to the other cookie.
    if (isJoined(attribute)) {
      note(
        "cookies-joined",
        `${quote(attribute.sent)} of ${cookie.name} goes on with another cookie: each needs a line of its own.`,
        item,
      );
      return;
    }
    if (seen.has(attribute.name) && CURRENT_LOWER.includes(attribute.name))
      note(
        "cookie-attribute-repeated",
        `${cookie.name} has ${attribute.sent} twice; the last one counts.`,
        item,
      );
    seen.add(attribute.name);
    checkKnown(attribute, note, item);
    if ((attribute.value?.length ?? 0) > LARGEST_VALUE)
      note(
        "cookie-attribute-too-large",
        `${attribute.sent} is larger than 1024 bytes, so browsers skip it.`,
        item,
      );
    else CHECKS.get(attribute.name)?.(attribute, cookie.name, note, item);
  }
}

function isJoined({ sent, value = "" }: CookieAttribute): boolean {
  return (value.includes(",") && JOINED_VALUE.test(value)) || (sent.includes(",") && JOINED_NAME.test(sent));
}

function checkKnown({ name, sent, value }: CookieAttribute, note: Note<CookieKind>, item?: HeaderItem): void {
  if (OBSOLETE.has(name))
    note(
      "cookie-attribute-obsolete",
      `${quote(sent)} is an attribute of an older standard; browsers ignore it.`,
      item,
    );
  else if (!CURRENT_LOWER.includes(name)) {
    const near = suggest(name, CURRENT_LOWER);
    const meant = CURRENT.find((word) => word.toLowerCase() === near);
    note(
      "cookie-attribute-unknown",
      `${quote(sent)} is not an attribute of cookies and does nothing${meant ? `; ${meant} is meant` : ""}.`,
      item,
      meant ? [sent, meant] : undefined,
    );
  }
  if (FLAGS.has(name) && value !== undefined && value !== "")
    note("cookie-flag-with-value", `${sent} is on whatever its value: ${quote(value)} is ignored.`, item);
}

function checkSameSite(
  { value = "" }: CookieAttribute,
  name: string,
  note: Note<CookieKind>,
  item?: HeaderItem,
): void {
  if (cookieAttributes.has(`samesite=${value.toLowerCase()}`)) return;
  note(
    "cookie-samesite-invalid",
    `SameSite of ${name} is ${value === "" ? "empty" : quote(value)}; it may be Strict, Lax or None.`,
    item,
  );
}

function checkPriority(
  { value = "" }: CookieAttribute,
  name: string,
  note: Note<CookieKind>,
  item?: HeaderItem,
): void {
  const isKnown = cookieAttributes.has(`priority=${value.toLowerCase()}`);
  note(
    "cookie-priority",
    isKnown
      ? `${name} has Priority, which no standard has and only Chromium reads.`
      : `Priority of ${name} is ${quote(value)}; Chromium knows Low, Medium and High.`,
    item,
  );
}

function checkPath(
  { value = "" }: CookieAttribute,
  name: string,
  note: Note<CookieKind>,
  item?: HeaderItem,
): void {
  if (value !== "" && !value.startsWith("/"))
    note(
      "cookie-path-invalid",
      `Path of ${name} is ${quote(value)}, not a path that begins with a slash: the request's is taken.`,
      item,
    );
}

function checkMaxAge(
  { value = "" }: CookieAttribute,
  name: string,
  note: Note<CookieKind>,
  item?: HeaderItem,
): void {
  const seconds = readMaxAge(value, "chromium");
  if (seconds !== undefined && readMaxAge(value, "firefox") === undefined)
    note(
      "cookie-max-age-invalid",
      `Max-Age of ${name} is ${quote(value)}, which Firefox does not take for a number of seconds.`,
      item,
    );
  else if (seconds === undefined)
    note(
      "cookie-max-age-invalid",
      `Max-Age of ${name} is ${value === "" ? "empty" : quote(value)}, not a number of seconds, so browsers skip it.`,
      item,
    );
  else if (value.startsWith("-"))
    note(
      "cookie-max-age-negative",
      `Max-Age of ${name} is negative, which deletes the cookie at once.`,
      item,
    );
  else if (value.length > 1 && value.startsWith("0"))
    note("cookie-max-age-zeros", `Max-Age of ${name} begins with a zero: ${quote(value)}.`, item);
}

function checkExpires(
  { value = "" }: CookieAttribute,
  name: string,
  note: Note<CookieKind>,
  item?: HeaderItem,
): void {
  const expires = readExpires(value, "chromium");
  if (expires === undefined)
    note(
      "cookie-expires-invalid",
      `Expires of ${name} is ${value === "" ? "empty" : quote(value)}, not a date, so browsers skip it.`,
      item,
    );
  else if (!isUsualDate(value))
    note(
      "cookie-expires-form",
      `Expires of ${name} is not written as HTTP writes dates: ${quote(value)}.`,
      item,
      ZONED.test(value) ? [value, new Date(expires).toUTCString()] : undefined,
    );
}

/** The form of RFC 9110, also with the hyphens of the first Netscape proposal, which everybody still sends. */
function isUsualDate(value: string): boolean {
  return NETSCAPE_DATE.test(value) || parseHttpDate(value)?.form === "imf-fixdate";
}
const NETSCAPE_DATE = /^[A-Z][a-z]{2,8}, \d{1,2}[- ][A-Z][a-z]{2}[- ]\d{2,4} \d\d:\d\d:\d\d (?:GMT|UTC)$/;

/** Judges how long the cookie is kept. */
export function checkLifetime(
  cookie: SetCookie,
  { capped, seconds }: Cookie,
  items: readonly HeaderItem[],
  note: Note<CookieKind>,
): void {
  const maxAge = cookieAttribute(cookie, "max-age");
  const counts = maxAge && readMaxAge(maxAge.value ?? "", "chromium") !== undefined;
  const name = counts ? "max-age" : "expires";
  const item = items[cookie.attributes.findLastIndex((attribute) => attribute.name === name) + 1];
  if (capped)
    note(
      "cookie-lifetime-too-long",
      `${cookie.name} asks to be kept longer than the 400 days that browsers allow.`,
      item,
    );
  const until = readExpires(cookieAttribute(cookie, "expires")?.value ?? "", "chromium");
  if (counts && seconds !== undefined && until !== undefined && until <= LONG_AGO)
    note(
      "cookie-lifetime-conflict",
      `Expires of ${cookie.name} is past, but its Max-Age is not: Max-Age counts, and the cookie is kept.`,
      item,
    );
}
