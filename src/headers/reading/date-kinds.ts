/** Each field that is a date has its own id for a value that is none, so that ignoring one leaves the others. */

import type { ProblemKind } from "../field.ts";
import { rfc9110 } from "../specs.ts";

const GOOD = "Fri, 20 Nov 2026 10:00:00 GMT";

function invalid(name: string, bad = "Mon 20 November 2026"): ProblemKind {
  return {
    severity: "error",
    link: rfc9110("section-5.6.7"),
    summary: `${name} is not a date as HTTP writes it.`,
    bad: [`${name}: ${bad}`],
    good: [`${name}: ${GOOD}`],
  };
}

function invalidInRequest(name: string): ProblemKind {
  const lines = (value: string) => ({ lines: [], method: "GET", requestHeaders: [`${name}: ${value}`] });
  return { ...invalid(name), bad: lines("yesterday"), good: lines(GOOD) };
}

export const dateKinds = {
  "date-invalid": invalid("Date"),
  "expires-invalid": invalid("Expires"),
  "last-modified-invalid": invalid("Last-Modified"),
  "retry-after-invalid": invalid("Retry-After", "soon"),
  "sunset-invalid": invalid("Sunset"),
  "memento-datetime-invalid": invalid("Memento-Datetime"),
  "if-modified-since-invalid": invalidInRequest("If-Modified-Since"),
  "if-unmodified-since-invalid": invalidInRequest("If-Unmodified-Since"),
};

/** The fields of dates; each name in lower case with `-invalid` behind it is an id above. */
export type DateField =
  | "Date"
  | "Expires"
  | "Last-Modified"
  | "Retry-After"
  | "Sunset"
  | "Memento-Datetime"
  | "If-Modified-Since"
  | "If-Unmodified-Since";
