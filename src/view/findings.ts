/** The findings of a report, as people are shown them: each once, the worst first. Pure. */

import type { Problem, Severity } from "../headers/schema.ts";
import type { HttpReport, HttpStep } from "../http/schema.ts";

/** Where a finding stands. */
export interface Place {
  /** Number of the step, from 1; 0 for the chain as a whole. */
  readonly step: number;
  /** URL of the step; `""` when decoding. */
  readonly url: string;
  /** Field name as sent; absent for a finding about the message or the chain. */
  readonly field?: string;
  /** Line of the field in the step's header section, from 1. */
  readonly line?: number;
}

export interface Finding extends Problem {
  /** At least one; the first is where it was met first. */
  readonly places: readonly [Place, ...Place[]];
}

/** The gravest first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/**
 * All findings of a report, the gravest first, then in the order of the report. `ignore` holds what to leave out: ids, and
 * ids with the one field of which they are to be left out (`field-repeated:etag`).
 */
export function findingsOf(report: HttpReport, ignore: ReadonlySet<string> = new Set()): Finding[] {
  const chain = report.problems.map((problem) => ({ problem, place: { step: 0, url: report.url } }));
  const found = [...chain, ...report.steps.flatMap((step, index) => stepFindings(step, index + 1))];
  return worstFirst(merged(found.filter(({ problem }) => !isIgnored(problem, ignore))));
}

/** The findings of one step, each once, the gravest first. */
export function findingsOfStep(step: HttpStep): Finding[] {
  return worstFirst(merged(stepFindings(step, 1)));
}

function isIgnored({ name, field }: Problem, ignore: ReadonlySet<string>): boolean {
  return ignore.has(name) || (field !== undefined && ignore.has(`${name}:${field}`));
}

export function worstFirst<T extends { readonly severity: Severity }>(findings: readonly T[]): T[] {
  return findings.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

interface Found {
  readonly problem: Problem;
  readonly place: Place;
}

function stepFindings(step: HttpStep, number: number): Found[] {
  const at = { step: number, url: step.request.url };
  const message = [...failureOf(step), ...step.problems].map((problem) => ({ problem, place: at }));
  const fields = [...step.headers, ...(step.requestHeaders ?? [])].flatMap((header, index) => {
    const items = (header.details.items ?? []).flatMap((item) => item.problems ?? []);
    const place = { ...at, field: header.sent ?? header.name, line: index + 1 };
    return [...header.problems, ...(header.details.problems ?? []), ...items].map((problem) => ({
      problem,
      place,
    }));
  });
  return [...message, ...fields];
}

/** A step that failed is a finding whose id is the code of the failure. */
function failureOf({ error }: HttpStep): Problem[] {
  return error ? [{ name: error.code, title: error.message, severity: "error" }] : [];
}

/** The same sentence about the same kind is one finding, wherever it stands. */
function merged(found: readonly Found[]): Finding[] {
  const groups = Map.groupBy(found, ({ problem }) => `${problem.name}\n${problem.title}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first.problem, places: [first.place, ...others.map(({ place }) => place)] }] : [],
  );
}

/** Counts by severity, the gravest first, none that is 0. */
export function countsOf(
  findings: readonly { readonly severity: Severity }[],
): readonly { readonly severity: Severity; readonly count: number }[] {
  return SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  })).filter(({ count }) => count > 0);
}

/**
 * `3 errors, 1 warning, 2 infos`.
 * @internal for tests: its plurals are tested alone
 */
export function countText(findings: readonly { readonly severity: Severity }[]): string {
  return (
    countsOf(findings)
      .map(({ severity, count }) => `${count} ${severity}${count === 1 ? "" : "s"}`)
      .join(", ") || "no problems"
  );
}
