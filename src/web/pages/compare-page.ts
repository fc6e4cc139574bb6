/** Comparison of two responses. Pure. */

import { plural } from "../../headers/wording.ts";
import type { ChangeView, ComparisonView, FieldChange } from "../../view/comparison.ts";
import { type Html, html } from "../html.ts";

export interface CompareState {
  readonly a?: string;
  readonly b?: string;
  readonly error?: string;
}

export function compareForm({ a = "", b = "", error }: CompareState, heading: "h1" | "h2" = "h1"): Html {
  const side = (name: string, label: string, value: string, placeholder: string) =>
    html`<div class="wide"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" placeholder="${placeholder}" required maxlength="8192" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></div>`;
  return html`<section class="card" aria-labelledby="compare-title">
<${heading} id="compare-title">Compare two responses</${heading}>
<p class="description">Headers, findings, and what browsers and caches do with them. Dates, IDs and nonces differ every time and are listed separately.</p>
${error !== undefined && html`<p class="alert" role="alert">${error}</p>`}
<form action="/compare" method="get"><div class="ask">
${side("a", "Before", a, "https://example.com/")}
${side("b", "After", b, "https://staging.example.com/")}
<button>Compare</button></div></form>
</section>`;
}

export function comparisonView({ a, b, groups, fields, volatile, outcome, unchecked }: ComparisonView): Html {
  const isSame = groups.length === 0 && fields.length === 0;
  return html`<section class="result" aria-labelledby="differences"><h2 id="differences">${isSame ? outcome.replace(/[.;].*$/s, "") : "Differences"}</h2>
${unchecked.map((text) => html`<p>${text}.</p>`)}
<dl class="connection"><div><dt>Before</dt> <dd class="url">${a}</dd></div> <div><dt>After</dt> <dd class="url">${b}</dd></div></dl>
${groups.map(groupView)}
${fields.length > 0 && html`<h3>Headers</h3>${table(fields)}`}
${volatile.length > 0 && html`<details><summary>Different every time: ${plural(volatile.length, "header")}</summary>${table(volatile)}</details>`}
</section>`;
}

/** Changes shown before the rest is folded. */
const MANY = 12;

function groupView({ title, effect, changes }: ComparisonView["groups"][number]): Html {
  return html`<h3>${title}</h3>${listView(effect, changes.slice(0, MANY))}
${changes.length > MANY && html`<details><summary>${changes.length - MANY} more</summary>${listView(effect, changes.slice(MANY))}</details>`}`;
}

function listView(effect: string, changes: readonly ChangeView[]): Html {
  return html`<ul class="changes ${effect}">${changes.map((change) => html`<li>${changeView(change)}</li>\n`)}</ul>`;
}

function changeView({ title, problem, parts }: ChangeView): Html {
  if (parts)
    return html`<details><summary>${title} ${plural(parts.length, "change")}</summary><ul>${parts.map((part) => html`<li>${part}</li>`)}</ul></details>`;
  return html`${title}${problem !== undefined && html` <a href="/problems/${problem}"><code>${problem}</code></a>`}`;
}

function table(rows: readonly FieldChange[]): Html {
  return html`<table class="facts differences"><thead class="hidden"><tr><th scope="col">Header</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>
${rows.map(({ name, a, b }) => html`<tr><th scope="row"><code>${name}</code></th><td>${cell(a)}</td><td>${cell(b)}</td></tr>\n`)}</tbody></table>`;
}

const LONGEST = 1000;

function cell(text: string): Html {
  return text === ""
    ? html`<span class="description">absent</span>`
    : html`<code class="value">${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}</code>`;
}
