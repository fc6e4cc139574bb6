import { cookieAttributes } from "../../../../data/headers/directives/cookie-attributes.ts";
import { wordList } from "../../../../data/headers/words.ts";
import { parseHttpDate } from "../../../syntax/dates.ts";
import { firstOf, groupsOf, problem } from "../../field.ts";
import { swapping, ZONED } from "../../reading/fixing.ts";
import { suggest } from "../../suggest.ts";
import { readExpires, readMaxAge } from "../../verdicts/cookies/expiry.ts";
import { perhaps, quote } from "../../wording.ts";
import { changing } from "./fixes.ts";

const CURRENT = [...wordList("cookie attributes")];
const OBSOLETE = wordList("obsolete cookie attributes");
const FLAGS: ReadonlySet<string> = new Set(["secure", "httponly", "partitioned"]);
const CURRENT_LOWER: readonly string[] = CURRENT.map((name) => name.toLowerCase());
/** Bytes; larger attribute values are skipped (RFC 6265bis section 5.6). */
const LARGEST_VALUE = 1024;

/** Comma before the name of another cookie: two lines were joined. */
const JOINED_VALUE = /,\s*[^\s,;="]+=/;
const JOINED_NAME = /^(?:httponly|secure|partitioned)\s*,/i;

interface Attribute {
  /** In lower case. */
  readonly name: string;
  readonly sent: string;
  readonly value: string;
  /** Name of the cookie. */
  readonly of: string;
  readonly isRepeated: boolean;
}

export const cookiesJoined = problem("cookies-joined", "error", "rfc6265bis#section-3", {
  detect: ({ sent, value }: Attribute) =>
    (value.includes(",") && JOINED_VALUE.test(value)) || (sent.includes(",") && JOINED_NAME.test(sent)),
  title: (_, { sent, of }) => `${quote(sent)} of ${of} contains another cookie; send one Set-Cookie each.`,
  bad: ["Set-Cookie: a=1; Path=/, b=2; Path=/"],
  good: ["Set-Cookie: a=1; Path=/", "Set-Cookie: b=2; Path=/"],
});

/** True for RFC 9110 dates, and for Netscape's form with hyphens, which is still common. */
function isUsualDate(value: string): boolean {
  return NETSCAPE_DATE.test(value) || parseHttpDate(value)?.form === "imf-fixdate";
}
const NETSCAPE_DATE = /^[A-Z][a-z]{2,8}, \d{1,2}[- ][A-Z][a-z]{2}[- ]\d{2,4} \d\d:\d\d:\d\d (?:GMT|UTC)$/;

export const attributeProblems = groupsOf<Attribute, unknown>([
  problem("cookie-attribute-repeated", "warning", "rfc6265bis#section-4.1.1", {
    detect: ({ name, isRepeated }) => isRepeated && CURRENT_LOWER.includes(name),
    title: (_, { sent, of }) => `${of} has ${sent} twice; browsers use the last one.`,
    fix: changing((name, text, later) => (later.includes(name) ? undefined : text)),
    bad: ["Set-Cookie: lang=en; Path=/; Path=/shop"],
    good: ["Set-Cookie: lang=en; Path=/"],
  }),
  firstOf(
    problem("cookie-attribute-obsolete", "info", "rfc6265bis#section-4.1.2", {
      detect: ({ name }) => OBSOLETE.has(name),
      title: (_, { sent }) => `${quote(sent)} is an attribute from an older standard; browsers ignore it.`,
      fix: changing((name, text) =>
        /^(?:version|comment|commenturl|discard|port)$/.test(name) ? undefined : text,
      ),
      bad: ["Set-Cookie: lang=en; Version=1"],
      good: ["Set-Cookie: lang=en"],
    }),
    problem("cookie-attribute-unknown", "warning", "rfc6265bis#section-4.1.2", {
      detect({ name, sent }) {
        if (CURRENT_LOWER.includes(name)) return false;
        const near = suggest(name, CURRENT_LOWER);
        return { sent, likely: CURRENT.find((word) => word.toLowerCase() === near) };
      },
      title: ({ sent, likely }) =>
        `${quote(sent)} is not a cookie attribute${perhaps(likely)}: browsers ignore it.`,
      fix: (_, { sent, likely }) => (likely ? [sent, likely] : undefined),
      bad: ["Set-Cookie: lang=en; HtpOnly"],
      good: ["Set-Cookie: lang=en; HttpOnly"],
    }),
  ),
  problem("cookie-flag-with-value", "warning", "rfc6265bis#section-5.6", {
    detect: ({ name, value }) => FLAGS.has(name) && value !== "",
    title: (_, { sent, value }) => `${sent} is on: browsers ignore its value ${quote(value)}.`,
    bad: ["Set-Cookie: lang=en; Secure=false"],
    good: ["Set-Cookie: lang=en; Secure"],
  }),
  firstOf(
    problem("cookie-attribute-too-large", "info", "rfc6265bis#section-5.6", {
      detect: ({ value }) => value.length > LARGEST_VALUE,
      title: (_, { sent }) => `${sent} is larger than 1024 bytes, so browsers ignore it.`,
      bad: [`Set-Cookie: id=1; Path=/${"a".repeat(1024)}`],
      good: ["Set-Cookie: id=1; Path=/a"],
    }),
    problem("cookie-samesite-invalid", "error", "rfc6265bis#section-5.6.7", {
      detect: ({ name, value }) =>
        name === "samesite" && !cookieAttributes.has(`samesite=${value.toLowerCase()}`),
      title: (_, { of, value }) =>
        `SameSite of ${of} is ${value === "" ? "empty" : quote(value)}; it must be Strict, Lax or None.`,
      bad: ["Set-Cookie: lang=en; SameSite=True"],
      good: ["Set-Cookie: lang=en; SameSite=Lax"],
    }),
    problem("cookie-priority", "info", "draft-west-cookie-priority-00", {
      detect: ({ name, value }) =>
        name === "priority" && !cookieAttributes.has(`priority=${value.toLowerCase()}`),
      title: (_, { of, value }) => `Priority of ${of} is ${quote(value)}; it must be Low, Medium or High.`,
      fix: changing((name, text) => (name === "priority" ? undefined : text)),
      bad: ["Set-Cookie: lang=en; Priority=Highest"],
      good: ["Set-Cookie: lang=en; Priority=High"],
    }),
    problem("cookie-path-invalid", "warning", "rfc6265bis#section-5.6.4", {
      detect: ({ name, value }) => name === "path" && value !== "" && !value.startsWith("/"),
      title: (_, { of, value }) => `Path of ${of} is ${quote(value)}; it must begin with a slash.`,
      bad: ["Set-Cookie: lang=en; Path=shop"],
      good: ["Set-Cookie: lang=en; Path=/shop"],
    }),
    problem("cookie-max-age-invalid", "error", "rfc6265bis#section-5.6.2", {
      detect({ name, value }) {
        if (name !== "max-age") return false;
        if (readMaxAge(value, "chromium") === undefined) return "browsers";
        return readMaxAge(value, "firefox") === undefined && "Firefox";
      },
      title: (who, { of, value }) =>
        who === "Firefox"
          ? `Max-Age of ${of} is ${quote(value)}, which Firefox does not read as a number of seconds.`
          : `Max-Age of ${of} is ${value === "" ? "empty" : quote(value)}, not a number of seconds, so browsers ignore it.`,
      bad: ["Set-Cookie: lang=en; Max-Age=1d"],
      good: ["Set-Cookie: lang=en; Max-Age=86400"],
    }),
    problem("cookie-max-age-negative", "warning", "rfc6265bis#section-4.1.1", {
      detect: ({ name, value }) => name === "max-age" && value.startsWith("-"),
      title: (_, { of }) => `Max-Age of ${of} is negative; to delete a cookie, send Max-Age=0.`,
      bad: ["Set-Cookie: lang=en; Max-Age=-1"],
      good: ["Set-Cookie: lang=en; Max-Age=0"],
    }),
    problem("cookie-max-age-zeros", "warning", "rfc6265bis#section-4.1.1", {
      detect: ({ name, value }) => name === "max-age" && value.length > 1 && value.startsWith("0"),
      title: (_, { of, value }) => `Max-Age of ${of} has a leading zero: ${quote(value)}.`,
      fix: swapping(/(;\s*max-age=)0+(?=\d)/i, "$1"),
      bad: ["Set-Cookie: lang=en; Max-Age=060"],
      good: ["Set-Cookie: lang=en; Max-Age=60"],
    }),
    problem("cookie-expires-invalid", "error", "rfc6265bis#section-5.1.1", {
      detect: ({ name, value }) => name === "expires" && readExpires(value, "chromium") === undefined,
      title: (_, { of, value }) =>
        `Expires of ${of} is ${value === "" ? "empty" : quote(value)}, which is not a valid date, so browsers ignore it.`,
      bad: ["Set-Cookie: lang=en; Expires=never"],
      good: ["Set-Cookie: lang=en; Expires=Fri, 20 Nov 2026 10:00:00 GMT"],
    }),
    problem("cookie-expires-form", "info", "rfc6265bis#section-4.1.1", {
      detect: ({ name, value }) => name === "expires" && !isUsualDate(value) && value,
      title: (value, { of }) => `Expires of ${of} is not in the HTTP date format: ${quote(value)}.`,
      fix(_, value) {
        const ms = ZONED.test(value) ? readExpires(value, "chromium") : undefined;
        return ms === undefined ? undefined : [value, new Date(ms).toUTCString()];
      },
      bad: ["Set-Cookie: lang=en; Expires=20 Nov 2026 10:00:00"],
      good: ["Set-Cookie: lang=en; Expires=Fri, 20 Nov 2026 10:00:00 GMT"],
    }),
  ),
]);
