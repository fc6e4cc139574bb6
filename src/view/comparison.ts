/** Two responses side by side as people are shown them. Pure. */

import type { Comparison, Difference, Effect } from "../http/compare/schema.ts";
import type { HttpReport } from "../http/schema.ts";

/** A change in one sentence. */
export interface ChangeView {
  readonly title: string;
  /** Of a finding: its id. */
  readonly problem?: string;
}

export interface FieldChange {
  readonly name: string;
  /** `""` where only the other side has it. */
  readonly a: string;
  readonly b: string;
  readonly sign: "+" | "-" | "~";
}

export interface ComparisonView {
  readonly a: string;
  readonly b: string;
  /** Groups with at least one change, the weightiest first. */
  readonly groups: readonly {
    readonly title: string;
    readonly effect: Effect;
    readonly changes: readonly ChangeView[];
  }[];
  readonly fields: readonly FieldChange[];
  /** Fields that differ from one response to the next anyway. */
  readonly volatile: readonly FieldChange[];
}

const GROUPS: readonly (readonly [title: string, effect: Effect])[] = [
  ["What got worse", "worse"],
  ["What got better", "better"],
  ["What else changed", "other"],
];

export function viewComparison({ a, b, differences }: Comparison): ComparisonView {
  const steady = differences.filter(({ volatile }) => !volatile);
  const meanings = steady.filter((difference) => !isField(difference));
  const fields = (those: readonly Difference[]) => those.filter(isField).map(fieldView);
  return {
    a: titleOf(a),
    b: titleOf(b),
    groups: GROUPS.map(([title, effect]) => ({
      title,
      effect,
      changes: changesOf(meanings.filter((each) => each.effect === effect)),
    })).filter(({ changes }) => changes.length > 0),
    fields: fields(steady),
    volatile: fields(differences.filter(({ volatile }) => volatile)),
  };
}

const isField = ({ kind }: Difference): boolean => kind.startsWith("field-");

/** Each sentence once: members of one verdict share theirs. */
function changesOf(differences: readonly Difference[]): ChangeView[] {
  const byTitle = new Map(differences.map((each) => [each.title, each]));
  return [...byTitle.values()].map(({ kind, name, title }) => ({
    title,
    ...(kind.startsWith("finding-") && { problem: name }),
  }));
}

const SIGNS = { "field-added": "+", "field-removed": "-" } as const;

function fieldView({ kind, name, a = "", b = "" }: Difference): FieldChange {
  return { name, a, b, sign: kind === "field-added" || kind === "field-removed" ? SIGNS[kind] : "~" };
}

function titleOf({ url, status, statusMessage }: HttpReport): string {
  return `${url || "header lines"} ${status || ""} ${statusMessage}`.replaceAll(/\s+/g, " ").trim();
}
