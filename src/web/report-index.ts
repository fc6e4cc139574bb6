/** Index of a folder of reports, as one self-contained file. Pure. */

import { plural } from "../headers/wording.ts";
import { html } from "./html.ts";
import { fileEnd, fileStart, type Made } from "./report-file.ts";

export interface IndexRow {
  readonly url: string;
  readonly status: string;
  readonly counts: string;
  readonly worst: string;
  /** File name, in the same folder. */
  readonly file: string;
}

export function reportIndex(head: readonly string[], rows: readonly IndexRow[], about: Made): string {
  const { markup } =
    html`<table class="facts differences"><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${rows.map(
  ({ url, status, counts, worst, file }) =>
    html`<tr><td><a href="${file}">${url}</a></td><td>${status}</td><td>${counts}</td><td>${worst}</td></tr>\n`,
)}</tbody></table>`;
  return `${fileStart(plural(rows.length, "report"), about)}${markup}${fileEnd}`;
}
