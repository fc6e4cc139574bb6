/** Lists the findings of a report: without duplicates, most severe first, severities by a project file. Pure. */

import rows from "../../../data/assertions.txt" with { type: "text" };
import { failureKinds } from "../../../data/failures.ts";
import { problemRanks, RANKS } from "../../../data/problem-ranks.ts";
import { rowsIn } from "../../../data/tables.ts";
import type { Problem, Severity } from "../../headers/schema.ts";
import type { HttpReport, HttpStep } from "../../http/schema.ts";

/** Location of a finding. */
export interface Place {
  /** Number of the step, from 1; 0 for the whole chain. */
  readonly step: number;
  /** URL of the step; `""` for given header lines. */
  readonly url: string;
  /** Field name as sent; absent for findings on the whole message or the chain. */
  readonly field?: string;
  /** Number of the line in the step's header section, from 1. */
  readonly line?: number;
}

export interface Finding extends Problem {
  /** In order of occurrence. */
  readonly places: readonly [Place, ...Place[]];
}

/** Severities, the most severe first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
/** Words of `fail-on`, besides ids. */
export const FAIL_ON: readonly string[] = [...SEVERITIES, "unchecked"];

/** Kinds of broken assertions by id; they fail a run regardless of `fail-on`. */
export const assertions = new Map(
  rowsIn(rows).map(([id = "", summary = "", advice]) => [
    id,
    { severity: "error" as const, summary, advice },
  ]),
);

export interface Reason {
  /** File or flag that ignores it. */
  readonly by: string;
  readonly reason: string;
}

/** Returns the severity of a problem at a place, or the reason for ignoring it. */
export type Treat = (problem: Problem, place: Place) => { readonly severity: Severity } | Reason;

export interface Ignored extends Finding, Reason {}

/** Most severe first, then in the order of the report. */
export function findingsOf(report: HttpReport): Finding[] {
  return worstFirst(merged(foundIn(report)));
}

/** Findings of a report with severities by `treat`, in the order of `findingsOf`, and the ignored findings. */
export function treatedFindings(
  report: HttpReport,
  treat: Treat,
): { readonly findings: Finding[]; readonly ignored: Ignored[] } {
  const found: Found[] = [];
  const ignored: { readonly found: Found; readonly why: Reason }[] = [];
  for (const { problem, place } of foundIn(report)) {
    const treated = treat(problem, place);
    if ("reason" in treated) ignored.push({ found: { problem, place }, why: treated });
    else found.push({ problem: { ...problem, severity: treated.severity }, place });
  }
  const byReason = Map.groupBy(ignored, ({ why: { reason } }) => reason);
  return {
    findings: worstFirst(merged(found)),
    ignored: [...byReason.values()].flatMap(([first, ...others]) =>
      first
        ? merged([first, ...others].map((one) => one.found)).map((one) => ({ ...one, ...first.why }))
        : [],
    ),
  };
}

/** Ignores ids, some for one field only (`field-repeated:etag`). */
export function ignoring(ids: ReadonlySet<string>, by = "--ignore"): Treat {
  return (problem) =>
    idsOf(problem).some((id) => ids.has(id)) ? { by, reason: by } : { severity: problem.severity };
}

/** Ids in rules that match a problem, the one with the field first. */
export function idsOf({ name, field }: Pick<Problem, "name" | "field">): readonly string[] {
  return field === undefined ? [name] : [`${name}:${field}`, name];
}

function foundIn(report: HttpReport): Found[] {
  const chain = report.problems.map((problem) => ({ problem, place: { step: 0, url: report.url } }));
  return [...chain, ...report.steps.flatMap((step, index) => stepFindings(step, index + 1))];
}

/** Findings of one step without duplicates, the most severe first. */
export function findingsOfStep(step: HttpStep): Finding[] {
  return worstFirst(merged(stepFindings(step, 1)));
}

/** Sorts by severity, then by rank. */
export function worstFirst<T extends Pick<Problem, "name" | "severity">>(findings: readonly T[]): T[] {
  const weighed = findings.map((finding) => ({ finding, weight: weightOf(finding) }));
  return weighed.toSorted((a, b) => a.weight - b.weight).map(({ finding }) => finding);
}

/** A cause comes among the warnings, whatever its severity: it explains what else is found. */
function weightOf({ name, severity }: Pick<Problem, "name" | "severity">): number {
  const rank = rankOf(name);
  const shown = rank === "cause" && severity === "info" ? "warning" : severity;
  return SEVERITIES.indexOf(shown) * RANKS.length + RANKS.indexOf(rank);
}

/** A failed lookup ranks first: nothing else matters before. */
export function rankOf(name: string): (typeof RANKS)[number] {
  if (Object.hasOwn(failureKinds, name)) return "unreachable";
  return problemRanks.find(([ids]) => ids.test(name))?.[1] ?? "broken";
}

/** Counts by severity without zeros, the most severe first. */
export function countsOf(
  findings: readonly { readonly severity: Severity }[],
): readonly { readonly severity: Severity; readonly count: number }[] {
  return SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  })).filter(({ count }) => count > 0);
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

/** A failed step is a finding; its id is the failure's code. */
function failureOf({ error }: HttpStep): Problem[] {
  return error ? [{ name: error.code, title: error.message, severity: "error" }] : [];
}

/** Merges findings with the same id and title. */
function merged(found: readonly Found[]): Finding[] {
  const groups = Map.groupBy(found, ({ problem }) => `${problem.name}\n${problem.title}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first.problem, places: [first.place, ...others.map(({ place }) => place)] }] : [],
  );
}
