/** Header lines as a table: name, value, meaning; the rest is folded. Pure. */

import { plural } from "../../headers/wording.ts";
import type { Finding } from "../../jobs/project/findings.ts";
import { linkLabel } from "../../view/format.ts";
import { GROUPS, type ItemView, type LineView } from "../../view/lines.ts";
import type { StepView } from "../../view/report.ts";
import { externalLink, type Html, html } from "../html.ts";
import { filter, findingId, lineId } from "./findings-view.ts";

export function linesView(step: StepView, findings: readonly Finding[], request?: Html): Html {
  const { lines, number, groups, moreLines, raw } = step;
  if (lines.length === 0) return html`<p>No header lines.</p>${request}`;
  const choices = [
    ["all", "All", lines.length],
    ["found", "With findings", lines.filter(({ worst }) => worst).length],
    ...groups.map(
      (group) => [group, GROUPS[group], lines.filter((line) => line.group === group).length] as const,
    ),
  ] as const;
  const useful = choices.filter(([, , shown]) => shown > 0);
  return html`<div class="section">
${lines.length > 4 && filter(`lines-${number}`, "Show lines", useful)}
${linesTable(lines, number, findings)}
${moreLines > 0 && html`<p>The JSON has ${plural(moreLines, "more line")}.</p>`}
<div class="ways">${request}<details class="raw"><summary>Raw</summary><pre tabindex="0">${raw}</pre></details></div>
</div>`;
}

/** @param step absent for interim responses, which have no links */
export function linesTable(
  lines: readonly LineView[],
  step?: number,
  findings: readonly Finding[] = [],
): Html {
  return html`<table class="lines">
<thead><tr><th scope="col">Header</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${lines.map((line) => lineRow(line, step, findings))}</tbody></table>`;
}

function lineRow(line: LineView, step: number | undefined, findings: readonly Finding[]): Html {
  const { number, name, meaning, group, worst, address } = line;
  return html`<tr class="g-${group}${worst && " found"}"${step !== undefined && html` id="${lineId(step, number)}"`}>
<th scope="row"><code>${name}</code></th>
<td><details><summary><span class="hidden">${name}: </span><code class="value">${line.value === "" ? "(empty)" : line.value}</code></summary>${opened(line)}</details></td>
<td>${worst && mark(line, step, findings)}${address === undefined ? meaning : addressLink(address, meaning || "Look it up")}</td></tr>
`;
}

function addressLink(address: string, text: Html | string): Html {
  return html`<a href="/?ip=${encodeURIComponent(address)}">${text}</a>`;
}

/** Worst severity on the line, linked to its finding. */
function mark(
  { worst, number, name }: LineView,
  step: number | undefined,
  findings: readonly Finding[],
): Html {
  const index = findings.findIndex(
    ({ places, severity }) =>
      severity === worst && places.some((place) => place.step === step && place.line === number),
  );
  return index < 0
    ? html`<span class="mark ${worst}">${worst}</span> `
    : html`<a class="mark ${worst}" href="#${findingId(index)}">${worst}<span class="hidden"> of ${name}</span></a> `;
}

function opened({ cut, items, more, description, links }: LineView): Html {
  return html`<div class="more">${cut > 0 && html`<p>${plural(cut, "character")} more.</p>`}
${
  items.length > 0 &&
  html`<table class="items"><tbody>
${items.map(itemRow)}</tbody></table>`
}
${more > 0 && html`<p>The JSON has ${plural(more, "more part")}.</p>`}
<p class="description">${description} ${linksView(links)}</p></div>`;
}

function itemRow({ name, value, meaning, description, address, support }: ItemView): Html {
  const shown = html`<code class="value">${value}</code>`;
  return html`<tr><th scope="row"><code>${name}</code></th><td>${value !== "" && html`${address === undefined ? shown : addressLink(address, shown)} `}${meaning !== "" && html`<b>${meaning}</b> `}<span class="description">${description}${support !== undefined && html` ${externalLink(support, "Supported versions")}`}</span></td></tr>
`;
}

function linksView(all: readonly string[]): Html {
  const byLabel = new Map(all.map((url) => [linkLabel(url), url]));
  return html`${[...byLabel].map(([label, url], index) => html`${index > 0 && " · "}${externalLink(url, label)}`)}`;
}
