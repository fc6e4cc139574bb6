/** Report of a checked map as one self-contained file, in pieces. Pure. */

import type { Summary } from "../jobs/redirects/summary.ts";
import { html } from "./html.ts";
import { resultStart, summarySlot } from "./redirects-view.ts";
import { fileEnd, fileStart } from "./report-file.ts";

interface Made {
  /** Base URL of paths. */
  readonly base: string | undefined;
  /** Milliseconds since the epoch. */
  readonly made: number;
  readonly version: string;
}

export function reportStart(title: string): string {
  return `${fileStart(title)}${resultStart("").markup}`;
}

/** End of the file; its summary is shown first. */
export function reportEnd(summary: Summary, { base, made, version }: Made): string {
  const about = html`Checked on ${new Date(made).toUTCString()}${base !== undefined && html`, paths at <code class="value">${base}</code>`}.`;
  return `</tbody></table>\n${html`${summarySlot(summary, about)}\n</section>`.markup}${fileEnd(made, version)}`;
}
