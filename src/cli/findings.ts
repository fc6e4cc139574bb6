/** Findings of a report as a flat list, and what assertions make of them. Pure. */

import type { Problem, Severity } from "../headers/schema.ts";
import type { HttpReport, HttpStep } from "../http/schema.ts";
import { UsageError } from "./command.ts";

export interface Finding extends Problem {
  /** Field name as sent; absent for a finding about the message or the chain. */
  readonly field?: string;
  /** Line of the field among the header lines, from 1. */
  readonly line?: number;
  /** URL of the step; `""` when decoding. */
  readonly url: string;
  /** Number of the step, from 1; 0 for the chain. */
  readonly step: number;
}

const RANK: Readonly<Record<Severity, number>> = { info: 1, warning: 2, error: 3 };

/** All findings, the gravest first, then in the order of the report. */
export function findingsOf(report: HttpReport, ignore: ReadonlySet<string> = new Set()): Finding[] {
  const chain = report.problems.map((problem) => ({ ...problem, url: report.url, step: 0 }));
  const steps = report.steps.flatMap((step, index) => stepFindings(step, index + 1));
  return [...chain, ...steps]
    .filter(({ name }) => !ignore.has(name))
    .toSorted((a, b) => RANK[b.severity] - RANK[a.severity]);
}

function stepFindings(step: HttpStep, number: number): Finding[] {
  const at = { url: step.request.url, step: number };
  const fields = step.headers.flatMap((header, index) => {
    const items = (header.details.items ?? []).flatMap((item) => item.problems ?? []);
    return [...header.problems, ...(header.details.problems ?? []), ...items].map((problem) => ({
      ...problem,
      ...at,
      field: header.sent ?? header.name,
      line: index + 1,
    }));
  });
  return [...step.problems.map((problem) => ({ ...problem, ...at })), ...fields];
}

/** Whether a finding of at least that severity is among them. */
export function failsOn(findings: readonly Finding[], severity: string | boolean | undefined): boolean {
  if (typeof severity !== "string") return false;
  const least = RANK[severity as Severity];
  return findings.some((finding) => RANK[finding.severity] >= least);
}

/** `3 errors, 1 warning, 2 infos`. */
export function countText(findings: readonly Finding[]): string {
  const counts = (["error", "warning", "info"] as const).map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? "" : `${count} ${severity}${count === 1 ? "" : "s"}`;
  });
  return counts.filter((text) => text !== "").join(", ") || "no problems";
}

/** The ids of `--ignore`, which must exist. */
export function ignoredIds(
  value: string | boolean | undefined,
  known: (id: string) => boolean,
): ReadonlySet<string> {
  const ids =
    typeof value === "string"
      ? value
          .split(",")
          .map((id) => id.trim())
          .filter((id) => id !== "")
      : [];
  const unknown = ids.find((id) => !known(id));
  if (unknown !== undefined) throw new UsageError(`--ignore: there is no problem with the id "${unknown}"`);
  return new Set(ids);
}
