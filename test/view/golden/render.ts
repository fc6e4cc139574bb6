/**
 * Texts about a whole response: answers to common questions, and findings in order. Cases have the format of
 * test/headers/golden/lines.ts.
 */

import { viewReport } from "../../../src/view/report.ts";
import { reportOf } from "../../headers/golden/lines.ts";

/** Case with its text. */
export function renderView(given: readonly string[]): string {
  const { status, reason, description, grade, findings, steps } = viewReport(reportOf(given));
  const output = [
    `${status} ${reason}${description && `: ${description}`}${grade ? `, grade ${grade.grade} (${grade.score})` : ""}`,
    ...steps.flatMap(({ answers, asked: questions, groups }) => [
      ...answers.flatMap(({ question, answer, tone, details }) => [
        `${question} ${answer} (${tone})`,
        ...details.map((detail) => `  ${detail}`),
      ]),
      ...questions.map(({ about, answer, allowed }) => `${about}: ${answer}${allowed ? "" : " (no)"}`),
      ...(groups.length > 0 ? [`groups ${groups.join(", ")}`] : []),
    ]),
    ...findings.map(({ severity, name, places }) =>
      [severity, name, ...places.map(({ field, line }) => `${field ?? "-"}:${line ?? "-"}`)].join(" "),
    ),
  ];
  return [...given, ...output.map((line) => `  ${line}`)].join("\n");
}
