/** Two responses beside one another as people are shown them. Pure. */

import type { Comparison, Difference, DifferenceKind } from "../http/compare/schema.ts";
import type { HttpReport } from "../http/schema.ts";

export interface DifferenceView {
  /** What it is about: a field, a finding's id, a verdict. */
  readonly name: string;
  /** `""` where only the other side has it. */
  readonly a: string;
  readonly b: string;
  readonly tone: "better" | "worse" | "other";
  /** Of a finding: its sentence. */
  readonly title: string;
}

export interface ComparisonView {
  readonly a: string;
  readonly b: string;
  /** Groups with at least one difference, in the order of weight. */
  readonly groups: readonly { readonly title: string; readonly rows: readonly DifferenceView[] }[];
  /** What differs from one response to the next anyway. */
  readonly volatile: readonly DifferenceView[];
}

const GROUPS: readonly (readonly [title: string, kinds: readonly DifferenceKind[]])[] = [
  ["Outcome", ["outcome-changed"]],
  ["New findings", ["finding-new"]],
  ["Findings that are gone", ["finding-gone"]],
  ["Fields", ["field-added", "field-removed", "field-changed"]],
  ["What browsers and caches make of it", ["verdict-changed"]],
  ["Time", ["time"]],
];

export function viewComparison({ a, b, differences }: Comparison): ComparisonView {
  const steady = differences.filter((difference) => !difference.volatile);
  return {
    a: titleOf(a),
    b: titleOf(b),
    groups: GROUPS.map(([title, kinds]) => ({
      title,
      rows: steady.filter(({ kind }) => kinds.includes(kind)).map(differenceView),
    })).filter(({ rows }) => rows.length > 0),
    volatile: differences.filter((difference) => difference.volatile).map(differenceView),
  };
}

function differenceView({ kind, name, a = "", b = "", title = "", severity }: Difference): DifferenceView {
  const unit = kind === "time" && /^[\d.]+$/.test(a) ? " ms" : "";
  return {
    name,
    a: a === "" ? "" : `${a}${unit}`,
    b: b === "" ? "" : `${b}${unit}`,
    tone:
      severity === undefined || severity === "info" ? "other" : kind === "finding-new" ? "worse" : "better",
    title,
  };
}

function titleOf({ url, status, statusMessage }: HttpReport): string {
  return `${url || "header lines"} ${status || ""} ${statusMessage}`.replaceAll(/\s+/g, " ").trim();
}
