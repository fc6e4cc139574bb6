import { kindWord } from "../../jobs/redirects/kinds.ts";
import type { Summary } from "../../jobs/redirects/summary.ts";
import { countsText, remarksOf, withSource } from "../../view/redirects.ts";
import { paint, printable } from "../render/text.ts";

/** Terminal text of a summary: counts by kind, examples of wrong rows, and remarks. Pure. */
export function summaryText(summary: Summary, colour: boolean): string {
  const lines = [paint(countsText(summary), "bold", colour)];
  for (const [kind, examples] of summary.examples) {
    const count = summary.counts.get(kind) ?? 0;
    lines.push(paint(`${kindWord(kind)} (${count.toLocaleString("en")})`, "red", colour));
    lines.push(
      ...examples.map(({ line, from, reason }) => `  line ${line}: ${printable(withSource(from, reason))}`),
    );
    if (count > examples.length) lines.push(`  and ${(count - examples.length).toLocaleString("en")} more`);
  }
  lines.push(...remarksOf(summary).map(printable));
  return `${lines.join("\n")}\n`;
}
