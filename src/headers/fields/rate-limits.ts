/** Rate limit headers outside the standard (`X-RateLimit-*`), and those of an early draft. */

import { type AnyField, type Context, type ExplainedLine, field, type Report } from "../field.ts";
import { ago, duration, groupDigits, plural } from "../wording.ts";
import { aboveQuota, oldForm, resetTime } from "./rate-limit.ts";

const UNIX_SECONDS = 1_000_000_000;
const UNIX_MILLISECONDS = 1_000_000_000_000;

/** First number of a value such as `100, 100;w=60`. */
function number(value: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,15})(?:\.\d+)?(?![\w.:-])/.exec(value ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Reset time in words: seconds, Unix time or a date. */
function resetWords(value: string | undefined, context: Context): string | undefined {
  const now = context.now;
  const count = number(value);
  if (count === undefined) {
    const ms = value ? Date.parse(value) : Number.NaN;
    return Number.isNaN(ms) ? undefined : ago(ms, now);
  }
  if (count >= UNIX_MILLISECONDS) return ago(count, now);
  return count >= UNIX_SECONDS ? ago(count * 1000, now) : `in ${duration(count)}`;
}

/** `23 of 60 requests left, resets in 12 minutes`. */
function story(prefix: string, context: Context): string | undefined {
  const value = (name: string) => context.named(`${prefix}${name}`)[0]?.line.value;
  const remaining = number(value("remaining"));
  if (remaining === undefined) return undefined;
  const limit = number(value("limit"));
  const reset = resetWords(value("reset"), context);
  const left =
    limit === undefined
      ? plural(remaining, "request")
      : `${groupDigits(remaining)} of ${plural(limit, "request")}`;
  return `${left} left${reset ? `, resets ${reset}` : ""}`;
}

/** Fields with a common prefix: limit, remaining, reset, used. `isDraft`: those of the early draft. */
function family(spelled: string, isDraft = false): AnyField<string>[] {
  const prefix = spelled.toLowerCase();
  const declare = (
    name: string,
    alternate: (value: string, context: Context) => string | undefined,
    checkAll?: (lines: readonly ExplainedLine<string>[], context: Context, report: Report) => void,
  ) =>
    field(`${spelled}${name}`, "string", {
      repeat: "list",
      parse: (value) => value,
      alternateInMessage: (value, context) => alternate(value, context),
    }).problems({ ...(checkAll && { checkAll }) });
  return [
    declare(
      "Limit",
      (value) =>
        number(value) === undefined ? undefined : `${plural(number(value) ?? 0, "request")} allowed`,
      isDraft ? (_lines, _context, report) => report(oldForm, OLD) : undefined,
    ),
    declare(
      "Remaining",
      (_value, context) => story(prefix, context),
      (lines, context, report) => checkQuota(lines, context.named(`${prefix}limit`), report),
    ),
    // Drafts count seconds; X-RateLimit-Reset is often a time.
    declare("Reset", resetWords, ([line], _context, report) => {
      if (isDraft && (number(line?.line.value) ?? 0) >= UNIX_SECONDS) report(resetTime, TIME);
    }),
    declare("Used", (value) =>
      number(value) === undefined ? undefined : `${plural(number(value) ?? 0, "request")} used`,
    ),
  ];
}

const TIME = "RateLimit-Reset is a time, not the seconds until the reset: clients wait for years.";
const OLD = "RateLimit-Limit is from an early draft; RateLimit and RateLimit-Policy replaced it.";

/** Compares remaining with limit if both are single numbers; lists of limits have many formats. */
function checkQuota(
  [left, ...others]: readonly ExplainedLine[],
  limits: readonly ExplainedLine[],
  report: Report,
): void {
  const [limit] = limits;
  if (!left || !limit || others.length > 0 || limits.length > 1) return;
  const [remaining, quota] = [left.line.value, limit.line.value];
  if (/^\d+$/.test(remaining) && /^\d+$/.test(quota) && Number(remaining) > Number(quota))
    report(aboveQuota, `${left.line.sent} is ${remaining}, but ${limit.line.sent} is ${quota}.`);
}

/** Prefixes in use: by many APIs, by some APIs, and by drafts 0 to 6. */
export const rateLimitFamilies: readonly AnyField<string>[] = [
  ...family("X-RateLimit-"),
  ...family("X-Rate-Limit-").slice(0, 3),
  ...family("RateLimit-", true).slice(0, 3),
];
