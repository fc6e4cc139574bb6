/**
 * One row a problem: its id, how bad it is, what finds it, what says it, what mends it, and the examples that prove it.
 * A field or rule lists its rows in the order in which they are judged; `firstOf` is for those that exclude each other.
 */

import type { Context, ExplainedLine, Fix, Found, ProblemFacts, ProblemKind } from "./reading/context.ts";
import { linkOf } from "./reading/specs.ts";
import type { Item, Severity } from "./schema.ts";

/** Where a finding stands: at an item (part of the value), at another line, or by default at the line or message at hand. */
export type At = Item | ExplainedLine | undefined;

/** How a problem is found in a subject `S` (a part, a value, all lines, a message), and how what was found is worded. */
interface Detecting<S, F, C, L> {
  /** Looks for the problem. A row without is reported by name: `report(row, found, at)`. */
  readonly detect?: (subject: S, context: C, line: L) => Found<F>;
  /** The same where one subject can have the problem several times. */
  readonly detectAll?: (subject: S, context: C, line: L) => readonly F[];
  /** Where the finding stands, if not at what was looked at. */
  readonly at?: (found: F, subject: S, context: C, line: L) => At;
  /** How bad this very finding is, where that depends on what is known; `severity` is of the kind. */
  readonly severityOf?: ((found: F, subject: S, context: C, line: L) => Severity) | undefined;
  /**
   * The line's value as it should be, or the part that is wrong and what has to stand there; only where one right answer
   * follows. It is called again with the value that the fixes of other findings have changed.
   */
  readonly fix?: Fix<F> | undefined;
  /** The whole field line to send, where that is not a change of the value at hand. */
  readonly send?: (found: F, subject: S, context: C, line: L) => string | undefined;
}

/** The same with its wording: one sentence that names the offending part and can be read alone. */
export interface Detection<S, F, C, L> extends Detecting<S, F, C, L> {
  readonly title: (found: F, subject: S, context: C, line: L) => string;
}

/** A row as `problem` makes it. */
export type Row<S, F, L> = ProblemKind & Detection<S, F, Context, L> & { readonly id: string };

/** A row as it is declared: the title is the summary by default. */
type Declared<S, F, L> = ProblemKind &
  Detecting<S, F, Context, L> & { readonly id: string } & Partial<Pick<Row<S, F, L>, "title">>;

/** A row whatever it finds, of lines or of a lookup, as lists of rows and `judge` take it. `C` is what is known around the subject. */
export interface JudgedRow<S, C, L> extends ProblemFacts {
  readonly id: string;
  readonly detect?: ((subject: S, context: C, line: L) => unknown) | undefined;
  readonly detectAll?: ((subject: S, context: C, line: L) => readonly unknown[]) | undefined;
  readonly title: (found: never, subject: S, context: C, line: L) => string;
  readonly at?: ((found: never, subject: S, context: C, line: L) => At) | undefined;
}

/** A row of field lines whatever it finds. */
export interface AnyRow<S = never, L = never> extends JudgedRow<S, Context, L>, ProblemKind {
  readonly fix?: Fix<never> | undefined;
  readonly send?: ((found: never, subject: S, context: Context, line: L) => string | undefined) | undefined;
  readonly severityOf?: ((found: never, subject: S, context: Context, line: L) => Severity) | undefined;
}

/** Declares a problem. `title`, `fix` and `send` see what `detect` found: write `detect` before them. */
export function problem<S, F, L>(row: Declared<S, F, L>): Row<S, F, L> {
  // All of one shape, whatever they declare: the engine goes through hundreds of rows a message.
  return {
    id: row.id,
    severity: row.severity,
    link: linkOf(row.link),
    summary: row.summary,
    advice: row.advice,
    bad: row.bad,
    good: row.good,
    edge: row.edge,
    detect: row.detect,
    detectAll: row.detectAll,
    title: row.title ?? (() => row.summary),
    at: row.at,
    severityOf: row.severityOf,
    fix: row.fix,
    send: row.send,
  } as Row<S, F, L>;
}

/** Rows of which a subject has one at most: the first that finds something. */
export interface First<S, L> {
  readonly first: readonly AnyRow<S, L>[];
}

export function firstOf<S, L>(...first: readonly AnyRow<S, L>[]): First<S, L> {
  return { first };
}

/** The problems that a subject is checked for, in this order. */
export type Checks<S, L> = readonly (AnyRow<S, L> | First<S, L>)[];

/** Groups of rows of which one at most finds something, as `judge` takes them. */
export type Groups<S, L> = readonly (readonly AnyRow<S, L>[])[];

export function groupsOf<S, L>(checks: Checks<S, L> = []): Groups<S, L> {
  return checks.map((check) => ("first" in check ? check.first : [check]));
}

/** Whether any of the rows finds anything; they look at nothing but their subject. */
export function findsAny<S, L>(groups: Groups<S, L>, subject: S): boolean {
  const nothing = undefined as never;
  for (const group of groups)
    for (const { detect, detectAll } of group) {
      if (detectAll && detectAll(subject, nothing, nothing).length > 0) return true;
      const found = detect?.(subject, nothing, nothing);
      if (found !== undefined && found !== false) return true;
    }
  return false;
}

/** A row that is reported by name: its title sees nothing but what was found. */
type Named<F> = ProblemFacts & {
  readonly id: string;
  readonly title: (found: F, subject: undefined, context: never, line: undefined) => string;
};

/** Reports what a reader, or a check that has to walk, has found. Without `at` it is about the line or message at hand. */
export type Report = <F>(row: Named<F>, found: NoInfer<F>, at?: At) => void;

/** The engine's side of `Report`: it gets whatever the row's functions need. */
type Reporter<S, C, L> = (
  row: JudgedRow<S, C, L>,
  found: unknown,
  at: At,
  subject: S,
  context: C,
  line: L,
) => void;

/** Runs the rows over a subject; findings without a place of their own stand at `at`. */
export function judge<S, C, L>(
  groups: readonly (readonly JudgedRow<S, C, L>[])[],
  subject: S,
  context: C,
  line: L,
  report: Report,
  at?: At,
): void {
  const tell = report as unknown as Reporter<S, C, L>;
  for (const group of groups)
    for (const row of group) {
      const { detect, detectAll } = row;
      if (detectAll) {
        const all = detectAll(subject, context, line);
        for (const found of all)
          tell(row, found, placeOf(row, found, subject, context, line, at), subject, context, line);
        if (all.length > 0) break;
      }
      const found = detect?.(subject, context, line);
      if (found === undefined || found === false) continue;
      tell(row, found, placeOf(row, found, subject, context, line, at), subject, context, line);
      break;
    }
}

function placeOf<S, C, L>(
  row: JudgedRow<S, C, L>,
  found: unknown,
  subject: S,
  context: C,
  line: L,
  at: At,
): At {
  return row.at ? row.at(found as never, subject, context, line) : at;
}
