/**
 * Problems that values of many fields have: each field has an id of its own for each, so that ignoring one leaves the
 * others. Readers word them, since the grammar says what is wrong.
 */

import type { Example } from "../field.ts";
import { problem, type Row } from "../problem.ts";
import { rfc, rfc9110, rfc9651 } from "../specs.ts";

/** A row whose title the reader of the value writes. */
export type Worded = Row<unknown, string, unknown>;

/** Declares a row whose title its reader writes. */
export function worded(row: Omit<Worded, "title" | "detect" | "detectAll">): Worded {
  return problem<unknown, string, unknown>({ ...row, title: (title) => title });
}

export interface More {
  readonly summary?: string;
  /** Makes a message of field lines, where they are not those of a response. */
  readonly as?: (lines: readonly string[]) => Example;
  readonly fix?: Worded["fix"];
}

const ownLines = (lines: readonly string[]): Example => lines;

/** A value that does not parse: one value that has the fault, and one that is right; `link` leads to the field's grammar. */
export function invalidValue(
  name: string,
  bad: string,
  good: string,
  link: string,
  { summary, as = ownLines, fix }: More = {},
): Worded {
  return worded({
    id: `${name.toLowerCase()}-invalid`,
    severity: "error",
    link,
    summary: summary ?? `${name} has a value, or a part of one, that does not follow the field's grammar.`,
    bad: as([`${name}: ${bad}`]),
    good: as([`${name}: ${good}`]),
    fix,
  });
}

/** A structured field that does not parse: one wrong character voids all of it. */
export function unparsedValue(
  name: string,
  good: string,
  { as, fix }: Pick<More, "as" | "fix"> = {},
): Worded {
  return invalidValue(name, `${good};;`, good, rfc9651("section-4.2"), {
    summary: `${name} does not parse as a structured field, so all of it is ignored.`,
    ...(as && { as }),
    fix,
  });
}

/** A part that has the wrong type; `link` leads to where the field's standard names the right one. */
function wrongType(
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

/** Both of a structured field. `wrong` is a value that parses and has a part of the wrong type, which `fix` mends. */
export function structuredProblems(
  name: string,
  good: string,
  wrong: string,
  link: string,
  { as, fix }: Pick<More, "as" | "fix"> = {},
): readonly [invalid: Worded, type: Worded] {
  const more = as && { as };
  return [unparsedValue(name, good, more), wrongType(name, wrong, good, link, { ...more, fix })];
}

/** Both of a field that is JSON objects; `wrong` is JSON of another type. */
export function jsonProblems(
  name: string,
  bad: string,
  good: string,
  wrong: string,
  link: string,
): readonly [invalid: Worded, type: Worded] {
  const invalid = { summary: `${name} is not valid JSON, so it is ignored.` };
  const type = { summary: `${name} has a member that is not a JSON object.` };
  return [
    invalidValue(name, bad, good, rfc(8259, "section-2"), invalid),
    wrongType(name, wrong, good, link, type),
  ];
}

const DATE = "Fri, 20 Nov 2026 10:00:00 GMT";
const DATES = rfc9110("section-5.6.7");

/** What can be wrong with a date. */
export function dateProblems(
  name: string,
  { bad = "Mon 20 November 2026", as = ownLines }: Pick<More, "as"> & { readonly bad?: string } = {},
): readonly [invalid: Worded, form: Worded, weekday: Worded] {
  const summary = `${name} is not a date as HTTP writes it.`;
  const good = as([`${name}: ${DATE}`]);
  const id = name.toLowerCase();
  return [
    invalidValue(name, bad, DATE, DATES, { summary, as }),
    worded({
      id: `${id}-obsolete-form`,
      severity: "warning",
      link: DATES,
      summary: `${name} is written in a form that recipients only still accept.`,
      bad: as([`${name}: Friday, 20-Nov-26 10:00:00 GMT`]),
      good,
    }),
    worded({
      id: `${id}-weekday-wrong`,
      severity: "info",
      link: DATES,
      summary: `${name} names a weekday that is not that of its day.`,
      bad: as([`${name}: Mon, 20 Nov 2026 10:00:00 GMT`]),
      good,
    }),
  ];
}
