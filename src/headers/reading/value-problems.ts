/** Problems that many headers can have, with ids per header. The parsers word them. */

import { problem, type Row } from "../problem.ts";
import type { Severity } from "../schema.ts";
import type { Context, Example } from "./context.ts";
import { asHttpDate } from "./fixing.ts";

/** A row whose title is what `detect` or the parser returns. */
export type Worded<S = unknown, L = unknown> = Omit<Row<S, string, L>, "title"> & {
  readonly title: (found: string) => string;
};

export function worded<S = unknown, L = unknown>(row: Omit<Worded<S, L>, "title">): Worded<S, L> {
  return problem<S, string, L>({ ...row, title: (title) => title }) as Worded<S, L>;
}

/** Adds `detect`, which returns the title. */
export function detecting<S, L = unknown>(
  row: Worded,
  detect: (subject: S, context: Context, line: L) => string | undefined | false,
): Worded<S, L> {
  return { ...row, detect };
}

/** Problem of an invalid value, with the header name. */
export type Invalid<S = never, L = never> = Worded<S, L> & { readonly field: string };

export function asRequest(requestHeaders: readonly string[]): Example {
  return { lines: [], method: "GET", requestHeaders };
}

export interface More<S = unknown, L = unknown> {
  /** Default: error. */
  readonly severity?: Severity;
  readonly summary?: string;
  /** Finds the problem and returns the title, if no parser reports it. */
  readonly detect?: Worded<S, L>["detect"];
  /** Makes a message of the lines. Default: a response. */
  readonly as?: (lines: readonly string[]) => Example;
  readonly fix?: Worded["fix"];
}

const ownLines = (lines: readonly string[]): Example => lines;

/** Problem of an invalid value, with an invalid and a valid one; `link` is the grammar. */
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

/** Problem of a part with the wrong type; `link` defines the right one. */
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

/** Both problems of JSON objects; `wrong` is JSON of another type. */
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
