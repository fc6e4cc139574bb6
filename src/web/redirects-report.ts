/** A checked map as one file that needs nothing else, in pieces. Pure. */

import type { Judged } from "../http/redirects/check-redirect.ts";
import type { Summary } from "../http/redirects/summary.ts";
import { html } from "./html.ts";
import { judgedRow, summaryTitle, summaryView, TABLE_HEAD } from "./redirects-view.ts";
import { fileEnd, fileStart } from "./report-file.ts";

export function reportStart(title: string): string {
  return `${fileStart(title)}<table class="facts differences">${TABLE_HEAD.markup}<tbody>\n`;
}

export function reportRow(judged: Judged): string {
  return judgedRow(judged).markup;
}

export function reportEnd(summary: Summary, made: number, version: string): string {
  return `</tbody></table>\n${html`<h2>${summaryTitle(summary)}</h2>${summaryView(summary)}`.markup}${fileEnd(made, version)}`;
}
