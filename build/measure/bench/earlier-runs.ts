/** The figures of earlier runs of `bench --all`: a line each, so that slow drift is seen too. Pure. */

import { costOf, DEARER } from "./changes-table.ts";
import { type Figure, type Row, shown } from "./figures.ts";

/** A run: what netlens cost beside the first peer of each measure, 2 for twice as much. Absolute figures are of the machine. */
export interface EarlierRun {
  /** RFC 3339. */
  readonly date: string;
  readonly commit: string;
  /** Milliseconds of CPU that `bun -e 0` took: how fast the machine was. */
  readonly yardstick: number;
  readonly costs: Readonly<Record<string, number>>;
}

/** The figures kept of a run. */
export function costsOf(rows: readonly Row[]): Record<string, number> {
  const figures = rows.filter((row): row is Figure => "measure" in row);
  const costs: Record<string, number> = {};
  for (const [measure, beside] of Map.groupBy(figures, (row) => row.measure)) {
    const peer = beside.find(({ who }) => !who.startsWith("netlens"));
    // Beside a peer that takes nothing at all there is no ratio.
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

/** Figures over 5 % dearer or cheaper than in the run before, dearest first. */
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
