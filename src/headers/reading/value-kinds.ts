/** Faults that values of many fields have: each field has an id of its own for each, so that ignoring one leaves the others. */

import type { Example, ProblemKind } from "../field.ts";
import {
  dateProblems,
  invalidValue,
  jsonProblems,
  type More,
  structuredProblems,
  unparsedValue,
  type Worded,
} from "./value-problems.ts";

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

/** Rows by their ids, as fields that are not declared in rows yet have them. */
function byId<K extends string>(rows: readonly Worded[]): Readonly<Record<K, ProblemKind>> {
  return Object.fromEntries<ProblemKind>(rows.map((row) => [row.id, row])) as Record<K, ProblemKind>;
}

export function invalidKind<N extends string>(
  name: N,
  bad: string,
  good: string,
  link: string,
  more: More = {},
): Readonly<Record<InvalidId<N>, ProblemKind>> {
  return byId([invalidValue(name, bad, good, link, more)]);
}

export function unparsedKind<N extends string>(
  name: N,
  good: string,
  more: Pick<More, "as"> = {},
): Readonly<Record<InvalidId<N>, ProblemKind>> {
  return byId([unparsedValue(name, good, more)]);
}

export function structuredKinds<N extends string>(
  name: N,
  good: string,
  wrong: string,
  link: string,
  more: Pick<More, "as"> = {},
): Readonly<Record<InvalidId<N> | TypeId<N>, ProblemKind>> {
  return byId(structuredProblems(name, good, wrong, link, more));
}

export function jsonKinds<N extends string>(
  name: N,
  bad: string,
  good: string,
  wrong: string,
  link: string,
): Readonly<Record<InvalidId<N> | TypeId<N>, ProblemKind>> {
  return byId(jsonProblems(name, bad, good, wrong, link));
}

export function dateKinds<N extends string>(
  name: N,
  more: Pick<More, "as"> & { readonly bad?: string } = {},
): Readonly<Record<DateId<N>, ProblemKind>> {
  return byId(dateProblems(name, more));
}
