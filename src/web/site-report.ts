/** Report of a site as one self-contained file. Pure. */

import { html } from "./html.ts";
import { fileEnd, fileStart } from "./report-file.ts";

export interface SitePage {
  readonly title: string;
  readonly summary: string;
  readonly groups: readonly {
    readonly severity: string;
    readonly name: string;
    readonly where: string;
    readonly details: readonly {
      readonly title: string;
      readonly count: number;
      readonly places: readonly string[];
    }[];
    readonly omitted: number;
  }[];
  readonly lists: readonly { readonly heading: string; readonly lines: readonly string[] }[];
}

export function sitePage({ title, summary, groups, lists }: SitePage, made: number, version: string): string {
  const body = html`<p>${summary}</p>
${groups.map(
  ({ severity, name, where, details, omitted }) => html`<section class="findings">
<h2><span class="${severity}">${severity}</span> <code>${name}</code> ${where}</h2>
<ul>${details.map(
    (detail) =>
      html`<li class="${severity}">${detail.title}${detail.count > 1 && ` (${detail.count} times)`}<ul>${detail.places.map((place) => html`<li><code class="value">${place}</code></li>`)}</ul></li>`,
  )}</ul>
${omitted > 0 && html`<p>${omitted} more left out.</p>`}
</section>
`,
)}
${lists
  .filter(({ lines }) => lines.length > 0)
  .map(
    ({ heading, lines }) =>
      html`<h2>${heading}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>\n`,
  )}`;
  return `${fileStart(title)}${body.markup}${fileEnd(made, version)}`;
}
