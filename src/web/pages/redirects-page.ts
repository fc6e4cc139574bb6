/** Check of a redirect map. Pure. */

import type { Judged } from "../../jobs/redirects/check-redirect.ts";
import type { MapFinding } from "../../jobs/redirects/map-check.ts";
import type { Omission } from "../../jobs/redirects/map-item.ts";
import { POLITENESS } from "../../jobs/redirects/politeness.ts";
import type { Summary } from "../../jobs/redirects/summary.ts";
import { mapFindingWord, redirectsCsv } from "../../view/redirects.ts";
import { type Html, html } from "../html.ts";
import { summarySlot } from "../redirects-view.ts";
import { tick } from "./forms.ts";

/** Maximum rows of one page; the command line has no limit. */
export const MOST_ROWS = 2000;

export interface RedirectsState {
  readonly map?: string | undefined;
  readonly base?: string | undefined;
  readonly toBase?: string | undefined;
  readonly chains?: string | undefined;
  readonly rate?: string | undefined;
  readonly origin?: string | undefined;
  readonly content?: string | undefined;
  readonly sameSite?: string | undefined;
}

export function redirectsForm(state: RedirectsState, heading: "h1" | "h2", error?: string): Html {
  const { map = "", base = "", toBase, chains, rate, origin, content, sameSite } = state;
  const isMore = [toBase, chains, rate, origin, content, sameSite].some((value) => value !== undefined);
  return html`<section class="card" aria-labelledby="redirects-title">
<${heading} id="redirects-title">Check redirects</${heading}>
<p class="description">Paste a redirect map or upload its file: one redirect per line (source, target, status), a table such as an export of Screaming Frog, Redirection or Yoast, JSON, <code>_redirects</code>, or lines of Apache or nginx. This page checks at most ${MOST_ROWS.toLocaleString("en")}; the command line takes any number: <code>netlens redirects FILE</code>.</p>
${error !== undefined && html`<p class="alert" role="alert">${error.split("\n").map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p>`}
<form action="/redirects" method="post" enctype="multipart/form-data">
<label for="map">Redirects</label>
<textarea id="map" name="map" rows="8" maxlength="262144" autocapitalize="none" spellcheck="false" placeholder="/old /new 301">${map}</textarea>
<label for="file">Or a file</label>
<input type="file" id="file" name="file" accept=".csv,.tsv,.txt,.json,.conf,.map,text/*">
<div class="ask"><div class="wide"><label for="base">Base URL</label>
<input id="base" name="base" value="${base}" placeholder="https://example.com" maxlength="2048" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button>Check</button></div>
<details${isMore && html` open`}><summary>More options</summary>
${tick("content", "true", "Read the targets: do they name another canonical URL, or forbid indexing?", content)}
${tick("sameSite", "true", "Count hosts of one site as one, for a staging host", sameSite)}
${line("toBase", "Base URL of targets that are paths, for a move to another domain", "https://new.example", toBase)}
${line("chains", "Accepted redirects in a row", String(POLITENESS.page.mostRedirects), chains)}
${line("rate", "Maximum lookups per second of the same host", "as fast as it answers", rate)}
${line("origin", "Server to contact instead of the base URL’s host: an address or a host, optionally with a port", "203.0.113.7", origin)}
</details></form>
</section>`;
}

/** Folded form above the result. */
export function redirectsAgain(state: RedirectsState): Html {
  return html`<details class="again"><summary>Edit the map</summary>
${redirectsForm(state, "h2")}</details>`;
}

function line(name: string, label: string, placeholder: string, value = ""): Html {
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" placeholder="${placeholder}" maxlength="255" autocomplete="off" autocapitalize="none" spellcheck="false">`;
}

export interface RedirectsResult {
  readonly judged: readonly Judged[];
  readonly summary: Summary;
  readonly findings: readonly MapFinding[];
  readonly omitted: readonly Omission[];
  /** Format of the map. */
  readonly description: string;
}

/** End of the result: summary with filter, contradictions in the map, skipped rules. */
export function resultEnd({ judged, summary, findings, omitted, description }: RedirectsResult): Html {
  return html`</tbody></table>
<p><a download="redirects.csv" href="data:text/csv;charset=utf-8,${encodeURIComponent(redirectsCsv(judged, summary.unchecked))}">Save as CSV</a></p>
${findings.length > 0 && html`<h3>Findings about the map</h3><ul>${findings.map(findingItem)}</ul>`}
${omitted.length > 0 && html`<h3>Omitted rules</h3><ul>${omitted.map((each) => html`<li>Line ${each.line}: ${each.omitted}</li>\n`)}</ul>`}
${summarySlot(summary, html`Read as ${description}.`)}
</section>`;
}

function findingItem({ line, kind, from, message }: MapFinding): Html {
  const source = from !== "" && html`, <code>${from}</code>`;
  return html`<li>Line ${line}${source}: ${mapFindingWord(kind)}: ${message}</li>\n`;
}
