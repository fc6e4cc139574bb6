/** Measured rows → FIGURES.md. Pure. */

import { costsOf, driftLines, type EarlierRun } from "./earlier-runs.ts";
import { type Absent, type Figure, type Row, shown } from "./figures.ts";
import { isOfLadder, LADDER_HEAD, ladderLines } from "./ladder-table.ts";

/** One benchmark's run. */
export interface Run {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Whether it succeeded. */
  readonly ok: boolean;
}

export interface Machine {
  /** CPU time of `bun -e 0` in ms: the speed of the machine. */
  readonly yardstick: number;
  /** Names of facts such as `processor`, and their values. */
  readonly facts: readonly (readonly [name: string, fact: string])[];
  /** Programs and their versions. */
  readonly versions: readonly (readonly [name: string, version: string])[];
}

const isFigure = (row: Row): row is Figure => "measure" in row;

/**
 * Text of FIGURES.md. `date` is RFC 3339; `short` marks rounds that are too short to quote; `before` is the
 * run to compare with.
 */
export function figuresPage(
  runs: readonly Run[],
  machine: Machine,
  date: string,
  short: boolean,
  before?: EarlierRun,
): string {
  const absent = runs.flatMap(({ rows }) => rows.filter((row): row is Absent => !isFigure(row)));
  return [
    "# Figures",
    `Measured on ${date.slice(0, 10)} by \`bun run bench --all${short ? " --short" : ""}\`, all in one run; run one benchmark with \`bun run bench NAME\`. CPU time is that of the process only. For several rounds: median, then minimum and maximum.`,
    ...(short ? ["**Rounds were short: do not quote these figures.**"] : []),
    table(["machine", ""], [...machine.facts, ["`bun -e 0`", `${shown(machine.yardstick)} ms of CPU`]]),
    table(["what ran", "version"], machine.versions),
    ...runs.flatMap(runSection),
    ...(before === undefined ? [] : driftSection(before, runs, machine.yardstick)),
    "## Skipped",
    absent.length === 0
      ? "Nothing: every peer was available."
      : table(
          ["peer", "reason"],
          absent.map(({ who, reason }) => [who, reason]),
        ),
    "",
  ].join("\n\n");
}

function driftSection(before: EarlierRun, runs: readonly Run[], yardstick: number): string[] {
  const costs = costsOf(runs.flatMap(({ rows }) => rows));
  const known = Object.keys(costs).filter((what) => what in before.costs).length;
  const lines = driftLines(before, costs);
  return [
    "## Since the previous run",
    `The machine took ${shown(before.yardstick)} ms of CPU for \`bun -e 0\` then, and ${shown(yardstick)} now. Of ${known} costs relative to peers that the run of ${before.date.slice(0, 10)} (${before.commit}) has too, these changed by more than 5 %. A peer with such variation in one round changes them as well.`,
    lines.length === 0 ? "None." : lines.map((line) => `- ${line}`).join("\n"),
  ];
}

function runSection({ name, rows, ok }: Run): string[] {
  const figures = rows.filter(isFigure);
  const steps = ladderLines(figures);
  const measures = Map.groupBy(
    figures.filter((row) => !isOfLadder(row)),
    ({ measure }) => measure,
  );
  const lines = [...measures].flatMap(([measure, beside]) => {
    const own = beside.find(({ who }) => who.startsWith("netlens"))?.value;
    return beside.map(({ who, value, least, most, unit }, index) => [
      index === 0 ? measure : "",
      who,
      `${shown(value)} ${unit}`,
      least === undefined || most === undefined ? "" : `${shown(least)} to ${shown(most)}`,
      // Only peers have a ratio: our own rows measure different things.
      own === undefined || who.startsWith("netlens") ? "" : shown(own / value),
    ]);
  });
  return [
    `## ${name}`,
    ...(ok ? [] : ["**This benchmark failed; its figures until then follow.**"]),
    ...(steps.length === 0 ? [] : [table(LADDER_HEAD, steps)]),
    ...(lines.length === 0 && steps.length > 0
      ? []
      : [table(["measure", "who", "figure", "range", "netlens ÷ this"], lines)]),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
