/** Cost of a request under each condition: one table for CAPACITY.md, and the same for a fleet. Pure. */

import { type Figure, type Row, shown } from "./figures.ts";

/** Measurement of requests under one condition. */
export interface Line {
  readonly name: string;
  /** Requests per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Microseconds of CPU per request. */
  readonly service: number;
  /** Microseconds of CPU per request in the proxy in front, if any. */
  readonly front?: number;
  /** Bytes of log per request. */
  readonly log: number;
}

type Measured = Exclude<keyof Line, "name">;
const COLUMNS: Readonly<Record<Measured, { readonly measure: string; readonly unit: Figure["unit"] }>> = {
  rate: { measure: "load: answered", unit: "a second" },
  p99: { measure: "load: p99", unit: "ms" },
  service: { measure: "load: request, CPU of the service", unit: "µs of CPU" },
  front: { measure: "load: request, CPU of what stands in front", unit: "µs of CPU" },
  log: { measure: "load: request, its log", unit: "bytes" },
};
const WHO = "netlens, ";

/** Converts a line to figures of a benchmark. */
export function figuresOf(line: Line): Figure[] {
  return Object.entries(COLUMNS).flatMap(([column, { measure, unit }]) => {
    const value = line[column as Measured];
    return value === undefined ? [] : [{ measure, unit, value, who: `${WHO}${line.name}` }];
  });
}

/** Converts figures of benchmarks to lines. */
export function linesOf(rows: readonly Row[]): Line[] {
  const figures = rows.filter((row): row is Figure => "measure" in row);
  const of = (column: Measured, who: string) =>
    figures.find((each) => each.measure === COLUMNS[column].measure && each.who === who)?.value;
  return figures
    .filter(({ measure }) => measure === COLUMNS.rate.measure)
    .map(({ who, value }) => {
      const front = of("front", who);
      return {
        name: who.slice(WHO.length),
        rate: value,
        p99: of("p99", who) ?? Number.NaN,
        service: of("service", who) ?? Number.NaN,
        log: of("log", who) ?? Number.NaN,
        ...(front !== undefined && { front }),
      };
    });
}

/** Markdown table; the first line is the baseline. */
export function linesTable(lines: readonly Line[]): string {
  const [plain] = lines;
  const whole = ({ service, front = 0 }: Line) => service + front;
  return [
    "| requests | a second | p99 | CPU of the service | CPU in front | times the first | log |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...lines.map((line) => {
      const cells = [
        line.name,
        shown(line.rate),
        `${shown(line.p99)} ms`,
        `${shown(line.service)} µs`,
        line.front === undefined ? "" : `${shown(line.front)} µs`,
        plain === undefined ? "" : shown(whole(line) / whole(plain)),
        `${shown(line.log)} bytes`,
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

/**
 * Sentence for each condition: number of cores for a million requests a second at the planned load per core.
 */
export function firstToBreak(lines: readonly Line[], planned: number): string {
  const cores = (micros: number) => shown(Math.ceil(micros / planned));
  return lines
    .map(({ name, service, front, log }) => {
      const inFront = front === undefined ? "" : ` and ${cores(front)} in front`;
      const first =
        front !== undefined && front > service ? "the proxy breaks first" : "the service breaks first";
      return `- **${name}**: ${cores(service)} cores of the service${inFront}, ${shown(log)} MB of log a second; ${first}.`;
    })
    .join("\n");
}
