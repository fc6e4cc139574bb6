/**
 * Compares two reports: outcome, chain, fields, findings, verdicts and times. Reports go in, differences with
 * one sentence each come out. Never looks up a URL. Pure.
 */

import { runSync, type Task } from "../../api/cooperative.ts";
import type { Problem, Severity } from "../../headers/schema.ts";
import { siteOf } from "../../headers/verdicts.ts";
import type { HttpReport } from "../../http/schema.ts";
import { MOVED } from "./fail-words.ts";
import { fieldDifferences } from "./fields.ts";
import type { Difference, Effect } from "./schema.ts";
import { verdictDifferences } from "./verdicts.ts";

/** Differences from `a` to `b`, by kind. @internal for tests, which compare without `sides.ts` */
export function compareReports(a: HttpReport, b: HttpReport): Difference[] {
  return runSync(comparing(a, b));
}

/** @param foundIn selects the problems to compare; default all */
export function* comparing(a: HttpReport, b: HttpReport, foundIn: FoundIn = everything): Task<Difference[]> {
  const found = outcomes(a, b);
  yield;
  found.push(...fieldDifferences(a.headers, b.headers));
  yield;
  found.push(...findingDifferences(findings(foundIn(a)), findings(foundIn(b))));
  yield;
  found.push(...verdictDifferences(a.steps.at(-1), b.steps.at(-1)));
  yield;
  found.push(...timing(a, b));
  return found;
}

/** Values of members that are unknown if only header lines were given. */
const UNKNOWN: ReadonlySet<string> = new Set(["", "0"]);

function outcomes(a: HttpReport, b: HttpReport): Difference[] {
  const rows: readonly (readonly [name: string, label: string, a: string, b: string])[] = [
    ["status", "The status", String(a.status), String(b.status)],
    ["version", "The version of HTTP", a.httpVersion, b.httpVersion],
    ["steps", "The chain", pathOf(a), pathOf(b)],
  ];
  const found = rows.flatMap(([name, label, before, after]): Difference[] =>
    before === after || UNKNOWN.has(before) || UNKNOWN.has(after)
      ? []
      : [
          {
            kind: "outcome-changed" as const,
            name,
            a: before,
            b: after,
            title: `${label} is now ${after}; before, it was ${before}.`,
            effect: name === "status" ? effectOf(a.status, b.status) : ("other" as const),
          },
        ],
  );
  return [...found, ...moved(a, b)];
}

/** Difference if the final URL changed. Different sites count only if one of them redirects to another host. */
function moved(a: HttpReport, b: HttpReport): Difference[] {
  const [before, after] = [endOf(a), endOf(b)];
  if (!before || !after || before.relative === after.relative) return [];
  const isAway = before.site !== after.site && after.site !== "";
  const title = `It now leads to ${isAway ? "another site, " : ""}${after.href}; before, it led to ${before.href}.`;
  const values = { a: before.href, b: after.href };
  return [{ kind: "outcome-changed", name: MOVED, ...values, title, effect: isAway ? "worse" : "other" }];
}

/** Final URL in full and relative to the requested one, without the query, which often varies; another site, or `""`. */
function endOf({ steps }: HttpReport) {
  const [first, last] = [URL.parse(steps[0]?.request.url ?? ""), URL.parse(steps.at(-1)?.request.url ?? "")];
  if (!first || !last || steps.at(-1)?.error) return undefined;
  const href = `${last.origin}${last.pathname}`;
  const host = first.host === last.host ? "" : last.host;
  const scheme = first.protocol === last.protocol ? "" : last.protocol;
  const path = first.pathname === last.pathname ? "" : last.pathname;
  const [from, to] = [siteOf(first.hostname), siteOf(last.hostname)];
  return { href, relative: `${scheme}${host}${path}`, site: from === to ? "" : to };
}

/** Effect of a changed status: errors and statuses from 400 are worse than all others. */
function effectOf(a: HttpReport["status"], b: HttpReport["status"]): Effect {
  const fails = [a, b].map((status) => status === "error" || status >= 400);
  if (fails[0] === fails[1]) return "other";
  return fails[1] ? "worse" : "better";
}

/** Statuses of a chain: `301 → 200`. */
function pathOf({ steps }: HttpReport): string {
  return steps.map(({ status, error }) => (error ? "error" : status)).join(" → ");
}

/** Problem with its field name in lower case; `""` for a problem of the whole message. */
interface Found {
  readonly problem: Problem;
  readonly field: string;
}

export type FoundIn = (report: HttpReport) => readonly Found[];

function findingDifferences(
  before: ReadonlyMap<string, Found>,
  after: ReadonlyMap<string, Found>,
): Difference[] {
  const only = (these: ReadonlyMap<string, Found>, those: ReadonlyMap<string, Found>) =>
    [...these].filter(([key]) => !those.has(key)).map(([, found]) => found);
  const difference = (kind: "finding-new" | "finding-gone") => (found: Found) => ({
    kind,
    name: found.problem.name,
    severity: found.problem.severity,
    title: kind === "finding-gone" ? `Fixed: ${found.problem.title}` : found.problem.title,
    effect: effectOfFinding(kind, found.problem.severity),
    ...(found.field !== "" && { field: found.field }),
  });
  return [
    ...only(after, before).map(difference("finding-new")),
    ...only(before, after).map(difference("finding-gone")),
  ];
}

/** Effect of a new or absent finding: `other` for info, otherwise worse or better. */
function effectOfFinding(kind: "finding-new" | "finding-gone", severity: Severity): Effect {
  if (severity === "info") return "other";
  return kind === "finding-new" ? "worse" : "better";
}

/** Problems by id and field, not by title, since a title may contain a value. */
const findings = (all: readonly Found[]): ReadonlyMap<string, Found> =>
  new Map(all.map((found) => [`${found.problem.name} ${found.field}`, found]));

function everything(report: HttpReport): readonly Found[] {
  const all: Found[] = report.problems.map((problem) => ({ problem, field: "" }));
  for (const { problems, headers, error } of report.steps) {
    all.push(...problems.map((problem) => ({ problem, field: "" })));
    if (error) {
      const severity: Severity = "error";
      all.push({ problem: { name: error.code, title: error.message, severity }, field: "" });
    }
    for (const { name, problems, details } of headers) {
      const items = (details.items ?? []).flatMap((item) => item.problems ?? []);
      const own = [...problems, ...(details.problems ?? []), ...items];
      all.push(...own.map((problem) => ({ problem, field: name })));
    }
  }
  return all;
}

/** Ignores differences below 50 ms or half of the smaller time as noise. */
function timing(a: HttpReport, b: HttpReport): Difference[] {
  if (a.timeTotal === 0 || b.timeTotal === 0) return [];
  const [less, more] = [Math.min(a.timeTotal, b.timeTotal), Math.max(a.timeTotal, b.timeTotal)];
  if (more < 1.5 * less || more - less < 50) return [];
  const isSlower = b.timeTotal > a.timeTotal;
  return [
    {
      kind: "time",
      name: "total",
      a: String(a.timeTotal),
      b: String(b.timeTotal),
      title: `It now takes ${b.timeTotal} ms; before, it took ${a.timeTotal} ms.`,
      effect: isSlower ? "worse" : "better",
    },
  ];
}
