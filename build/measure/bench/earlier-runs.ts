/** Figures of earlier runs of `bench --all`, one line per run, to detect slow drift. Pure. */

import { costOf, DEARER } from "./changes-table.ts";
import { type Figure, type Row, shown } from "./figures.ts";

/**
 * A run: costs of netlens relative to the first peer of each measure (2 is twice as much), because absolute
 * figures depend on the machine.
 */
export interface EarlierRun {
  /** RFC 3339. */
  readonly date: string;
  readonly commit: string;
  /** Milliseconds of CPU of `bun -e 0`: the speed of the machine. */
  readonly yardstick: number;
  readonly costs: Readonly<Record<string, number>>;
}

/** The recorded figures of a run. */
export function costsOf(rows: readonly Row[]): Record<string, number> {
  const figures = rows.filter((row): row is Figure => "measure" in row);
  const costs: Record<string, number> = {};
  for (const [measure, beside] of Map.groupBy(figures, (row) => row.measure)) {
    const peer = beside.find(({ who }) => !who.startsWith("netlens"));
    // A value of 0 has no ratio.
    if (peer === undefined || peer.value === 0) continue;
    for (const { who, value, unit } of beside)
      if (who.startsWith("netlens"))
        costs[`${measure}: ${who} beside ${peer.who}`] = Number(
          costOf(value, peer.value, unit).toPrecision(3),
        );
  }
  return costs;
}

/** Reads the file, the latest run last. Throws SyntaxError for a line that is not JSON. */
export function readRuns(text: string): EarlierRun[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as EarlierRun);
}

/** Figures over 5 % slower or faster than in the previous run, slowest first. */
export function driftLines(before: EarlierRun, costs: Readonly<Record<string, number>>): string[] {
  const moved = Object.entries(costs).flatMap(([what, now]) => {
    const was = before.costs[what];
    const factor = was === undefined ? 1 : now / was;
    return was !== undefined && (factor > DEARER || factor < 1 / DEARER) ? [{ what, was, now, factor }] : [];
  });
  return moved
    .sort((a, b) => b.factor - a.factor)
    .map(
      ({ what, was, now }) => `${now > was ? "dearer" : "cheaper"}: ${what}: ${shown(was)} → ${shown(now)}`,
    );
}
