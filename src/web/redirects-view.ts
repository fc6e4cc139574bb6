/** Checked redirects as HTML, for pages and reports. Pure. */

import { plural } from "../headers/wording.ts";
import type { Judged } from "../jobs/redirects/check-redirect.ts";
import { KINDS, kindOf, kindWord } from "../jobs/redirects/kinds.ts";
import type { Summary } from "../jobs/redirects/summary.ts";
import { outcomeSentence } from "../view/all-clear.ts";
import { remarksOf } from "../view/redirects.ts";
import { type Html, html } from "./html.ts";
import { filter } from "./views/findings-view.ts";

const COLUMNS = ["Line", "From", "Result", "Leads to"] as const;
/** Start of a table with four columns. */
export function tableStart(columns: readonly string[]): Html {
  return html`<table class="judged"><colgroup><col><col><col><col></colgroup><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
`;
}

/** Start of the result. A slot shows the summary first although it is sent last. @param waiting text until then */
export function resultStart(waiting: string, columns: readonly string[] = COLUMNS): Html {
  return html`<section class="result" aria-labelledby="judged"><template shadowrootmode="open"><slot name="summary">${waiting}</slot><slot></slot></template>
${columns === COLUMNS && firstFilter}${tableStart(columns)}`;
}

/** Filter until the summary brings one with counts. */
const firstFilter = html`${filter("kind", "Show redirects", [
  ["all", "All", ""],
  ["wrong", "Wrong", ""],
  ["correct", "Correct", ""],
])}`;

/** Row with the progress; the page shows only the newest, at the lower edge. @param ms milliseconds since the start */
export function progressRow(done: number, total: number, ms: number): Html {
  const left = Math.ceil(((total - done) * ms) / done / 1000);
  return html`<tr class="now"><td colspan="4" role="status">${done.toLocaleString("en")} of ${total.toLocaleString("en")} checked, about ${plural(left, "second")} left</td></tr>\n`;
}

/** Summary with filter. @param about description of the check */
export function summarySlot(summary: Summary, about: Html): Html {
  return html`<div slot="summary"><h2 id="judged">${summaryTitle(summary)}</h2>
<p>${about}</p>
${summaryView(summary)}${outcomeFilter(summary)}</div>`;
}

export function judgedRow(judged: Judged): Html {
  const { line, from, reason, final, chainType, note } = judged;
  const kind = kindOf(judged);
  const words = [kindWord(kind), reason, note].filter((text) => text !== undefined && text !== "");
  return html`<tr class="${kind}"><td class="number">${line}</td><th scope="row"><code class="value">${from}</code></th><td>${words.join(": ")}</td><td>${chainType !== "" && html`${chainType} → `}<code class="value">${final}</code></td></tr>\n`;
}

/** Filter by outcome; wrong rows are selected first. */
function outcomeFilter({ counts, wrong, total }: Summary): Html | undefined {
  if (wrong === 0) return undefined;
  const kinds = [...counts].flatMap(([kind, count]) =>
    count > 0 ? [[kind, kindWord(kind), count] as const] : [],
  );
  return filter("kind", "Show redirects", [["wrong", "Wrong", wrong], ["all", "All", total], ...kinds]);
}

/** `5 of 20 redirects are wrong; 2 rules were not checked: …` */
function summaryTitle({ wrong, total, unchecked }: Summary): string {
  const all = unchecked.length === 0 ? "all" : `all ${total.toLocaleString("en")} checked`;
  const correct = total === 1 ? "the redirect is correct" : `${all} redirects are correct`;
  const found =
    wrong === 0
      ? correct
      : `${wrong.toLocaleString("en")} of ${plural(total, "redirect")} ${wrong === 1 ? "is" : "are"} wrong`;
  return outcomeSentence({ checked: total, found: total === 0 ? "" : found, unchecked }).slice(0, -1);
}

/** Counts with meanings, then remarks. */
function summaryView(summary: Summary): Html {
  const groups = [...summary.counts].filter(([, count]) => count > 0);
  return html`<table class="kinds-found"><tbody>${groups.map(
    ([kind, count]) =>
      html`<tr><td class="number">${count.toLocaleString("en")}</td><th scope="row">${kindWord(kind)}</th><td>${KINDS[kind].means}</td></tr>\n`,
  )}</tbody></table>
${remarksOf(summary).map((remark) => html`<p>${remark}.</p>`)}`;
}
