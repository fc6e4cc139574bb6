import { problemWords } from "../../../data/problem-words.ts";
import type { ProblemFacts } from "../../headers/field.ts";
import { type Detection, type JudgedRow, judge, type Report } from "../../headers/problem.ts";
import type { Problem, Severity } from "../../headers/schema.ts";

/** A problem of a lookup. It belongs to no header line, so `advice` is a sentence. */
export type LookupRow<S, F> = ProblemFacts &
  Pick<Detection<S, F, undefined, undefined>, "detect" | "detectAll" | "title"> & {
    readonly id: string;
    readonly advice: string;
  };

/** A row of any finding type. */
export type AnyLookupRow<S = never> = JudgedRow<S, undefined, undefined> & { readonly advice: string };

/** Declares a problem, with the words of data/problem-words.txt by default. Write `detect` before `title`, for type inference. */
export function lookupProblem<S, F>(
  id: string,
  severity: Severity,
  link: string,
  row: Omit<LookupRow<S, F>, "id" | "severity" | "link" | "summary" | "advice"> &
    Partial<Pick<LookupRow<S, F>, "summary" | "advice">>,
): LookupRow<S, F> {
  const { summary = "", advice = "" } = problemWords.get(id) ?? {};
  return { id, severity, link, summary, advice, ...row };
}

/** Findings of the rows, in their order. */
export function findings<S>(rows: readonly AnyLookupRow<S>[], subject: S): Problem[] {
  const problems: Problem[] = [];
  const report = (row: AnyLookupRow, found: never) => problems.push(finding(row, found, subject));
  judge<S, undefined, undefined>(
    rows.map((row) => [row]),
    subject,
    undefined,
    undefined,
    report as unknown as Report,
  );
  return problems;
}

export function finding<F>(
  row: Pick<AnyLookupRow, "id" | "severity" | "link"> & {
    readonly title: (found: F, subject: never, context: undefined, line: undefined) => string;
  },
  found: NoInfer<F>,
  subject?: unknown,
): Problem {
  const { id, severity, link } = row;
  return { name: id, title: row.title(found, subject as never, undefined, undefined), severity, link };
}

/** URL of a section of an RFC. */
export function rfc(number: number, section: string): string {
  return `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`;
}
