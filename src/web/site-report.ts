/** Report of a site as one self-contained file. Pure. */

import type { SiteGroup, SiteView } from "../view/site.ts";
import { externalLink, type Html, html } from "./html.ts";
import { fileEnd, fileStart, type Made } from "./report-file.ts";
import { filter } from "./views/findings-view.ts";

export function sitePage(view: SiteView, about: Made): string {
  return `${fileStart(view.url, about)}${siteReportView(view).markup}${fileEnd}`;
}

export function siteReportView({ summary, jobs, lists }: SiteView): Html {
  const all = jobs.flatMap(({ groups }) => groups);
  const counts = (["error", "warning", "info"] as const)
    .map((severity) => [severity, all.filter((group) => group.severity === severity).length] as const)
    .filter(([, count]) => count > 0);
  const choices = [
    ["all", "All", all.length] as const,
    ...counts.map(
      ([severity, count]) =>
        [severity, `${severity.charAt(0).toUpperCase()}${severity.slice(1)}s`, count] as const,
    ),
  ];
  return html`<p>${summary}</p>
<section class="findings">${counts.length > 1 && filter("severity", "Show findings", choices)}
${jobs.map(
  ({ heading, groups }) => html`<div><h2>${heading}</h2>
<ol>${groups.map(groupView)}</ol></div>
`,
)}</section>
${lists.map(
  ({ heading, lines }) =>
    html`<details><summary>${heading} <b>${lines.length}</b></summary><ul>${lines.map((line) => html`<li>${linked(line)}</li>`)}</ul></details>\n`,
)}`;
}

function groupView({ name, severity, title, where, fix, link, rows, omitted }: SiteGroup): Html {
  return html`<li class="${severity}"><details><summary><span class="hidden">${severity}: </span>${title}</summary>
<p class="where">${where} · <code>${name}</code>${link !== undefined && html` · ${externalLink(link, "specification")}`}</p>
${fix !== "" && html`<p class="better">${fix}</p>`}
<dl>${rows.map(
    ({ text, places }) =>
      html`${text !== "" && html`<dt>${text}</dt>`}${places.map(({ url, line }) => html`<dd>${externalLink(url, html`<code class="value">${url}</code>`)}${line && `, ${line}`}</dd>`)}`,
  )}</dl>
${omitted > 0 && html`<p>${omitted} more; \`netlens site --json\` has the counts.</p>`}</details></li>
`;
}

/** Text with its URLs as links. */
function linked(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s,]{1,2047}[^\s,:])/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? externalLink(part, part) : part))}`;
}
