/** The page that checks a redirect map. Pure. */

import { plural } from "../headers/wording.ts";
import type { Judged } from "../http/redirects/check-redirect.ts";
import type { Omission } from "../http/redirects/map/item.ts";
import type { MapFinding } from "../http/redirects/map-check.ts";
import type { Summary } from "../http/redirects/summary.ts";
import { MAP_FINDING_WORDS, redirectsCsv } from "../view/redirects.ts";
import { type Html, html } from "./html.ts";
import { outcomeFilter, summaryTitle, summaryView, TABLE_HEAD } from "./redirects-view.ts";

/** Rows that one page checks; the command line takes any number. */
export const MOST_ROWS = 2000;

export interface RedirectsState {
  readonly map?: string;
  readonly base?: string;
  readonly error?: string;
}

/** The form, with what was asked and what is wrong with it. */
export function redirectsForm({ map = "", base = "", error }: RedirectsState): Html {
  return html`<section class="card" aria-labelledby="redirects-title">
<h1 id="redirects-title">Check redirects</h1>
<p class="description">Paste a redirect map or upload its file: one redirect per line (source, target, status), a table such as an export of Screaming Frog, Redirection or Yoast, JSON, <code>_redirects</code>, or lines of Apache or nginx. This page checks at most ${MOST_ROWS.toLocaleString("en")}; the command line takes any number: <code>netlens redirects FILE</code>.</p>
${error !== undefined && html`<p class="alert" role="alert">${error.split("\n").map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p>`}
<form action="/redirects" method="post" enctype="multipart/form-data">
<label for="map">Redirects</label>
<textarea id="map" name="map" rows="8" maxlength="262144" autocapitalize="none" spellcheck="false" placeholder="/old /new 301">${map}</textarea>
<label for="file">Or a file</label>
<input type="file" id="file" name="file" accept=".csv,.tsv,.txt,.json,.conf,.map,text/*">
<div class="ask"><div class="wide"><label for="base">Base URL</label>
<input id="base" name="base" value="${base}" placeholder="https://example.com" maxlength="2048" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button>Check</button></div></form>
</section>`;
}

export interface RedirectsResult {
  readonly judged: readonly Judged[];
  readonly summary: Summary;
  readonly findings: readonly MapFinding[];
  readonly omitted: readonly Omission[];
  /** How the map was read. */
  readonly description: string;
}

/**
 * The result up to its first row. Its summary is known last and shown first: it takes its place by a shadow tree, without a
 * script.
 */
export function resultStart(rows: number): Html {
  return html`<section class="result" aria-labelledby="judged"><template shadowrootmode="open"><slot name="summary">Checking ${plural(rows, "redirect")}…</slot><slot></slot></template>
<table class="facts differences judged">${TABLE_HEAD}<tbody>
`;
}

/** The rest: the summary with its filter, what the map says against itself, and what was omitted. */
export function resultEnd({ judged, summary, findings, omitted, description }: RedirectsResult): Html {
  return html`</tbody></table>
<p><a download="redirects.csv" href="data:text/csv;charset=utf-8,${encodeURIComponent(redirectsCsv(judged))}">Save as CSV</a></p>
${findings.length > 0 && html`<h3>The map itself</h3><ul>${findings.map(findingItem)}</ul>`}
${omitted.length > 0 && html`<h3>Omitted rules</h3><ul>${omitted.map((each) => html`<li>Line ${each.line}: ${each.omitted}</li>\n`)}</ul>`}
<div slot="summary"><h2 id="judged">${summaryTitle(summary)}</h2>
${summaryView(summary)}<p>Read as ${description}.</p>${outcomeFilter(summary)}</div>
</section>`;
}

function findingItem({ line, kind, from, message }: MapFinding): Html {
  return html`<li>Line ${line}, <code>${from}</code>: ${MAP_FINDING_WORDS[kind]}: ${message}</li>\n`;
}
