/**
 * The text for a person about a response beside its lines: the answers to what people ask, and the findings in their order.
 * Cases are written as in the golden lines of the headers.
 */

import { viewReport } from "../../../src/view/report.ts";
import { reportOf } from "../../headers/golden/lines.ts";

/** A case with what is told. */
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
