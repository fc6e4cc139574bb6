/** Formats a comparison of two responses. Pure. */

import type { HttpReport } from "../http/schema.ts";
import { isCompared } from "../http/unchecked.ts";
import type { Comparison, Difference, Effect } from "../jobs/compare/schema.ts";
import { outcomeSentence, uncheckedTexts } from "./all-clear.ts";

export interface ChangeView {
  readonly title: string;
  /** Id of the finding that appeared or disappeared. */
  readonly problem?: string;
  /** Changes of one policy, one sentence each. */
  readonly parts?: readonly string[];
}

export interface FieldChange {
  readonly name: string;
  /** `""` if only the other side has the field. */
  readonly a: string;
  readonly b: string;
  readonly sign: "+" | "-" | "~";
}

export interface ComparisonView {
  /** Sentence for a comparison without differences. */
  readonly outcome: string;
  readonly unchecked: readonly string[];
  readonly a: string;
  readonly b: string;
  /** Groups with at least one change, the most important first. */
  readonly groups: readonly {
    readonly title: string;
    readonly effect: Effect;
    readonly changes: readonly ChangeView[];
  }[];
  readonly fields: readonly FieldChange[];
  /** Fields that differ in every response. */
  readonly volatile: readonly FieldChange[];
}

/** Times have a group of their own: they differ in every lookup. */
const GROUPS: readonly (readonly [title: string, effect: Effect, isTime?: true])[] = [
  ["Worse", "worse"],
  ["Better", "better"],
  ["Other changes", "other"],
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

/** Verdicts with one of these prefixes share a row. */
const POLICIES: readonly (readonly [start: string, title: string])[] = [
  ["policy.", "Content-Security-Policy changed"],
  ["permissions.", "Permissions-Policy changed"],
];

/** Members of one verdict have the same sentence, which is listed once. */
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
