/** History of watched targets as one self-contained file. Pure. */

import { listing, plural } from "../headers/wording.ts";
import { externalLink, html } from "./html.ts";
import { fileEnd, fileStart, type Made } from "./report-file.ts";

export interface WatchPage {
  readonly title: string;
  readonly targets: readonly {
    readonly url: string;
    /** `down`, `problem`, `ok`, `unknown` */
    readonly state: string;
    readonly figures: string;
    /** Oldest first; `kind` is a state, or `""` for a day without checks. */
    readonly days: readonly { readonly kind: string; readonly label: string }[];
    /** Titles of open problems. */
    readonly open: readonly string[];
    /** Newest first. */
    readonly changes: readonly { readonly when: string; readonly title: string }[];
  }[];
}

/** Width of a day and of the gap after it. */
const MARK = 4;
const SPACE = 1;
const MARK_HEIGHT = 20;

const SEVERITY: ReadonlyMap<string, string> = new Map([
  ["down", "error"],
  ["problem", "warning"],
  ["unknown", "warning"],
]);

export function watchPage({ title, targets }: WatchPage, about: Made): string {
  const states = [...Map.groupBy(targets, ({ state }) => state)].map(
    ([state, all]) => `${all.length} ${state}`,
  );
  const { markup } = html`<p>${plural(targets.length, "target")}: ${listing(states)}.</p>
${targets.map(
  ({ url, state, figures, days, open, changes }) => html`<section class="findings">
<h2><span class="${SEVERITY.get(state)}">${state}</span> ${externalLink(url, html`<code class="url">${url}</code>`)}</h2>
<svg class="days" viewBox="0 0 ${days.length * (MARK + SPACE)} ${MARK_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${figures}">${days.map(
    ({ kind, label }, index) =>
      html`<rect class="${kind}" x="${index * (MARK + SPACE)}" width="${MARK}" height="${MARK_HEIGHT}"><title>${label}</title></rect>`,
  )}</svg>
<p>${figures}</p>
${open.length > 0 && html`<ul>${open.map((one) => html`<li class="${SEVERITY.get(state)}">${one}</li>`)}</ul>`}
${changes.length > 0 && html`<details><summary>Changes <b>${changes.length}</b></summary><dl>${changes.map((change) => html`<dt>${change.title}</dt><dd>${change.when}</dd>`)}</dl></details>`}
</section>
`,
)}`;
  return `${fileStart(title, about)}${markup}${fileEnd}`;
}
