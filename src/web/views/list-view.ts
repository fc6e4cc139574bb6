/** Table of several lookups. Pure. */

import { countUnchecked, type Unchecked } from "../../api/unchecked.ts";
import type { Severity } from "../../headers/schema.ts";
import { milliseconds, plural } from "../../headers/wording.ts";
import type { HttpBrief, HttpReport } from "../../http/schema.ts";
import type { IpResult } from "../../ip/schema.ts";
import { countsOf, type Finding, findingsOf, SEVERITIES } from "../../jobs/project/findings.ts";
import { connectionMeans, placeSentence } from "../../jobs/visitor/address-text.ts";
import { outcomeText } from "../../view/all-clear.ts";
import { rowsOf, wordsOfRow } from "../../view/findings.ts";
import { csvRow } from "../../view/format.ts";
import type { Listed } from "../../view/parse-question.ts";
import { type Html, html } from "../html.ts";
import { tableStart } from "../redirects-view.ts";
import { statusBadge } from "./waterfall-view.ts";

export interface ListRow {
  readonly line: number;
  readonly asked: string;
  /** Status code; 0 without a response, undefined for addresses. */
  readonly status?: number;
  readonly sentence: string;
  /** Milliseconds. */
  readonly ms?: number;
  readonly counts: readonly { readonly severity: Severity; readonly count: number }[];
  /** Worst finding, or the meaning of the kind of network. */
  readonly worst: string;
  readonly unchecked?: readonly Unchecked[] | undefined;
  /** The row in kept JSON. */
  readonly json: object;
}

export function rowOfReport({ line, text }: Listed, report: HttpReport, json: HttpBrief): ListRow {
  // A failure is already the row's answer.
  const findings = report.status === "error" ? [] : findingsOf(report);
  return {
    line,
    asked: text,
    status: typeof report.status === "number" ? report.status : 0,
    sentence: report.intent,
    ms: report.timeTotal,
    counts: countsOf(findings),
    worst: worstOf(findings),
    unchecked: report.unchecked,
    json,
  };
}

function worstOf(findings: readonly Finding[]): string {
  const [row] = rowsOf(findings);
  return row ? wordsOfRow(row).title : "";
}

export function rowOfAddress({ line, text }: Listed, result: IpResult): ListRow {
  return {
    line,
    asked: text,
    sentence: placeSentence(result),
    counts: [],
    worst: connectionMeans(result),
    json: result,
  };
}

export function failedRow({ line, text }: Listed, error: string): ListRow {
  return { line, asked: text, status: 0, sentence: error, counts: [], worst: "", json: { error } };
}

export function listRow({ line, asked, status, sentence, ms, counts, worst }: ListRow): Html {
  return html`<tr><td class="number">${line}</td><th scope="row"><a href="/?q=${encodeURIComponent(asked)}"><code class="value">${asked}</code></a></th><td>${status !== undefined && html`${statusBadge(status)} `}${sentence}${ms !== undefined && html` <span class="figures">${milliseconds(ms)}</span>`}</td><td>${counts.map(({ severity, count }) => html`<span class="mark ${severity}">${plural(count, severity)}</span> `)}${worst}</td></tr>\n`;
}

/** Groups of the summary; each row counts in the first that matches. */
const GROUPS: readonly (readonly [has: (row: ListRow) => boolean, one: string, many: string])[] = [
  [({ status }) => status === 0, "failed", "failed"],
  [({ status = 0 }) => status >= 400, "is an error page", "are error pages"],
  [(row) => countOf(row, "error") > 0, "has errors", "have errors"],
  [(row) => countOf(row, "warning") > 0, "has warnings", "have warnings"],
];

function countOf({ counts }: ListRow, asked: Severity): number {
  return counts.find(({ severity }) => severity === asked)?.count ?? 0;
}

/** End of the table: a second table with the worst rows first, shown by a link, and the summary. */
export function listEnd(rows: readonly ListRow[]): Html {
  const sorted = worstFirst(rows);
  const isSorted = sorted.every((row, index) => row === rows[index]);
  const counts = Map.groupBy(rows, (row) => GROUPS.find(([has]) => has(row)));
  const groups = GROUPS.flatMap((group) => {
    const [count, [, one, many]] = [counts.get(group)?.length ?? 0, group];
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  const unchecked = countUnchecked();
  for (const row of rows) unchecked.addAll(row.unchecked);
  const outcome = outcomeText({
    checked: rows.length,
    found: groups.join(", "),
    unchecked: unchecked.list(),
  });
  return html`</tbody></table>
${!isSorted && html`<div class="sorted" id="worst-first">${tableStart(COLUMNS)}${sorted.map(listRow)}</tbody></table></div>`}
<p class="json"><a download="lookups.csv" href="data:text/csv;charset=utf-8,${encodeURIComponent(listCsv(rows))}">Save as CSV</a></p>
<div slot="summary"><h2 id="judged">${plural(rows.length, "lookup")}: ${outcome}</h2>
${!isSorted && html`<p class="json"><a href="#worst-first">Worst first</a> · <a href="#result">As listed</a></p>`}</div>
</section>`;
}

export const COLUMNS = ["Line", "Lookup", "Answer", "Findings"] as const;

/** Order: failed, error status, errors, warnings. */
function worstFirst(rows: readonly ListRow[]): readonly ListRow[] {
  const weight = (row: ListRow) => [
    row.status === 0 ? 1000 : Math.max(0, (row.status ?? 0) - 399),
    ...SEVERITIES.map((each) => countOf(row, each)),
  ];
  return rows
    .map((row) => ({ row, own: weight(row) }))
    .toSorted((a, b) => b.own.map((own, at) => own - (a.own[at] ?? 0)).find((more) => more !== 0) ?? 0)
    .map(({ row }) => row);
}

function listCsv(rows: readonly ListRow[]): string {
  const lines = rows.map((row) => [
    row.line,
    row.asked,
    row.status ?? "",
    row.sentence,
    row.ms === undefined ? "" : Math.round(row.ms),
    countOf(row, "error"),
    countOf(row, "warning"),
    row.worst,
  ]);
  return [["line", "asked", "status", "answer", "ms", "errors", "warnings", "worst"], ...lines]
    .map((cells) => `${csvRow(cells.map(String))}\r\n`)
    .join("");
}
