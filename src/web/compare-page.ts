/** The page that compares two responses. Pure. */

import { plural } from "../headers/wording.ts";
import type { ComparisonView, DifferenceView } from "../view/comparison.ts";
import { type Html, html } from "./html.ts";

export interface CompareState {
  readonly a?: string;
  readonly b?: string;
  readonly error?: string;
}

/** The form, with what was asked and what is wrong with it. */
export function compareForm({ a = "", b = "", error }: CompareState): Html {
  const side = (name: string, label: string, value: string, placeholder: string) =>
    html`<div class="wide"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" placeholder="${placeholder}" required maxlength="8192" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></div>`;
  return html`<section class="card" aria-labelledby="compare-title">
<h1 id="compare-title">Compare two responses</h1>
<p class="description">Fields, findings and what browsers make of them; dates, ids and nonces, which differ each time, are kept apart.</p>
${error !== undefined && html`<p class="alert" role="alert">${error}</p>`}
<form action="/compare" method="get"><div class="ask">
${side("a", "This URL", a, "https://example.com/")}
${side("b", "And this one", b, "https://staging.example.com/")}
<button>Compare</button></div></form>
</section>`;
}

export function comparisonView({ a, b, groups, volatile }: ComparisonView): Html {
  const number = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return html`<section class="result" aria-labelledby="differences"><h2 id="differences">${number === 0 ? "No difference" : plural(number, "difference")}</h2>
<dl class="connection"><div><dt>a</dt> <dd class="url">${a}</dd></div> <div><dt>b</dt> <dd class="url">${b}</dd></div></dl>
${groups.map(groupView)}
${volatile.length > 0 && html`<details><summary>${plural(volatile.length, "difference")} that every response has</summary>${table(volatile)}</details>`}
</section>`;
}

/** More rows than people take in at once are folded. */
const MANY = 12;

function groupView({ title, rows }: ComparisonView["groups"][number]): Html {
  return rows.length > MANY
    ? html`<h3>${title}</h3><details><summary>${plural(rows.length, "difference")}</summary>${table(rows)}</details>`
    : html`<h3>${title}</h3>${table(rows)}`;
}

function table(rows: readonly DifferenceView[]): Html {
  return html`<table class="facts differences"><thead class="hidden"><tr><th scope="col">What</th><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody>
${rows.map(
  ({ name, a, b, tone, title }) =>
    html`<tr class="${tone}"><th scope="row"><code>${name}</code></th>${title === "" ? html`<td>${cell(a)}</td><td>${cell(b)}</td>` : html`<td colspan="2">${title}</td>`}</tr>\n`,
)}</tbody></table>`;
}

const LONGEST = 1000;

function cell(text: string): Html {
  return text === ""
    ? html`<span class="description">absent</span>`
    : html`<code class="value">${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}</code>`;
}
