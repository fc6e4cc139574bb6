import type { Context, Note } from "../field.ts";
import { formatHttpDate, type HttpDate, parseHttpDate } from "../syntax/dates.ts";
import { quote } from "../wording.ts";
import { type DateId, lower } from "./value-kinds.ts";

/**
 * Reads an HTTP date (RFC 9110 section 5.6.7); undefined after a note where the text is none that recipients must
 * accept. `consequence` ends the sentence: what recipients do with such a value.
 */
export function readDate<N extends string>(
  name: N,
  text: string,
  note: Note<DateId<N>>,
  consequence = "recipients ignore it",
): HttpDate | undefined {
  if (text === "") {
    note("value-empty", `${name} has no value: a date is expected.`);
    return undefined;
  }
  const date = parseHttpDate(text);
  if (!date || date.form === "lenient" || date.form === "iso8601") {
    const why = date ? "is not written as HTTP writes dates" : "is not a date";
    const fix = date && ZONED.test(text) ? lineOf(name, date) : undefined;
    note(`${lower(name)}-invalid`, `${quote(text)} in ${name} ${why}: ${consequence}.`, undefined, fix);
    return undefined;
  }
  if (date.form !== "imf-fixdate")
    note(
      `${lower(name)}-obsolete-form`,
      `${name} is written in an obsolete form of date: ${quote(text)}.`,
      undefined,
      lineOf(name, date),
    );
  for (const flaw of date.flaws)
    if (flaw.id === "weekday-mismatch")
      note(
        `${lower(name)}-weekday-wrong`,
        `${name} names ${flaw.text}, which is not the weekday of that date.`,
        undefined,
        lineOf(name, date),
      );
  return date;
}

function lineOf(name: string, { ms }: HttpDate): string {
  return `${name}: ${formatHttpDate(ms)}`;
}

/** A date that says in which zone it is stands for one moment, however it is written. */
export const ZONED = /(?:\b(?:GMT|UTC)|Z|[+-]\d\d:?\d\d)$/i;

/** What a date of the message is seen against, for findings: when it was sent or received; undefined when unknown. */
export function messageTime(context: Context): number | undefined {
  return context.once(timeOf);
}

function timeOf(context: Context): number | undefined {
  const value = context.named("date")[0]?.line.value;
  return (value === undefined ? undefined : parseHttpDate(value)?.ms) ?? context.receivedAt;
}
