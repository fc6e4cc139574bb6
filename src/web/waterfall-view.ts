/** The times of all steps on one axis, and as a table. Pure. */

import { plural } from "../headers/wording.ts";
import { duration } from "../view/format.ts";
import type { StageSpan, Waterfall, WaterfallRow } from "../view/waterfall.ts";
import { stepId } from "./findings-view.ts";
import { type Html, html } from "./html.ts";

/** Units of the drawing across; it is stretched to the place there is. */
const ACROSS = 1000;

/** All steps, with a table of the same. */
export function waterfallView(waterfall: Waterfall): Html {
  const { rows, total, stages } = waterfall;
  return html`<section class="waterfall" aria-labelledby="times"><h2 id="times">${plural(rows.length, "request")} in ${duration(total)}</h2>
<ol class="bars">
${rows.map((row) => barRow(row, total, true))}</ol>
${legend(stages)}
${stageTable(waterfall)}
</section>`;
}

/** A lookup of one step: its bar, and the times in the legend. */
export function singleBar({ rows, total, stages }: Waterfall): Html {
  return html`<div class="waterfall"><ol class="bars">
${rows.map((row) => barRow(row, total, false))}</ol>
${legend(stages)}</div>`;
}

function legend(stages: Waterfall["stages"]): Html {
  return html`<ul class="legend">${stages.map(({ name, label, ms }) => html`<li>${swatch(name)} ${label} <b>${duration(ms)}</b></li>`)}</ul>`;
}

function barRow({ step, stages, ms }: WaterfallRow, total: number, several: boolean): Html {
  const scale = ACROSS / Math.max(total, 0.001);
  const label = stages.map(({ label, ms }) => `${label} ${duration(ms)}`).join(", ");
  return html`<li>${several && html`<a href="#${stepId(step)}">${step}</a>`}<svg class="bar" viewBox="0 0 ${ACROSS} 10" width="100%" height="10" preserveAspectRatio="none" role="img" aria-label="${label}">${stages.map((span) => rectangle(span, scale))}</svg><span class="number">${duration(ms)}</span></li>
`;
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
        return html`<td>${ms === undefined ? "" : duration(ms)}</td>`;
      })}<td>${duration(row.ms)}</td></tr>\n`,
  )}</tbody></table></details>`;
}
