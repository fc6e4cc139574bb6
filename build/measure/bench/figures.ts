/** Figures of a benchmark: printed on the terminal, and passed to `bun run bench --all`, which writes FIGURES.md. */

import { appendFileSync } from "node:fs";

/** Units of figures, which CAPACITY.md uses. */
export type Unit =
  | "ns of CPU"
  | "µs of CPU"
  | "ms of CPU"
  | "ms"
  | "a second"
  | "a second of CPU"
  | "%"
  | "MB"
  | "bytes"
  | "Redis calls"
  | "page faults"
  | "of them";

export interface Figure {
  /** The measure; figures of one measure are listed together. */
  readonly measure: string;
  /** `netlens`, with details after a comma, or a peer. */
  readonly who: string;
  readonly unit: Unit;
  readonly value: number;
  /** Minimum of several rounds; `value` is the median. */
  readonly least?: number;
  readonly most?: number;
  /** Values of the rounds, in order. */
  readonly rounds?: readonly number[];
}

/** A peer that could not be measured. */
export interface Absent {
  readonly who: string;
  readonly reason: string;
}

export type Row = Figure | Absent;

/** Whether rounds are short, which tests the benchmark but gives no figures to quote. */
export const short = process.env["NETLENS_BENCH_SHORT"] === "1";

export function figure(row: Figure): void {
  const { measure, who, value, unit, least, most } = row;
  const range = least === undefined || most === undefined ? "" : ` (${shown(least)} to ${shown(most)})`;
  console.log(`${measure}: ${who} ${shown(value)}${range} ${unit}`);
  keep(row);
}

/** Figure from the values of several rounds. */
export function figureOf(rounds: readonly number[], row: Pick<Figure, "measure" | "who" | "unit">): Figure {
  const sorted = [...rounds].sort((a, b) => a - b);
  const [least = Number.NaN] = sorted;
  const value = sorted[sorted.length >> 1] ?? Number.NaN;
  const summary = { ...row, value, least, most: sorted.at(-1) ?? least, rounds };
  figure(summary);
  return summary;
}

/** Values of several rounds, by program. */
export class Rounds {
  private readonly seen = new Map<string, number[]>();

  add(who: string, value: number): void {
    this.seen.set(who, [...(this.seen.get(who) ?? []), value]);
  }

  /** @param measureOf the measure, or a function of the program's name */
  print(measureOf: string | ((who: string) => string), unit: Unit): Figure[] {
    return [...this.seen].map(([who, values]) => {
      const measure = typeof measureOf === "string" ? measureOf : measureOf(who);
      return figureOf(values, { measure, who, unit });
    });
  }
}

/** Returns a server's measure by its name: servers with a log are compared only with each other. */
export function withLog(measure: string): (who: string) => string {
  return (who) => (who.endsWith(" log") ? `${measure}, with a log` : measure);
}

export function absent(who: string, reason: string): void {
  console.log(`(${who} is skipped: ${reason})`);
  keep({ who, reason });
}

function keep(row: Row): void {
  const file = process.env["NETLENS_BENCH_ROWS"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** Three significant digits, with thousands separators. */
export function shown(value: number): string {
  const digits =
    Math.abs(value) >= 100 || Number.isInteger(value)
      ? 0
      : Math.abs(value) >= 10
        ? 1
        : Math.abs(value) >= 0.1
          ? 2
          : 3;
  return value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
