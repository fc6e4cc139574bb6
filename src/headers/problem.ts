/**
 * Problems: one row declares id, severity, detection, wording, fix and examples. Fields and rules list rows in order of
 * evaluation. `judge` runs rows over a subject and reports findings; it never changes the subject.
 */

import { problemExamples } from "../../data/headers/problem-examples.ts";
import { problemWords } from "../../data/problem-words.ts";
import type { Context, ExplainedLine, Fix, Found, ProblemFacts, ProblemKind } from "./reading/context.ts";
import { linkOf } from "./reading/specs.ts";
import type { Item, Severity } from "./schema.ts";

/** Place of a finding: an item, another line, or by default the current line or message. */
export type At = Item | ExplainedLine | undefined;

/** Detection of a problem in a subject `S` (a part, a value, all lines, a message). */
interface Detecting<S, F, C, L> {
  /** Returns a finding. Rows without `detect` are reported by name: `report(row, found, at)`. */
  readonly detect?: (subject: S, context: C, line: L) => Found<F>;
  /** Like `detect`, for several findings per subject. */
  readonly detectAll?: (subject: S, context: C, line: L) => readonly F[];
  /** Default: the line that the finding or the subject is, its `at` or `line`, else the place of the subject. */
  readonly at?: (found: F, subject: S, context: C, line: L) => At;
  /** Severity of this finding, if it differs from the row's. */
  readonly severityOf?: ((found: F, subject: S, context: C, line: L) => Severity) | undefined;
  /** Corrected value, or an edit, if only one correction is right. Called again after other fixes. */
  readonly fix?: Fix<F> | undefined;
  /** Whole line to send, if the correction is not a change of this value. */
  readonly send?: (found: F, subject: S, context: C, line: L) => string | undefined;
}

/** Detection with a title: one sentence that names the offending part and makes sense alone. */
export interface Detection<S, F, C, L> extends Detecting<S, F, C, L> {
  readonly title: (found: F, subject: S, context: C, line: L) => string;
}

export type Row<S, F, L> = ProblemKind & Detection<S, F, Context, L> & { readonly id: string };

/**
 * The rest of a declared row. Default title: the summary; default summary and advice: data/problem-words.txt; default
 * examples: data/headers/problem-examples.ts.
 */
type Declared<S, F, L> = Omit<ProblemKind, "severity" | "link" | "summary" | "bad" | "good"> &
  Partial<Pick<ProblemKind, "summary" | "bad" | "good">> &
  Detecting<S, F, Context, L> &
  Partial<Pick<Row<S, F, L>, "title">>;

/** Any row, of lines or of a lookup. `C`: context. */
export interface JudgedRow<S, C, L> extends ProblemFacts {
  readonly id: string;
  readonly detect?: ((subject: S, context: C, line: L) => unknown) | undefined;
  readonly detectAll?: ((subject: S, context: C, line: L) => readonly unknown[]) | undefined;
  readonly title: (found: never, subject: S, context: C, line: L) => string;
  readonly at?: ((found: never, subject: S, context: C, line: L) => At) | undefined;
}

/** Any row of header lines. */
export interface AnyRow<S = never, L = never> extends JudgedRow<S, Context, L>, ProblemKind {
  readonly fix?: Fix<never> | undefined;
  readonly send?: ((found: never, subject: S, context: Context, line: L) => string | undefined) | undefined;
  readonly severityOf?: ((found: never, subject: S, context: Context, line: L) => Severity) | undefined;
}

/** Declares a problem. Write `detect` before `title`, `fix` and `send`: their types follow from it. */
export function problem<S, F, L>(
  id: string,
  severity: Severity,
  link: string,
  row: Declared<S, F, L>,
): Row<S, F, L> {
  const words = problemWords.get(id);
  const summary = row.summary ?? words?.summary ?? "";
  // Same property order for all rows, for inline caches.
  return {
    id,
    severity,
    link: linkOf(link),
    summary,
    advice: row.advice ?? words?.advice,
    bad: row.bad ?? problemExamples.get(id)?.bad,
    good: row.good ?? problemExamples.get(id)?.good,
    detect: row.detect,
    detectAll: row.detectAll,
    title: row.title ?? (() => summary),
    at: row.at,
    severityOf: row.severityOf,
    fix: row.fix,
    send: row.send,
  } as Row<S, F, L>;
}

/** Rows that exclude each other: only the first with a finding reports it. */
export interface First<S, L> {
  readonly first: readonly AnyRow<S, L>[];
}

export function firstOf<S, L>(...first: readonly AnyRow<S, L>[]): First<S, L> {
  return { first };
}

type Check<S, L> = AnyRow<S, L> | First<S, L>;

/** One check, or several in order. */
export type Checks<S, L> = Check<S, L> | readonly Check<S, L>[];

/** Groups of rows that exclude each other. */
export type Groups<S, L> = readonly (readonly AnyRow<S, L>[])[];

export function groupsOf<S, L>(checks: Checks<S, L> = []): Groups<S, L> {
  return [checks].flat().map((check) => ("first" in check ? check.first : [check]));
}

/** Whether any row has a finding; the rows must use only the subject. */
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

/** A row reported by name; its title uses only the finding. */
type Named<F> = ProblemFacts & {
  readonly id: string;
  readonly title: (found: F, subject: undefined, context: never, line: undefined) => string;
};

/** Reports a finding. Default place: the current line or message. */
export type Report = <F>(row: Named<F>, found: NoInfer<F>, at?: At) => void;

/** `Report` as the engine calls it, with subject and context. */
type Reporter<S, C, L> = (
  row: JudgedRow<S, C, L>,
  found: unknown,
  at: At,
  subject: S,
  context: C,
  line: L,
) => void;

/** Runs the rows over a subject; `at` is the default place. */
export function judge<S, C, L>(
  groups: readonly (readonly JudgedRow<S, C, L>[])[],
  subject: S,
  context: C,
  line: L,
  report: Report,
  at?: At,
): void {
  const send = report as unknown as Reporter<S, C, L>;
  for (const group of groups)
    for (const row of group) {
      const { detect, detectAll } = row;
      if (detectAll) {
        const all = detectAll(subject, context, line);
        for (const found of all)
          send(row, found, placeOf(row, found, subject, context, line, at), subject, context, line);
        if (all.length > 0) break;
      }
      const found = detect?.(subject, context, line);
      if (found === undefined || found === false) continue;
      send(row, found, placeOf(row, found, subject, context, line, at), subject, context, line);
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
  if (row.at) return row.at(found as never, subject, context, line);
  return placeIn(found) ?? placeIn(subject) ?? at;
}

/** A line, or the place (`at`) or line (`line`) of a finding or subject. */
function placeIn(value: unknown): At {
  if (typeof value !== "object" || value === null) return undefined;
  if ("header" in value && "line" in value) return value as ExplainedLine;
  if ("at" in value && typeof value.at === "object") return value.at as At;
  return "line" in value ? placeIn(value.line) : undefined;
}
