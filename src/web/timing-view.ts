/** Stages of a step as a bar and a legend. Pure. */

import { STAGES, type Stage, type TimeStages } from "../http/schema.ts";
import { duration } from "../view/units.ts";
import { type Html, html } from "./html.ts";

const LABELS: Readonly<Record<Stage, string>> = {
  wait: "waiting",
  dns: "DNS",
  tcp: "TCP",
  tls: "TLS",
  firstByte: "first byte",
  download: "download",
};

/** Units of the drawing across; it is stretched to the place there is. */
const ACROSS = 1000;

/** A bar that begins at `offset` of `span`, all in milliseconds. */
export function timingBar(stages: TimeStages, offset: number, span: number): Html {
  const scale = ACROSS / Math.max(span, 0.001);
  let x = offset * scale;
  const parts = STAGES.flatMap((name) => {
    const ms = stages[name] ?? 0;
    if (ms <= 0) return [];
    const part = { name, x, width: ms * scale };
    x += part.width;
    return [part];
  });
  return html`<svg class="bar" viewBox="0 0 ${ACROSS} 10" width="100%" height="10" preserveAspectRatio="none" role="img" aria-label="${legendText(stages)}">${parts.map(
    (part) =>
      html`<rect class="stage-${part.name}" x="${part.x.toFixed(1)}" y="0" width="${Math.max(part.width, 1).toFixed(1)}" height="10"/>`,
  )}</svg>`;
}

/** The stages that were reached, with their times. */
export function timingLegend(stages: TimeStages): Html {
  return html`<ul class="legend">${reached(stages).map(
    ({ name, label, ms }) =>
      html`<li><svg class="swatch" viewBox="0 0 1 1" width="10" height="10" aria-hidden="true"><rect class="stage-${name}" width="1" height="1"/></svg> ${label} <b>${duration(ms)}</b></li>`,
  )}<li>total <b>${duration(stages.total ?? 0)}</b></li></ul>`;
}

function reached(stages: TimeStages) {
  return STAGES.flatMap((name) => {
    const ms = stages[name];
    return ms === undefined ? [] : [{ name, label: LABELS[name], ms }];
  });
}

function legendText(stages: TimeStages): string {
  return reached(stages)
    .map(({ label, ms }) => `${label} ${duration(ms)}`)
    .join(", ");
}
