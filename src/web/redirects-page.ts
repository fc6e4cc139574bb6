/** The page that checks a redirect map. Pure. */

import { plural } from "../headers/wording.ts";
import type { Judged } from "../http/redirects/judge.ts";
import type { BadRow } from "../http/redirects/read.ts";
import { isAsWanted, OUTCOME_WORDS, redirectsCsv } from "../view/redirects.ts";
import { type Html, html } from "./html.ts";

/** Rows that one page checks; the command line takes thousands. */
export const MOST_ROWS = 20;

export interface RedirectsState {
  readonly map?: string;
  readonly base?: string;
  readonly error?: string;
}

/** The form, with what was asked and what is wrong with it. */
export function redirectsForm({ map = "", base = "", error }: RedirectsState): Html {
  return html`<section class="card" aria-labelledby="redirects-title">
<h1 id="redirects-title">Check redirects</h1>
<p class="description">One redirect per line: where from, where to, and the status if it matters; or CSV, as the Redirection plugin exports it, or lines of Apache or nginx. ${MOST_ROWS} at a time here; <code>netlens redirects FILE</code> checks thousands.</p>
${error !== undefined && html`<p class="alert" role="alert">${error}</p>`}
<form action="/redirects" method="post">
<label for="map">Redirects</label>
<textarea id="map" name="map" rows="8" required maxlength="65536" autocapitalize="none" spellcheck="false" placeholder="/old /new 301">${map}</textarea>
<div class="ask"><div class="wide"><label for="base">Base URL of paths</label>
<input id="base" name="base" value="${base}" placeholder="https://example.com" maxlength="2048" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button>Check</button></div></form>
</section>`;
}

/** What each redirect does, those that are not as wanted first; then the lines that are not redirects. */
export function redirectsView(judged: readonly Judged[], bad: readonly BadRow[]): Html {
  const rows = judged.toSorted((a, b) => Number(isAsWanted(a)) - Number(isAsWanted(b)) || a.line - b.line);
  const wrong = rows.filter((row) => !isAsWanted(row)).length;
  const title =
    wrong === 0
      ? "All redirects are as wanted"
      : `${plural(wrong, "redirect")} of ${rows.length} not as wanted`;
  return html`<section class="result" aria-labelledby="judged"><h2 id="judged">${title}</h2>
<table class="facts differences"><thead class="hidden"><tr><th scope="col">From</th><th scope="col">Result</th><th scope="col">Leads to</th></tr></thead><tbody>
${rows.map(
  (row) =>
    html`<tr class="${isAsWanted(row) ? "" : "error"}"><th scope="row"><code class="value">${row.from}</code></th><td>${OUTCOME_WORDS[row.outcome]}${row.reason === "" ? "" : `: ${row.reason}`}</td><td><code class="value">${row.final}</code></td></tr>\n`,
)}</tbody></table>
<p><a download="redirects.csv" href="data:text/csv;charset=utf-8,${encodeURIComponent(redirectsCsv(judged))}">Save as CSV</a></p>
${bad.length > 0 && html`<h3>Lines that are not redirects</h3><ul>${bad.map(({ line, reason }) => html`<li>Line ${line}: ${reason}</li>\n`)}</ul>`}
</section>`;
}
