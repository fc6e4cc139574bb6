import type { Problem, Severity } from "../../headers/schema.ts";

export interface HttpProblemKind {
  readonly severity: Severity;
  /** Where the rule is written down. */
  readonly link: string;
  /** One sentence for the page of all problems. */
  readonly summary: string;
  /** What to do, in a sentence: no header line shows it. */
  readonly advice: string;
}

/** One row a problem that a lookup itself finds: what is known of it stands here, as in `headers/problem.ts`. */
export interface LookupRow<S, F> extends HttpProblemKind {
  readonly id: string;
  /** What is found in the subject, once for each finding. Absent: what finds it calls `finding`. */
  readonly detectAll?: (subject: S) => readonly F[];
  /** One clear sentence that names the offending part. */
  readonly title: (found: F, subject: S) => string;
}

/** A row whatever it finds. */
export interface AnyLookupRow<S = never> extends HttpProblemKind {
  readonly id: string;
  readonly detectAll?: (subject: S) => readonly unknown[];
  readonly title: (found: never, subject: S) => string;
}

/** Declares a problem of a lookup. Write `detectAll` before `title`, which sees what it found. */
export function lookupProblem<S, F>(row: LookupRow<S, F>): LookupRow<S, F> {
  return row;
}

/** What the rows find, in their order. */
export function findings<S>(rows: readonly AnyLookupRow<S>[], subject: S): Problem[] {
  const problems: Problem[] = [];
  for (const row of rows)
    for (const found of row.detectAll?.(subject) ?? []) problems.push(finding(row, found as never, subject));
  return problems;
}

/** The finding of one row. */
export function finding<F>(
  row: HttpProblemKind & { readonly id: string; readonly title: (found: F, subject: never) => string },
  found: NoInfer<F>,
  subject?: unknown,
): Problem {
  const { id, severity, link } = row;
  return { name: id, title: row.title(found, subject as never), severity, link };
}

/** The address of a section of an RFC. */
export function rfc(number: number, section: string): string {
  return `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`;
}
