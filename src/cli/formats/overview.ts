/** Overview of many reports. Pure. */

import { countsOf, type Finding } from "../../jobs/project/findings.ts";
import { noProblems } from "../../view/all-clear.ts";
import { countText, type Group, groupsOf } from "../../view/findings.ts";
import type { Judged } from "../input/assertions.ts";

/** Sort key, most important first: no response, failures, findings by severity. */
function weights({ report, findings, fails }: Judged): readonly number[] {
  const counts = new Map(countsOf(findings).map(({ severity, count }) => [severity, count]));
  return [
    report.status === "error" ? 1 : 0,
    findings.filter(fails).length,
    counts.get("error") ?? 0,
    counts.get("warning") ?? 0,
    counts.get("info") ?? 0,
  ];
}

/** Stable sort. */
export function worstReportsFirst(all: readonly Judged[]): Judged[] {
  const weighed = all.map((judged) => ({ judged, by: weights(judged) }));
  const difference = (a: readonly number[], b: readonly number[]) =>
    a.map((weight, index) => (b[index] ?? 0) - weight).find((each) => each !== 0) ?? 0;
  return weighed.toSorted((a, b) => difference(a.by, b.by)).map(({ judged }) => judged);
}

/** Findings of many reports, each kind once. */
export const groupsOfAll = (all: readonly Judged[]): Group<Finding>[] =>
  groupsOf(all.flatMap(({ report, findings }) => findings.map((finding) => ({ finding, url: report.url }))));

export interface Overview {
  readonly url: string;
  readonly status: string;
  /** `2 errors, 1 info` */
  readonly counts: string;
  /** Title of the worst finding; `""` for none. */
  readonly worst: string;
}

export const OVERVIEW_HEAD = ["URL", "status", "findings", "worst finding"] as const;

export function overviewOf({ report, findings, ...rest }: Judged): Overview {
  return {
    url: report.url === "" ? "header lines" : report.url,
    status: report.status === "error" ? "failed" : String(report.status || ""),
    counts: countText(findings, { ...rest, none: noProblems(report.status) }),
    worst: findings[0]?.title ?? "",
  };
}
