import { oncePerObject } from "../../platform/memoize.ts";
import { type HttpDate, isOfHttp, parseHttpDate } from "../../syntax/dates.ts";
import type { Context } from "../field.ts";
import type { Report } from "../problem.ts";
import { quote } from "../wording.ts";
import { type DateProblems, valueEmpty } from "./value-problems.ts";

/**
 * Parses an HTTP date (RFC 9110 section 5.6.7). Reports a date that recipients may reject; returns undefined.
 * `consequence` ends the title.
 */
export function readDate(
  [invalid, obsoleteForm, weekdayWrong]: DateProblems,
  text: string,
  report: Report,
  consequence = "recipients ignore it",
): HttpDate | undefined {
  const { field: name } = invalid;
  if (text === "") return void report(valueEmpty, `${name} has no value: a date is expected.`);
  const date = parseHttpDate(text);
  if (!date || !isOfHttp(date)) {
    const why = date ? "is not in the HTTP date format" : "is not a valid date";
    return void report(invalid, `${quote(text)} in ${name} ${why}: ${consequence}.`);
  }
  if (date.form !== "imf-fixdate")
    report(obsoleteForm, `${name} uses an obsolete date format: ${quote(text)}.`);
  for (const { id, text: day } of date.flaws)
    if (id === "weekday-mismatch")
      report(weekdayWrong, `${name} says ${day}, the wrong weekday for that date.`);
  return date;
}

/** Time to compare dates with: Date, or else the time of receipt; undefined if unknown. */
export const messageTime = oncePerObject((context: Context): number | undefined => {
  const value = context.named("date")[0]?.line.value;
  return (value === undefined ? undefined : parseHttpDate(value)?.ms) ?? context.receivedAt;
});
