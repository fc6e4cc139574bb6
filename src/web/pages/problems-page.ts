/** List of all kinds of problems, and the page of one. Pure. */

import { commonProblems } from "../../../data/common-problems.ts";
import type { Example } from "../../headers/field.ts";
import { SEVERITIES } from "../../jobs/project/findings.ts";
import { allKinds, type Kind, kindOf, whyOf } from "../../jobs/project/kinds.ts";
import { linkLabel } from "../../view/format.ts";
import { differencesOfKind, exampleFinding, howOfKind } from "../../view/how.ts";
import { GROUPS, type Group, groupOf } from "../../view/lines.ts";
import { externalLink, type Html, html } from "../html.ts";
import { badge } from "../views/findings-view.ts";
import { howView } from "../views/how-view.ts";
import { differencesTable } from "./differences-page.ts";

/** All kinds in folded groups, which open for the browser's search or a link to an id. */
export function problemsView(): Html {
  const groups = Map.groupBy(allKinds(), ([id]) => groupOf(id));
  return html`<h1>Problems that netlens finds</h1>
<p>An <b>error</b> is broken: recipients refuse, ignore or misread it, or it can be exploited. A <b>warning</b> works, but an expert would change it. An <b>info</b> is worth knowing. Ids are stable. For what works in one browser and fails in another, see <a href="/differences">differences</a>.</p>
<p>${SEVERITIES.map(
    (severity) =>
      html`${badge(severity)} ${allKinds().filter(([, kind]) => kind.severity === severity).length} `,
  )}</p>
<section class="card" aria-labelledby="common"><h2 id="common">Most common</h2>
<ul class="contents">
${commonProblems.flatMap((id) => kindRow(id, kindOf(id)) ?? [])}</ul></section>
${(Object.keys(GROUPS) as Group[]).map((group) => groupView(group, groups.get(group) ?? []))}`;
}

function kindRow(id: string, kind: Kind | undefined): Html | undefined {
  return (
    kind && html`<li class="${kind.severity}"><a href="/problems/${id}">${id}</a> ${kind.summary}</li>\n`
  );
}

function groupView(group: Group, kinds: readonly (readonly [string, Kind])[]): Html {
  const counts = SEVERITIES.map((severity) => kinds.filter(([, kind]) => kind.severity === severity).length);
  return html`<details class="card group"><summary><h2>${GROUPS[group]}</h2> ${SEVERITIES.map((severity, index) => counts[index] !== 0 && html`<span class="mark ${severity}">${counts[index]}</span> `)}</summary>
<ul class="contents">
${kinds.map(([id, { severity, summary }]) => html`<li class="${severity}" id="${id}"><a href="/problems/${id}">${id}</a> ${summary}</li>\n`)}</ul></details>`;
}

export function problemView(id: string, kind: Kind): Html {
  const { severity, link, summary, bad, good, advice, retired } = kind;
  const finding = bad && exampleFinding(id, bad);
  const how = howOfKind(id, kind);
  const why = whyOf(id);
  const differences = differencesOfKind(id);
  return html`<p class="crumbs"><a href="/problems#${id}">Problems</a> / ${GROUPS[groupOf(id)]}</p>
<article class="card"><h1><code>${id}</code> ${badge(severity)}</h1>
<p class="intent">${summary}</p>
${why && html`<h2>Why it matters</h2>\n<p>${why}</p>`}
${advice && html`<p class="advice"><b>What to do:</b> ${advice}</p>`}
${bad && good && html`<div class="examples-pair">${example("With the problem", bad)}${example("Without it", good)}</div>`}
${finding?.title && html`<p>Example finding: “${finding.title}”${finding.fix && html` Corrected line: <code class="value">${finding.fix}</code>`}</p>`}
${how && html`<h2>How to fix it</h2>\n${howView(how, "how")}`}
${differences.length > 0 && html`<h2>What browsers do</h2>\n${differencesTable(differences)}`}
${link && html`<p class="description">Specification: ${externalLink(link, linkLabel(link))}</p>`}
<p class="description">${retired === undefined ? html`On the command line <code>--ignore ${id}</code> hides it.` : `Retired: this is now reported as a fact, not as a problem, in ${retired}.`}</p>
</article>`;
}

const LONGEST_LINE = 400;

function example(title: string, given: Example): Html {
  const lines = "lines" in given ? [...contextOf(given), ...given.lines] : given;
  const text = lines.map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line));
  return html`<figure><figcaption>${title}</figcaption><pre tabindex="0">${text.length === 0 ? "(no header lines)" : text.join("\n")}</pre></figure>`;
}

function contextOf(given: Exclude<Example, readonly string[]>): string[] {
  const request = [given.method ?? (given.url ? "GET" : ""), given.url ?? ""].filter((part) => part !== "");
  return [
    ...(request.length > 0 ? [`> ${request.join(" ")}`] : []),
    ...(given.requestHeaders ?? []).map((line) => `> ${line}`),
    ...(given.status === undefined ? [] : [`HTTP/1.1 ${given.status}`]),
  ];
}
