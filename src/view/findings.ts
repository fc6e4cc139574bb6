/** Findings for display: rows, groups and counts. Pure. */

import { protections } from "../../data/problem-ranks.ts";
import type { Severity } from "../headers/schema.ts";
import { listing } from "../headers/wording.ts";
import { countsOf, type Finding, type Reason, SEVERITIES, worstFirst } from "../jobs/project/findings.ts";
import { type Checked, outcomeText } from "./all-clear.ts";

/** Minimum number of missing protections to fold into one row. */
const FEWEST_FOLDED = 3;

/** One finding, or several that are shown together. */
export type FindingRow = readonly [Finding, ...Finding[]];

/** Groups findings into rows: missing protections of one step and severity share the row of the first. */
export function rowsOf(findings: readonly Finding[]): readonly FindingRow[] {
  const folded = Map.groupBy(findings, foldOf);
  return findings.flatMap((finding): FindingRow[] => {
    const [first = finding, ...others] = folded.get(foldOf(finding)) ?? [];
    if (foldOf(finding) === "" || others.length + 1 < FEWEST_FOLDED) return [[finding]];
    return first === finding ? [[first, ...others]] : [];
  });
}

/** Key of the row to fold into; `""` for none. */
function foldOf({ name, severity, places: [{ step }] }: Finding): string {
  return protections.has(name) ? `${severity} ${step}` : "";
}

/** Title and id of a row; `*-missing` for several ids. */
export function wordsOfRow(row: FindingRow): { readonly title: string; readonly name: string } {
  const [first, ...others] = row;
  if (others.length === 0) return first;
  const names = row.map(({ name }) => protections.get(name) ?? name);
  return { title: `${row.length} protections are missing: ${listing(names)}.`, name: "*-missing" };
}

/** `2 ignored by netlens.toml, 1 by --ignore`; `""` for none. */
export function ignoredText(ignored: readonly Reason[]): string {
  const counts = [...Map.groupBy(ignored, ({ by }) => by)].map(([by, all]) => [all.length, by] as const);
  return counts.map(([count, by], index) => `${count} ${index === 0 ? "ignored " : ""}by ${by}`).join(", ");
}

/** `3 errors, 1 warning, 2 infos`, and unchecked parts. */
export function countText(
  findings: readonly { readonly severity: Severity }[],
  { checked, unchecked, none = "no problems" }: Omit<Checked, "found"> = { checked: 1 },
): string {
  const found = countsOf(findings)
    .map(({ severity, count }) => `${count} ${severity}${count === 1 ? "" : "s"}`)
    .join(", ");
  return outcomeText({ checked, found, none, unchecked });
}

export interface Group<F> {
  /** The most severe finding of its kind. */
  readonly finding: F;
  readonly urls: readonly string[];
}

/** Groups the findings of many responses by kind: by severity, then by number of URLs. */
export function groupsOf<F extends Pick<Finding, "name" | "severity">>(
  found: readonly { readonly finding: F; readonly url: string }[],
): Group<F>[] {
  const groups = [...Map.groupBy(found, ({ finding }) => finding.name).values()].flatMap((group) => {
    const [finding] = worstFirst(group.map((one) => one.finding));
    return finding ? [{ finding, urls: [...new Set(group.map(({ url }) => url))] }] : [];
  });
  const order = ({ finding }: Group<F>) => SEVERITIES.indexOf(finding.severity);
  return groups.toSorted((a, b) => order(a) - order(b) || b.urls.length - a.urls.length);
}
