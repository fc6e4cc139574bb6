/**
 * The declaration of a field. One object a field: how its value is parsed, how it is shown, what can be wrong with it.
 * The engine in `explain.ts` does the rest.
 */

import type { HeaderType } from "../../data/headers/row.ts";
import { once } from "../platform/memoize.ts";
import { type AnyRow, type Checks, groupsOf, judge, type Report } from "./problem.ts";
import { valueEmpty } from "./reading/common-problems.ts";
import type { Context, ExplainedLine, ProblemKind } from "./reading/context.ts";
import { linkOf } from "./reading/specs.ts";
import type { Item } from "./schema.ts";

// Everything that the declaration of a field or rule needs.
export * from "./problem.ts";
export type { Context, Example, ExplainedLine, ProblemFacts, ProblemKind } from "./reading/context.ts";
export * from "./reading/value-problems.ts";
export type { Item } from "./schema.ts";

/** How one line's value is shown: by the value alone, or, instead, by the message around it, its verdicts and the time. */
export interface Shown<T> {
  /** The parts of the value. */
  items?(parsed: T): Item[];
  itemsInMessage?(parsed: T, context: Context): Item[];
  /** The value in a form that a person understands at once. */
  alternate?(parsed: T, value: string): string | undefined;
  alternateInMessage?(parsed: T, context: Context, value: string, line: ExplainedLine<T>): string | undefined;
}

export interface Field<T, P, A> extends Shown<T> {
  /** Field name in its registered case. */
  readonly name: string;
  readonly type: HeaderType;
  /**
   * Meaning of several lines: `single`: an error; `list`: one comma-separated list; `separate`: one value each, such as
   * Set-Cookie. Default: `list` for types that are lists or dictionaries, else `single`.
   */
  readonly repeat?: "single" | "list" | "separate";
  /** An empty value is reported and not parsed: `X has no value`, and this before the full stop. */
  readonly empty?: string;
  /** Pages with more information beyond the catalogue's. */
  readonly links?: readonly string[];
  /** Reads one line's value. Returns undefined when it cannot be understood, after a report that says why. */
  readonly parse: (value: string, report: Report) => T | undefined;
  /** The values that `eachPart` checks: one for each item, in the same order. */
  readonly parts?: (parsed: T) => readonly P[];
  /** The value that `allLines` checks, made of all lines; undefined: there is nothing to check. Default: the lines. */
  readonly together?: (lines: readonly ExplainedLine<T>[], context: Context) => A | undefined;
}

/** The problems of a field, in rows; its checks find what rows cannot, and run after them. */
export interface FieldProblems<T, P, A> {
  /** Problems that `parse` or a check reports by name. */
  readonly named?: readonly AnyRow[];
  /** Problems of one part; they stand at its item. */
  readonly eachPart?: Checks<P, ExplainedLine<T>>;
  /** Problems of one line's value. Looked for after all lines of the message are parsed. */
  readonly eachLine?: Checks<T, ExplainedLine<T>>;
  /** Problems of all lines of the field together; they stand at the first. */
  readonly allLines?: Checks<A, undefined>;
  readonly check?: (parsed: T, context: Context, report: Report, line: ExplainedLine<T>) => void;
  readonly checkAll?: (lines: readonly ExplainedLine<T>[], context: Context, report: Report) => void;
}

/** A field that waits for its problems: `field({ … }).problems({ … })`, typed by what the field parses. */
interface OpenField<T, P, A> {
  problems(problems: FieldProblems<T, P, A>): AnyField<T>;
}

/** A field whatever its problem ids, as the registry and the context take it. */
export interface AnyField<T = unknown> extends Shown<T> {
  readonly name: string;
  /** The name in lower case, by which lines are found. */
  readonly key: string;
  readonly type: HeaderType;
  readonly repeat: "single" | "list" | "separate";
  readonly kinds: () => Readonly<Record<string, ProblemKind>>;
  readonly links?: readonly string[];
  parse(value: string, report: Report): T | undefined;
  check?(parsed: T, context: Context, report: Report, line: ExplainedLine<T>): void;
  checkAll?(lines: readonly ExplainedLine<T>[], context: Context, report: Report): void;
}

/** Declares a field. `T` is what `parse` gives, `P` one of its parts, `A` all lines together. */
export function field<T, P = never, A = readonly ExplainedLine<T>[]>(
  declaration: Field<T, P, A>,
): OpenField<T, P, A> {
  return { problems: (rows) => closedField(declaration, rows) };
}

/** Declares a field whose values have no problems of their own. */
export function plainField<T>(declaration: Field<T, never, never>): AnyField<T> {
  return closedField(declaration, {});
}

function closedField<T, P, A>(declaration: Field<T, P, A>, problems: FieldProblems<T, P, A>): AnyField<T> {
  const { name, type, links, items, itemsInMessage, alternate, alternateInMessage } = declaration;
  const parse = notEmpty(declaration);
  const kinds = once(() => kindsOf(rowsOf(problems)));
  // All of one shape, whatever they declare: the engine reaches into fields many times a message.
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

function notEmpty<T>({
  name,
  empty,
  parse,
}: Pick<Field<T, never, never>, "name" | "empty" | "parse">): typeof parse {
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

type LineCheck<T> = (parsed: T, context: Context, report: Report, line: ExplainedLine<T>) => void;

/** Rows are sorted when they are first needed: a command that explains one message meets few fields. */
function lineCheck<T, P, A>(
  { parts }: Pick<Field<T, P, A>, "parts">,
  { check, eachPart = [], eachLine = [] }: FieldProblems<T, P, A>,
): LineCheck<T> | undefined {
  if (eachPart.length + eachLine.length === 0) return check;
  const groups = once(() => ({ byPart: parts ? groupsOf(eachPart) : [], byLine: groupsOf(eachLine) }));
  return (parsed, context, report, line) => {
    const { byPart, byLine } = groups();
    if (parts && byPart.length > 0)
      for (const [at, part] of parts(parsed).entries())
        judge(byPart, part, context, line, report, line.items[at]);
    if (byLine.length > 0) judge(byLine, parsed, context, line, report);
    check?.(parsed, context, report, line);
  };
}

function allLinesCheck<T, P, A>(
  { together }: Pick<Field<T, P, A>, "together">,
  { checkAll, allLines = [] }: FieldProblems<T, P, A>,
): AnyField<T>["checkAll"] {
  if (allLines.length === 0) return checkAll;
  const groups = once(() => groupsOf(allLines));
  return (lines, context, report) => {
    const subject = together ? together(lines, context) : (lines as A);
    if (subject !== undefined) judge(groups(), subject, context, undefined, report);
    checkAll?.(lines, context, report);
  };
}

/** A rule: problems that need two fields, or a field and the status, the method, the request or the time. */
export interface AnyRule {
  readonly kinds: () => Readonly<Record<string, ProblemKind>>;
  check(context: Context, report: Report): void;
}

/** The problems of a rule that rows cannot find; it runs after them and reports them by name. */
interface Walk {
  readonly named: readonly AnyRow[];
  readonly check: (context: Context, report: Report) => void;
}

/** Declares a rule: what is looked for in a message. Findings without a place of their own are about all of it. */
export function rule(problems: Checks<Context, undefined>, walk?: Walk): AnyRule {
  return ruleOn((context) => context, problems, walk);
}

/** The same where all rows look at something that is made of the message once; undefined: none of them applies. */
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

/** One item of a header object. */
export function item(name: string, value: string, description: string, alternate?: string): Item {
  return alternate === undefined ? { name, value, description } : { name, value, description, alternate };
}
