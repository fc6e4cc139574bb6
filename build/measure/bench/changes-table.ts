/** Cost of a change: figures of two revisions, measured in turns. Pure. */

import { type Figure, shown, type Unit } from "./figures.ts";

/** Units for which a higher value is better; for all others a lower value is. */
const RATES: ReadonlySet<Unit> = new Set(["a second", "a second of CPU"]);
/** Units of counts, which do not depend on speed. */
const COUNTS: ReadonlySet<Unit> = new Set(["of them", "%", "page faults"]);

/** Factor from which a slower measure is listed. */
export const DEARER = 1.05;

/** Prefix of another revision's servers, if both are measured in one run. */
export const BEFORE = "before, ";

export interface Change {
  readonly measure: string;
  readonly who: string;
  readonly unit: Unit;
  readonly before: number;
  readonly now: number;
  /** Cost relative to the revision before: 1.1 is 10 % more. */
  readonly cost: number;
}

/** Compares figures that both revisions have, by their best rounds, since other programs only add time. */
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
 * Compares two revisions that were measured alternately in one run. Result: the median of each round's cost
 * relative to the same round of the other revision, since the machine's speed affects both.
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

/** Cost of `value` relative to `other`: higher rates are cheaper, other units more expensive. */
export function costOf(value: number, other: number, unit: Unit): number {
  return RATES.has(unit) ? other / value : value / other;
}

function bestOf(rows: readonly Figure[]): number {
  const [row] = rows;
  if (row !== undefined && RATES.has(row.unit))
    return Math.max(...rows.map(({ value, most = value }) => most));
  return Math.min(...rows.map(({ value, least = value }) => least));
}

/** Most expensive first, then the number of unchanged ones. */
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
