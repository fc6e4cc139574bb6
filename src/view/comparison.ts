/** Two responses side by side as people are shown them. Pure. */

import type { HttpReport } from "../http/schema.ts";
import { isCompared } from "../http/unchecked.ts";
import type { Comparison, Difference, Effect } from "../jobs/compare/schema.ts";
import { outcomeSentence, uncheckedTexts } from "./all-clear.ts";

/** A change in one sentence. */
export interface ChangeView {
  readonly title: string;
  /** Of a finding: its id. */
  readonly problem?: string;
  /** The changes of one policy, a sentence each. */
  readonly parts?: readonly string[];
}

export interface FieldChange {
  readonly name: string;
  /** `""` where only the other side has it. */
  readonly a: string;
  readonly b: string;
  readonly sign: "+" | "-" | "~";
}

export interface ComparisonView {
  /** One sentence, for a comparison without differences. */
  readonly outcome: string;
  /** What was not compared. */
  readonly unchecked: readonly string[];
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

/** Times stand apart: they differ from one lookup to the next. */
const GROUPS: readonly (readonly [title: string, effect: Effect, isTime?: true])[] = [
  ["What got worse", "worse"],
  ["What got better", "better"],
  ["What else changed", "other"],
  ["Timing", "other", true],
];

export function viewComparison({ a, b, differences, unchecked }: Comparison): ComparisonView {
  const steady = differences.filter(({ volatile }) => !volatile);
  const meanings = steady.filter((difference) => !isField(difference));
  const fields = (those: readonly Difference[]) => those.filter(isField).map(fieldView);
  return {
    outcome: outcomeSentence({
      checked: isCompared({ unchecked: unchecked ?? [] }) ? 1 : 0,
      found: differences.some(({ volatile }) => !volatile) ? "differences" : "",
      none: "no differences",
      unchecked,
    }),
    unchecked: uncheckedTexts(unchecked),
    a: titleOf(a),
    b: titleOf(b),
    groups: GROUPS.map(([title, effect, isTime]) => ({
      title,
      effect,
      changes: changesOf(
        meanings.filter(({ kind, ...each }) =>
          isTime ? kind === "time" : kind !== "time" && each.effect === effect,
        ),
      ),
    })).filter(({ changes }) => changes.length > 0),
    fields: fields(steady),
    volatile: fields(differences.filter(({ volatile }) => volatile)),
  };
}

const isField = ({ kind }: Difference): boolean => kind.startsWith("field-");

/** Policies, by the beginning of the names of their verdicts: each is one row, however many parts of it changed. */
const POLICIES: readonly (readonly [start: string, title: string])[] = [
  ["policy.", "The Content-Security-Policy lets in something else"],
  ["permissions.", "Permissions-Policy allows something else"],
];

/** Each sentence once: members of one verdict share theirs. */
function changesOf(differences: readonly Difference[]): ChangeView[] {
  const byTitle = new Map(differences.map((each) => [each.title, each]));
  const rows = Map.groupBy(byTitle.values(), ({ kind, name, title }) => {
    const policy = POLICIES.find(([start]) => kind === "verdict-changed" && name.startsWith(start));
    return policy?.[1] ?? title;
  });
  return [...rows].map(([row, those]) => {
    const [{ kind, name, title } = { kind: "", name: "", title: row }] = those;
    if (those.length > 1) return { title: `${row}:`, parts: those.map((each) => each.title) };
    return { title, ...(kind.startsWith("finding-") && { problem: name }) };
  });
}

const SIGNS = { "field-added": "+", "field-removed": "-" } as const;

function fieldView({ kind, name, a = "", b = "" }: Difference): FieldChange {
  return { name, a, b, sign: kind === "field-added" || kind === "field-removed" ? SIGNS[kind] : "~" };
}

function titleOf({ url, status, statusMessage }: HttpReport): string {
  return `${url || "header lines"} ${status || ""} ${statusMessage}`.replaceAll(/\s+/g, " ").trim();
}
