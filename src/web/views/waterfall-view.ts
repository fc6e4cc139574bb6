/** Times of all steps, on one axis and as a table. Pure. */

import { milliseconds, plural } from "../../headers/wording.ts";
import type { StageSpan, StepView, Waterfall, WaterfallRow } from "../../view/report.ts";
import { type Html, html } from "../html.ts";
import { stepId } from "./findings-view.ts";

/** Width of the drawing, in units; it is stretched to fit. */
const ACROSS = 1000;

export function waterfallView(waterfall: Waterfall, steps: readonly StepView[]): Html {
  const { rows, total, stages } = waterfall;
  return html`<section class="waterfall" aria-labelledby="times"><h2 id="times">${plural(rows.length, "request")} in ${milliseconds(total)}</h2>
<ol class="bars chain">
${rows.map((row, index) => barRow(row, total, steps[index]))}</ol>
${legend(stages)}
${stageTable(waterfall)}
</section>`;
}

/** Bar and legend for a lookup with one step. */
export function singleBar({ rows, total, stages }: Waterfall): Html {
  return html`<div class="waterfall"><ol class="bars">
${rows.map((row) => barRow(row, total))}</ol>
${legend(stages)}</div>`;
}

function legend(stages: Waterfall["stages"]): Html {
  return html`<ul class="legend">${stages.map(({ name, label, ms }) => html`<li>${swatch(name)} ${label} <b>${milliseconds(ms)}</b></li>`)}</ul>`;
}

function barRow({ stages, ms }: WaterfallRow, total: number, step?: StepView): Html {
  const scale = ACROSS / Math.max(total, 0.001);
  const label = stages.map(({ label, ms }) => `${label} ${milliseconds(ms)}`).join(", ");
  return html`<li>${step && hopView(step)}<svg class="bar" viewBox="0 0 ${ACROSS} 10" width="100%" height="10" preserveAspectRatio="none" role="img" aria-label="${label}">${stages.map((span) => rectangle(span, scale))}</svg><span class="number">${milliseconds(ms)}</span></li>
`;
}

function hopView({ number, status, url, redirectedBy }: StepView): Html {
  return html`<p class="hop"><a href="#${stepId(number)}" aria-label="Step ${number}">${number}</a> ${statusBadge(status)} <span class="url">${url}</span>${redirectedBy !== "" && html` <span class="by">by ${redirectedBy}</span>`}</p>`;
}

export function statusBadge(status: number): Html {
  return status > 0
    ? html`<span class="status s${Math.floor(status / 100)}">${status}</span>`
    : html`<span class="status failed">failed</span>`;
}

function rectangle({ name, from, ms }: StageSpan, scale: number): Html | undefined {
  if (ms <= 0) return undefined;
  return html`<rect class="stage-${name}" x="${(from * scale).toFixed(1)}" y="0" width="${Math.max(ms * scale, 1).toFixed(1)}" height="10"/>`;
}

function swatch(name: string): Html {
  return html`<svg class="swatch" viewBox="0 0 1 1" width="10" height="10" aria-hidden="true"><rect class="stage-${name}" width="1" height="1"/></svg>`;
}

function msOf(row: WaterfallRow | undefined, name: string): number | undefined {
  return row?.stages.find((span) => span.name === name)?.ms;
}

function stageTable({ rows, stages }: Waterfall): Html {
  return html`<details><summary>Times as a table</summary>
<table class="times"><thead><tr><th scope="col">Step</th>${stages.map(({ label }) => html`<th scope="col">${label}</th>`)}<th scope="col">total</th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${row.step}</th>${stages.map(({ name }) => {
        const ms = msOf(row, name);
        return html`<td>${ms === undefined ? "" : milliseconds(ms)}</td>`;
      })}<td>${milliseconds(row.ms)}</td></tr>\n`,
  )}</tbody></table></details>`;
}
