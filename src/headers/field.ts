/**
 * Declarations of fields and rules: how a value is parsed and shown, and its problems. A field takes the text of a
 * line and gives items, a readable form and findings. It never looks anything up: `explain.ts` runs it.
 */

import type { HeaderType } from "../../data/headers/row.ts";
import { once } from "../platform/memoize.ts";
import { type AnyRow, type Checks, groupsOf, judge, type Report } from "./problem.ts";
import type { Context, ExplainedLine, ProblemKind } from "./reading/context.ts";
import { linkOf } from "./reading/specs.ts";
import { type Invalid, valueEmpty } from "./reading/value-problems.ts";
import type { Item } from "./schema.ts";

export * from "./problem.ts";
export type { Context, Example, ExplainedLine, ProblemFacts, ProblemKind } from "./reading/context.ts";
export * from "./reading/value-problems.ts";
export type { Item } from "./schema.ts";

/** Display of a value: from the value alone or, with `InMessage`, from the whole message. */
export interface Shown<T> {
  items?(parsed: T): Item[];
  itemsInMessage?(parsed: T, context: Context): Item[];
  /** The value in words. */
  alternate?(parsed: T, value: string): string | undefined;
  alternateInMessage?(parsed: T, context: Context, value: string, line: ExplainedLine<T>): string | undefined;
}

export interface Field<T, P, A> extends Shown<T> {
  /**
   * Meaning of several lines: `single`: an error; `list`: one comma-separated list; `separate`: one value each, such as
   * Set-Cookie. Default: `list` for types that are lists or dictionaries, else `single`.
   */
  readonly repeat?: "single" | "list" | "separate";
  /** End of the title if the value is empty: `X has no value${empty}.` Empty values are not parsed. */
  readonly empty?: string;
  /** Links in addition to the catalogue's. */
  readonly links?: readonly string[];
  /** Parses a line's value; reports an invalid value and returns undefined. */
  readonly parse: (value: string, report: Report) => T | undefined;
  /** Values that `eachPart` checks: one for each item, in the same order. Default: the members of a list or map. */
  readonly parts?: (parsed: T) => readonly P[];
  /** Item of a part; the usual form of `items`. */
  readonly partItem?: (part: P, at: number, parts: readonly P[]) => Item;
  /** Subject of `allLines`; undefined skips the checks. Default: the lines. */
  readonly together?: (lines: readonly ExplainedLine<T>[], context: Context) => A | undefined;
}

/** Member of a parsed list or map. */
export type PartOf<T> = T extends Iterable<infer Part> ? Part : never;

/** Problems of a field. `check` and `checkAll` run after the rows. */
export interface FieldProblems<T, P, A> {
  /** Problems reported by `parse` or a check. */
  readonly named?: readonly AnyRow[];
  /** Problems of one part, reported at its item. */
  readonly eachPart?: Checks<P, ExplainedLine<T>>;
  /** Problems of one line's value, checked once all lines are parsed. */
  readonly eachLine?: Checks<T, ExplainedLine<T>>;
  /** Problems of all lines together, reported at the first. */
  readonly allLines?: Checks<A, undefined>;
  readonly check?: (parsed: T, context: Context, report: Report, line: ExplainedLine<T>) => void;
  readonly checkAll?: (lines: readonly ExplainedLine<T>[], context: Context, report: Report) => void;
}

/** A field before its problems are added: `field(name, type, { … }).problems({ … })`. */
export interface OpenField<T, P, A> {
  problems(problems: FieldProblems<T, P, A>): AnyField<T>;
}

/** Any field, for the registry and the context. */
export interface AnyField<T = unknown> extends Shown<T> {
  readonly name: string;
  /** Name in lower case. */
  readonly key: string;
  readonly type: HeaderType;
  readonly repeat: "single" | "list" | "separate";
  readonly kinds: () => Readonly<Record<string, ProblemKind>>;
  readonly links?: readonly string[];
  parse(value: string, report: Report): T | undefined;
  check?(parsed: T, context: Context, report: Report, line: ExplainedLine<T>): void;
  checkAll?(lines: readonly ExplainedLine<T>[], context: Context, report: Report): void;
}

/**
 * Declares a field. `T`: parsed value; `P`: type of its parts; `A`: subject of checks on all lines.
 *
 * @param of registered spelling, or the problem of invalid values, which has it and is reported by name
 */
export function field<T, P = PartOf<T>, A = readonly ExplainedLine<T>[]>(
  of: string | Invalid,
  type: HeaderType,
  declaration: Field<T, P, A>,
): OpenField<T, P, A> {
  return { problems: (rows) => closedField(of, type, declaration, rows) };
}

/** Declares a field without further problems. */
export function plainField<T>(
  of: string | Invalid,
  type: HeaderType,
  declaration: Field<T, PartOf<T>, never>,
): AnyField<T> {
  return closedField(of, type, declaration, {});
}

function closedField<T, P, A>(
  of: string | Invalid,
  type: HeaderType,
  declaration: Field<T, P, A>,
  rows: FieldProblems<T, P, A>,
): AnyField<T> {
  const [name, own] = typeof of === "string" ? [of, []] : [of.field, [of]];
  const problems = { ...rows, named: [...own, ...(rows.named ?? [])] };
  const {
    links,
    partItem,
    itemsInMessage,
    alternate,
    alternateInMessage,
    parts: partsOf = membersOf,
  } = declaration;
  const items = partItem ? (parsed: T) => partsOf(parsed).map(partItem) : declaration.items;
  const parse = notEmpty(name, declaration);
  const kinds = once(() => kindsOf(rowsOf(problems)));
  // Same property order for all fields, for inline caches.
  const parts = {
    kinds,
    links: links?.map(linkOf),
    parse,
    items,
    itemsInMessage,
    alternate,
    alternateInMessage,
  };
  const check = lineCheck(declaration, problems);
  const checkAll = allLinesCheck(declaration, problems);
  const repeat = declaration.repeat ?? (/list$|dictionary$/.test(type) ? "list" : "single");
  const names = { name, key: name.toLowerCase(), type, repeat };
  return { ...names, ...parts, check, checkAll } as AnyField<T>;
}

function notEmpty<T>(
  name: string,
  { empty, parse }: Pick<Field<T, never, never>, "empty" | "parse">,
): typeof parse {
  if (empty === undefined) return parse;
  const title = `${name} has no value${empty}.`;
  return (value, report) => (value === "" ? void report(valueEmpty, title) : parse(value, report));
}

function rowsOf<T, P, A>({
  named = [],
  eachPart,
  eachLine,
  allLines,
}: FieldProblems<T, P, A>): readonly AnyRow[] {
  return [
    ...named,
    ...[eachPart, eachLine, allLines].flatMap((checks) => groupsOf<never, never>(checks).flat()),
  ];
}

function kindsOf(rows: readonly AnyRow[]): Readonly<Record<string, ProblemKind>> {
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}

function membersOf<T, P>(parsed: T): readonly P[] {
  return Array.isArray(parsed) ? parsed : [...(parsed as Iterable<P>)];
}

type LineCheck<T> = (parsed: T, context: Context, report: Report, line: ExplainedLine<T>) => void;

/** Rows are grouped on first use, since a command needs few fields. */
function lineCheck<T, P, A>(
  { parts = membersOf }: Pick<Field<T, P, A>, "parts">,
  { check, eachPart, eachLine }: FieldProblems<T, P, A>,
): LineCheck<T> | undefined {
  if (!eachPart && !eachLine) return check;
  const groups = once(() => ({ byPart: groupsOf(eachPart), byLine: groupsOf(eachLine) }));
  return (parsed, context, report, line) => {
    const { byPart, byLine } = groups();
    if (byPart.length > 0)
      for (const [at, part] of parts(parsed).entries())
        judge(byPart, part, context, line, report, line.items[at]);
    if (byLine.length > 0) judge(byLine, parsed, context, line, report);
    check?.(parsed, context, report, line);
  };
}

function allLinesCheck<T, P, A>(
  { together }: Pick<Field<T, P, A>, "together">,
  { checkAll, allLines }: FieldProblems<T, P, A>,
): AnyField<T>["checkAll"] {
  if (!allLines) return checkAll;
  const groups = once(() => groupsOf(allLines));
  return (lines, context, report) => {
    const subject = together ? together(lines, context) : (lines as A);
    if (subject !== undefined) judge(groups(), subject, context, undefined, report);
    checkAll?.(lines, context, report);
  };
}

/** A rule: problems that need two headers, or a header and the status, method, request or time. */
export interface AnyRule {
  readonly kinds: () => Readonly<Record<string, ProblemKind>>;
  check(context: Context, report: Report): void;
}

/** Checks that rows cannot express; they run after the rows. */
interface Walk {
  readonly named: readonly AnyRow[];
  readonly check: (context: Context, report: Report) => void;
}

/** Declares a rule. Its findings are about the whole message by default. */
export function rule(problems: Checks<Context, undefined>, walk?: Walk): AnyRule {
  return ruleOn((context) => context, problems, walk);
}

/** Declares a rule about a subject made from the message; an undefined subject skips the rule. */
export function ruleOn<S>(
  subject: (context: Context) => S | undefined,
  problems: Checks<S, undefined>,
  { named = [], check }: Partial<Walk> = {},
): AnyRule {
  const groups = once(() => groupsOf(problems));
  return {
    kinds: once(() => kindsOf([...groups().flat(), ...named] as readonly AnyRow[])),
    check(context, report) {
      const subjectOf = subject(context);
      if (subjectOf !== undefined) judge(groups(), subjectOf, context, undefined, report);
      check?.(context, report);
    },
  };
}

export function item(name: string, value: string, description: string, alternate?: string): Item {
  return alternate === undefined ? { name, value, description } : { name, value, description, alternate };
}
