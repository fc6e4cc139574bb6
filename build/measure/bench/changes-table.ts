/** The cost of a change: figures of two revisions, measured in turns. Pure. */

import { type Figure, shown, type Unit } from "./figures.ts";

/** Of these more is better; of the others less. */
const RATES: ReadonlySet<Unit> = new Set(["a second", "a second of CPU"]);
/** Counts of what happened, which no change of speed moves. */
const COUNTS: ReadonlySet<Unit> = new Set(["of them", "%", "page faults"]);

/** The factor from which a dearer measure is named. */
export const DEARER = 1.05;

/** Stands before the names of another revision's servers, where both are measured in one run. */
export const BEFORE = "before, ";

export interface Change {
  readonly measure: string;
  readonly who: string;
  readonly unit: Unit;
  readonly before: number;
  readonly now: number;
  /** The cost now, in costs of before: 1.1 is a tenth dearer. */
  readonly cost: number;
}

/** Our own figures that both revisions have: the best of all rounds, as what else a machine does only adds. */
export function changesOf(before: readonly Figure[], now: readonly Figure[]): Change[] {
  const key = ({ measure, who }: Figure) => `${measure}\n${who}`;
  const own = ({ who, unit }: Figure) => /^netlens\b/.test(who) && !COUNTS.has(unit);
  const earlier = Map.groupBy(before.filter(own), key);
  return [...Map.groupBy(now.filter(own), key)].flatMap(([name, rows]) => {
    const [row] = rows;
    const old = earlier.get(name);
    if (row === undefined || old === undefined) return [];
    const { measure, who, unit } = row;
    const was = bestOf(old);
    const is = bestOf(rows);
    return [{ measure, who, unit, before: was, now: is, cost: costOf(is, was, unit) }];
  });
}

/**
 * The measurements of one run of both revisions in turns: the median of what each round cost beside the same round of before, as a
 * machine that changes its pace does so for both.
 */
export function changesInOneRun(rows: readonly Figure[]): Change[] {
  return rows.flatMap(({ measure, who, unit, value, rounds = [] }) => {
    const old = rows.find((row) => row.measure === measure && row.who === `${BEFORE}${who}`);
    const costs = rounds.map((now, index) => costOf(now, old?.rounds?.[index] ?? Number.NaN, unit));
    const cost = costs.sort((a, b) => a - b)[costs.length >> 1];
    if (old === undefined || cost === undefined) return [];
    return [{ measure, who, unit, before: old.value, now: value, cost }];
  });
}

/** The cost of `value`, in costs of `other`: of a rate more is cheaper, of anything else less. */
export function costOf(value: number, other: number, unit: Unit): number {
  return RATES.has(unit) ? other / value : value / other;
}

function bestOf(rows: readonly Figure[]): number {
  const [row] = rows;
  if (row !== undefined && RATES.has(row.unit))
    return Math.max(...rows.map(({ value, most = value }) => most));
  return Math.min(...rows.map(({ value, least = value }) => least));
}

/** Dearest first, then how many are as before. */
export function changesText(changes: readonly Change[]): string {
  const moved = changes.filter(({ cost }) => cost > DEARER || cost < 1 / DEARER);
  const lines = moved
    .toSorted((a, b) => b.cost - a.cost)
    .map(
      ({ measure, who, unit, before, now, cost }) =>
        `${cost > 1 ? "dearer" : "cheaper"} ${shown(cost)} times: ${measure}, ${who}: ${shown(before)} → ${shown(now)} ${unit}`,
    );
  return [...lines, `${changes.length - moved.length} of ${changes.length} figures within 5 %`, ""].join(
    "\n",
  );
}
