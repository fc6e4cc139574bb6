/** Checked redirects as markup, for the page and for reports. Pure. */

import { plural } from "../headers/wording.ts";
import type { Judged } from "../http/redirects/check-redirect.ts";
import type { Summary } from "../http/redirects/summary.ts";
import { countsText, crowdedText, OUTCOME_WORDS } from "../view/redirects.ts";
import { filter } from "./findings-view.ts";
import { type Html, html } from "./html.ts";

export const TABLE_HEAD = html`<thead class="hidden"><tr><th scope="col">Line</th><th scope="col">From</th><th scope="col">Result</th><th scope="col">Leads to</th></tr></thead>`;

export function judgedRow(judged: Judged): Html {
  const { line, from, outcome, reason, final, chainType, note } = judged;
  const words = [OUTCOME_WORDS[outcome], reason, note].filter((text) => text !== undefined && text !== "");
  return html`<tr class="${outcome}"><td class="number">${line}</td><th scope="row"><code class="value">${from}</code></th><td>${words.join(": ")}</td><td>${chainType !== "" && html`${chainType} → `}<code class="value">${final}</code></td></tr>\n`;
}

/** Radio buttons that show rows by their outcome: those that are wrong at first, which stand out once all are known. */
export function outcomeFilter({ counts, wrong, total }: Summary): Html | undefined {
  if (wrong === 0) return undefined;
  const kinds = [...counts].flatMap(([outcome, count]) =>
    count > 0 ? [[outcome, OUTCOME_WORDS[outcome], count] as const] : [],
  );
  return filter("outcome", "Show redirects", [["wrong", "Wrong", wrong], ["all", "All", total], ...kinds]);
}

/** `5 of 20 redirects are wrong`. */
export function summaryTitle({ wrong, total }: Summary): string {
  if (wrong === 0) return total === 1 ? "The redirect is correct" : "All redirects are correct";
  return `${wrong.toLocaleString("en")} of ${plural(total, "redirect")} ${wrong === 1 ? "is" : "are"} wrong`;
}

/** The same numbers as on the command line. */
export function summaryView(summary: Summary): Html {
  return html`<p>${countsText(summary)}.</p>${summary.crowded.map((page) => html`<p>${crowdedText(page)}.</p>`)}`;
}
