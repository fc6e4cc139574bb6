/**
 * Problems that values of many fields have: each field has an id of its own for each, so that ignoring one leaves the
 * others. Readers word them, since the grammar says what is wrong.
 */

import { problem, type Row } from "../problem.ts";
import type { Severity } from "../schema.ts";
import type { Context, Example } from "./context.ts";
import { asHttpDate } from "./fixing.ts";

/** A row whose title is what its `detect` finds, or what the reader of the value writes. */
export type Worded<S = unknown, L = unknown> = Omit<Row<S, string, L>, "title"> & {
  readonly title: (found: string) => string;
};

/** Declares a row whose title is what `detect` finds, or what its reader writes. */
export function worded<S = unknown, L = unknown>(row: Omit<Worded<S, L>, "title">): Worded<S, L> {
  return problem<S, string, L>({ ...row, title: (title) => title }) as Worded<S, L>;
}

/** The same row, which looks for itself: `detect` gives the title. */
export function detecting<S, L = unknown>(
  row: Worded,
  detect: (subject: S, context: Context, line: L) => string | undefined | false,
): Worded<S, L> {
  return { ...row, detect };
}

/** The problem of a value that does not parse, with the name of its field, for the reader's sentences. */
export type Invalid<S = never, L = never> = Worded<S, L> & { readonly field: string };

/** A message of request lines. */
export function asRequest(requestHeaders: readonly string[]): Example {
  return { lines: [], method: "GET", requestHeaders };
}

export interface More<S = unknown, L = unknown> {
  /** Default: error. */
  readonly severity?: Severity;
  readonly summary?: string;
  /** Finds the fault where no reader reports it, and words the title. */
  readonly detect?: Worded<S, L>["detect"];
  /** Makes a message of field lines, where they are not those of a response. */
  readonly as?: (lines: readonly string[]) => Example;
  readonly fix?: Worded["fix"];
}

const ownLines = (lines: readonly string[]): Example => lines;

/** A value that does not parse: one value that has the fault, and one that is right; `link` leads to the field's grammar. */
export function invalidValue<S = unknown, L = unknown>(
  name: string,
  bad: string,
  good: string,
  link: string,
  { severity = "error", summary, as = ownLines, fix, detect }: More<S, L> = {},
): Invalid<S, L> {
  const row = worded<S, L>({
    id: `${name.toLowerCase()}-invalid`,
    severity,
    link,
    summary: summary ?? `The value of ${name}, or a part of it, does not follow the header's grammar.`,
    ...(detect && { detect }),
    bad: as([`${name}: ${bad}`]),
    good: as([`${name}: ${good}`]),
    fix,
  });
  return { ...row, field: name };
}

/** A part that has the wrong type; `link` leads to where the field's standard names the right one. */
export function wrongType(
  name: string,
  bad: string,
  good: string,
  link: string,
  { summary, as = ownLines, fix }: More = {},
): Worded {
  return worded({
    id: `${name.toLowerCase()}-type`,
    severity: "error",
    link,
    summary: summary ?? `${name} has a part of the wrong type, such as a string where a token is expected.`,
    bad: as([`${name}: ${bad}`]),
    good: as([`${name}: ${good}`]),
    fix,
  });
}

/** Both of a field that is JSON objects; `wrong` is JSON of another type. */
export function jsonProblems(
  name: string,
  bad: string,
  good: string,
  wrong: string,
  link: string,
): readonly [invalid: Invalid, type: Worded] {
  const invalid = { summary: `${name} is not valid JSON, so it is ignored.` };
  const type = { summary: `${name} has a member that is not a JSON object.` };
  return [
    invalidValue(name, bad, good, "rfc8259#section-2", invalid),
    wrongType(name, wrong, good, link, type),
  ];
}

const DATE = "Fri, 20 Nov 2026 10:00:00 GMT";
const DATES = "rfc9110#section-5.6.7";

/** Problems of a date. */
export type DateProblems = readonly [
  invalid: Invalid<unknown, unknown>,
  obsoleteForm: Worded,
  weekdayWrong: Worded,
];

export function dateProblems(
  name: string,
  {
    bad = "Mon 20 November 2026",
    summary = `${name} is not a valid HTTP date.`,
    as = ownLines,
    fix = asHttpDate,
  }: Pick<More, "as" | "fix" | "summary"> & { readonly bad?: string } = {},
): DateProblems {
  const good = as([`${name}: ${DATE}`]);
  const id = name.toLowerCase();
  return [
    invalidValue(name, bad, DATE, DATES, { summary, as, fix }),
    worded({
      id: `${id}-obsolete-form`,
      severity: "warning",
      link: DATES,
      summary: `${name} uses an obsolete date format, which recipients still accept.`,
      fix: asHttpDate,
      bad: as([`${name}: Friday, 20-Nov-26 10:00:00 GMT`]),
      good,
    }),
    worded({
      id: `${id}-weekday-wrong`,
      severity: "info",
      link: DATES,
      summary: `${name} has the wrong weekday for its date.`,
      fix: asHttpDate,
      bad: as([`${name}: Mon, 20 Nov 2026 10:00:00 GMT`]),
      good,
    }),
  ];
}
