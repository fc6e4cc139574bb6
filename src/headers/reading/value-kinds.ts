/** Faults that values of many fields have: each field has an id of its own for each, so that ignoring one leaves the others. */

import type { Example, ProblemKind } from "../field.ts";
import { rfc, rfc9110, rfc9651 } from "../specs.ts";

/** The value does not follow the grammar of the field. */
export type InvalidId<N extends string> = `${Lowercase<N>}-invalid`;
/** A part of the value, read well, is of another type than the field's standard says. */
export type TypeId<N extends string> = `${Lowercase<N>}-type`;
/** What can be wrong with a date. */
export type DateId<N extends string> = InvalidId<N> | `${Lowercase<N>}-${"obsolete-form" | "weekday-wrong"}`;

/** The name in lower case, as ids begin. */
export function lower<N extends string>(name: N): Lowercase<N> {
  return name.toLowerCase() as Lowercase<N>;
}

/** A message of request lines. */
export function asRequest(requestHeaders: readonly string[]): Example {
  return { lines: [], method: "GET", requestHeaders };
}

/**
 * The kinds of one of several fields that share a file: ids that all of them have are declared by the first alone (`own`),
 * so that each stands once in the list of all.
 */
export function withOwn<O extends string, K extends string>(
  own: Readonly<Record<O, ProblemKind>> | undefined,
  each: Readonly<Record<K, ProblemKind>>,
): Readonly<Record<O | K, ProblemKind>> {
  return { ...own, ...each } as Record<O | K, ProblemKind>;
}

interface More {
  readonly link?: string;
  readonly summary?: string;
  /** Makes a message of field lines, where they are not those of a response. */
  readonly as?: (lines: readonly string[]) => Example;
}

/** The kind of a value that does not parse: one value that has the fault, and one that is right. */
export function invalidKind<N extends string>(
  name: N,
  bad: string,
  good: string,
  { link = rfc9110("section-5.6"), summary, as = (lines) => lines }: More = {},
): Readonly<Record<InvalidId<N>, ProblemKind>> {
  const kind: ProblemKind = {
    severity: "error",
    link,
    summary: summary ?? `${name} has a value, or a part of one, that does not follow the field's grammar.`,
    bad: as([`${name}: ${bad}`]),
    good: as([`${name}: ${good}`]),
  };
  return { [`${lower(name)}-invalid`]: kind } as Record<InvalidId<N>, ProblemKind>;
}

/** The same of a structured field, of which one wrong character voids all. */
export function unparsedKind<N extends string>(
  name: N,
  good: string,
  { as }: Pick<More, "as"> = {},
): Readonly<Record<InvalidId<N>, ProblemKind>> {
  return invalidKind(name, `${good};;`, good, {
    link: rfc9651("section-4.2"),
    summary: `${name} does not parse as a structured field, so all of it is ignored.`,
    ...(as && { as }),
  });
}

/** The kind of a part that has the wrong type. */
export function typeKind<N extends string>(
  name: N,
  bad: string,
  good: string,
  { link = rfc9651("section-3"), summary, as = (lines) => lines }: More = {},
): Readonly<Record<TypeId<N>, ProblemKind>> {
  const kind: ProblemKind = {
    severity: "error",
    link,
    summary: summary ?? `${name} has a part of the wrong type, such as a string where a token is expected.`,
    bad: as([`${name}: ${bad}`]),
    good: as([`${name}: ${good}`]),
  };
  return { [`${lower(name)}-type`]: kind } as Record<TypeId<N>, ProblemKind>;
}

/** Both of a structured field. `wrong` is a value that parses and has a part of the wrong type. */
export function structuredKinds<N extends string>(
  name: N,
  good: string,
  wrong: string,
  more: Pick<More, "as"> = {},
): Readonly<Record<InvalidId<N> | TypeId<N>, ProblemKind>> {
  return { ...unparsedKind(name, good, more), ...typeKind(name, wrong, good, more) } as Record<
    InvalidId<N> | TypeId<N>,
    ProblemKind
  >;
}

/** The kinds of a field that is JSON objects; `wrong` is JSON of another type. */
export function jsonKinds<N extends string>(
  name: N,
  bad: string,
  good: string,
  wrong: string,
): Readonly<Record<InvalidId<N> | TypeId<N>, ProblemKind>> {
  const invalid = { link: JSON_RFC, summary: `${name} is not valid JSON, so it is ignored.` };
  const type = { link: JSON_RFC, summary: `${name} has a member that is not a JSON object.` };
  return { ...invalidKind(name, bad, good, invalid), ...typeKind(name, wrong, good, type) } as Record<
    InvalidId<N> | TypeId<N>,
    ProblemKind
  >;
}

const JSON_RFC = rfc(8259);
const DATE = "Fri, 20 Nov 2026 10:00:00 GMT";
const DATES = rfc9110("section-5.6.7");

/** The kinds of a field that is a date. */
export function dateKinds<N extends string>(
  name: N,
  { bad = "Mon 20 November 2026", as = (lines) => lines }: Pick<More, "as"> & { readonly bad?: string } = {},
): Readonly<Record<DateId<N>, ProblemKind>> {
  const invalid = invalidKind(name, bad, DATE, {
    link: DATES,
    summary: `${name} is not a date as HTTP writes it.`,
    as,
  });
  const good = as([`${name}: ${DATE}`]);
  const form: ProblemKind = {
    severity: "warning",
    link: DATES,
    summary: `${name} is written in a form that recipients only still accept.`,
    bad: as([`${name}: Friday, 20-Nov-26 10:00:00 GMT`]),
    good,
  };
  const weekday: ProblemKind = {
    severity: "info",
    link: DATES,
    summary: `${name} names a weekday that is not that of its day.`,
    bad: as([`${name}: Mon, 20 Nov 2026 10:00:00 GMT`]),
    good,
  };
  const id = lower(name);
  return { ...invalid, [`${id}-obsolete-form`]: form, [`${id}-weekday-wrong`]: weekday } as Record<
    DateId<N>,
    ProblemKind
  >;
}
