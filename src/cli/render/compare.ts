/** Comparisons for a terminal. Pure. */

import type { Comparison, Difference, DifferenceKind } from "../../http/compare/schema.ts";
import type { HttpReport } from "../../http/schema.ts";
import { paint, printable, type Style } from "./text.ts";

const SIGNS: Readonly<Record<DifferenceKind, readonly [sign: string, style: Style]>> = {
  "outcome-changed": ["~", "yellow"],
  "field-added": ["+", "green"],
  "field-removed": ["-", "red"],
  "field-changed": ["~", "yellow"],
  "finding-new": ["+", "red"],
  "finding-gone": ["-", "green"],
  "verdict-changed": ["~", "cyan"],
  time: ["~", "dim"],
};

/** `all`: also what differs from one response to the next anyway. */
export function renderComparison(
  { a, b, differences }: Comparison,
  { colour }: { readonly colour: boolean },
  all: boolean,
): string {
  const shown = differences.filter(({ volatile }) => all || !volatile);
  const hidden = differences.length - shown.length;
  const rows = shown.map((difference) => {
    const [sign, style] = SIGNS[difference.kind];
    return `${paint(sign, style, colour)} ${printable(lineOf(difference))}`;
  });
  const count = shown.length === 1 ? "1 difference" : `${shown.length || "no"} differences`;
  const rest = hidden > 0 ? `, and ${hidden} that every response has (--all)` : "";
  return [
    `a ${titleOf(a)}`,
    `b ${titleOf(b)}`,
    "",
    ...rows,
    paint(`${count}${rest}`, "bold", colour),
    "",
  ].join("\n");
}

function titleOf({ url, status, statusMessage }: HttpReport): string {
  return printable(`${url || "header lines"} ${status || ""} ${statusMessage}`.trim());
}

function lineOf({ kind, name, a, b, severity, title, field }: Difference): string {
  if (kind === "finding-new" || kind === "finding-gone")
    return `${severity} ${field ? `${field}: ` : ""}${title} [${name}]`;
  if (kind === "time") return `time: ${a} ms, then ${b} ms`;
  if (a === undefined) return `${name}: ${b}`;
  return b === undefined ? `${name}: ${a}` : `${name}: ${a} → ${b}`;
}
