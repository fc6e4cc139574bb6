/** The summary of a check, for a terminal. Pure. */

import type { Summary } from "../../http/redirects/summary.ts";
import { countsText, crowdedText, OUTCOME_WORDS } from "../../view/redirects.ts";
import { paint, printable } from "../render/text.ts";

/** How many of each outcome, examples of those that are wrong, and pages at which many sources end. */
export function summaryText(summary: Summary, colour: boolean): string {
  const lines = [paint(countsText(summary), "bold", colour)];
  for (const [outcome, examples] of summary.examples) {
    const count = summary.counts.get(outcome) ?? 0;
    lines.push(paint(`${OUTCOME_WORDS[outcome]} (${count.toLocaleString("en")})`, "red", colour));
    lines.push(
      ...examples.map(({ line, from, reason }) => `  line ${line}: ${printable(from)}: ${printable(reason)}`),
    );
    if (count > examples.length) lines.push(`  and ${(count - examples.length).toLocaleString("en")} more`);
  }
  lines.push(...summary.crowded.slice(0, MOST_PAGES).map((page) => printable(crowdedText(page))));
  return `${lines.join("\n")}\n`;
}

/** Pages at which many sources end that are listed. */
const MOST_PAGES = 10;
