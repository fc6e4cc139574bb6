/** Report of a checked map as one self-contained file, in pieces. Pure. */

import type { Summary } from "../jobs/redirects/summary.ts";
import { html } from "./html.ts";
import { resultStart, summarySlot } from "./redirects-view.ts";
import { fileEnd, fileStart, type Made } from "./report-file.ts";

export function reportStart(title: string, about: Made): string {
  return `${fileStart(title, about)}${resultStart("").markup}`;
}

/** End of the file; its summary is shown first. @param base base URL of paths */
export function reportEnd(summary: Summary, base: string | undefined): string {
  const about = base === undefined ? html`` : html`Paths at <code class="value">${base}</code>.`;
  return `</tbody></table>\n${html`${summarySlot(summary, about)}\n</section>`.markup}${fileEnd}`;
}
