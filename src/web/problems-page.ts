/** The page of all kinds of problems. Pure. */

import type { Example } from "../headers/field.ts";
import { SEVERITIES } from "../view/findings.ts";
import { allKinds, type Kind } from "../view/kinds.ts";
import { linkLabel } from "../view/units.ts";
import { externalLink, type Html, html } from "./html.ts";
import { badge } from "./problem-view.ts";

/** What each id means, with an example that has the problem and one that has not. */
export function problemsView(): Html {
  const counts = SEVERITIES.map(
    (severity) =>
      html`${badge(severity)} ${allKinds.filter(([, kind]) => kind.severity === severity).length} `,
  );
  return html`<h1>Problems that netlens finds</h1>
<p>An <b>error</b> fails its purpose or breaks a requirement of its standard. A <b>warning</b> is risky or wasteful. An <b>info</b> is worth knowing. The ids are stable.</p>
<p class="verdict">${counts}</p>
<div class="kinds">
${allKinds.map(([id, kind]) => kindView(id, kind))}</div>`;
}

function kindView(id: string, { severity, link, summary, bad, good }: Kind): Html {
  return html`<section class="kind" id="${id}">
<h2><a href="#${id}">${id}</a> ${badge(severity)}</h2>
<p>${summary}${link && html` <span class="sources">${externalLink(link, linkLabel(link))}</span>`}</p>
${bad && good && html`<div class="examples">${example("With the problem", bad)}${example("Without it", good)}</div>`}
</section>
`;
}

const LONGEST_LINE = 200;

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
