/** What a redirect is to do, and what it does. Pure. */

import type { HttpReport } from "../schema.ts";
import type { RedirectRow } from "./read.ts";

export type Outcome = "as-wanted" | "other-target" | "other-status" | "chain-too-long" | "loop" | "error";

export interface Judged {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly wantedStatus?: number;
  readonly outcome: Outcome;
  /** Status of the first answer; 0 where there was none. */
  readonly status: number;
  /** Where the redirects end. */
  readonly final: string;
  readonly redirects: number;
  /** What is not as wanted, in words; `""` otherwise. */
  readonly reason: string;
}

/** `mostRedirects`: more than these in a row are a chain too long. `base` resolves paths. */
export function judgeRedirect(
  row: RedirectRow,
  report: HttpReport,
  base: string | undefined,
  mostRedirects: number,
): Judged {
  const [first] = report.steps;
  const redirects = Math.max(0, report.steps.length - 1);
  const final = report.steps.at(-1)?.request.url ?? "";
  const [outcome, reason] = verdict(
    row,
    report,
    wanted(row.to, row.from, base),
    final,
    redirects,
    mostRedirects,
  );
  return {
    line: row.line,
    from: row.from,
    to: row.to,
    ...(row.status !== undefined && { wantedStatus: row.status }),
    outcome,
    status: first?.status ?? 0,
    final,
    redirects,
    reason,
  };
}

/** A row that could not be looked up. */
export function failedRow(row: RedirectRow, reason: string): Judged {
  const { line, from, to } = row;
  return { line, from, to, outcome: "error", status: 0, final: "", redirects: 0, reason };
}

function verdict(
  row: RedirectRow,
  report: HttpReport,
  target: URL | undefined,
  final: string,
  redirects: number,
  mostRedirects: number,
): readonly [Outcome, string] {
  const [first] = report.steps;
  const last = report.steps.at(-1);
  if (report.stop === "loop") return ["loop", "the redirects lead in a circle"];
  if (report.stop === "too-many-redirects") return ["chain-too-long", "the redirects do not end"];
  const status = first?.status ?? 0;
  if (first?.error) return ["error", first.error.message];
  if (row.status !== undefined && status !== row.status)
    return ["other-status", `the answer is ${status}, not ${row.status}`];
  if (status < 300 || status > 399)
    // 410 Gone and the like are expected answers without a target.
    return row.status === status
      ? ["as-wanted", ""]
      : ["other-status", `the answer is ${status}, no redirect`];
  if (target && !passes(report, target)) return ["other-target", `it leads to ${final}`];
  if (redirects > mostRedirects)
    return ["chain-too-long", `${redirects} redirects follow one another: ${pathOf(report)}`];
  if (last?.error) return ["error", `the target fails: ${last.error.message}`];
  if ((last?.status ?? 0) >= 400) return ["error", `the target answers with ${last?.status}`];
  return ["as-wanted", ""];
}

/** Whether the target is met on the way: it may redirect on itself, to add a slash or to https. */
function passes({ steps }: HttpReport, target: URL): boolean {
  return [...steps.map(({ request }) => request.url), ...steps.map(({ location }) => location ?? "")].some(
    (url) => sameUrl(url, target),
  );
}

function sameUrl(text: string, target: URL): boolean {
  const url = URL.parse(text);
  return url?.origin === target.origin && url.pathname === target.pathname && url.search === target.search;
}

function pathOf({ steps }: HttpReport): string {
  return steps.map(({ request }) => request.url).join(" → ");
}

/** A path stands on the host of the source, or of `base`. */
function wanted(to: string, from: string, base: string | undefined): URL | undefined {
  if (to === "") return undefined;
  return URL.parse(to, URL.parse(from)?.href ?? URL.parse(from, base)?.href ?? base) ?? undefined;
}
