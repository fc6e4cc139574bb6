/**
 * Figures of a request for an address, step by step → cost of each step, and speed relative to nginx. Pure.
 */

import { type Figure, shown } from "./figures.ts";

/** Measures of the ladder. For servers with a log, `request` ends with `, with a log`. */
export const LADDER = { request: "request, step by step", fields: "response fields, step by step" } as const;

/** A server of the ladder. */
interface Step {
  readonly request: Figure;
  /** Microseconds in addition to the previous step; absent for peers. */
  readonly adds?: number;
  /**
   * Speed relative to nginx with the same work: 1 is equal, 0.5 is half as fast. Absent for nginx, and if
   * nginx was not measured.
   */
  readonly pace?: number;
  /** Number of response headers. */
  readonly fields?: number;
}

/** Whether a figure belongs to the ladder's own table. */
export function isOfLadder({ measure }: Figure): boolean {
  return measure.startsWith(LADDER.request) || measure === LADDER.fields;
}

/** Steps in the order of measurement, ours first. */
function stepsOf(figures: readonly Figure[]): Step[] {
  const requests = figures.filter(({ measure }) => measure.startsWith(LADDER.request));
  const [peers, own] = [requests.filter(isPeer), requests.filter((row) => !isPeer(row))];
  return [...own, ...peers].map((request, index) => {
    const level = peers.find(({ measure }) => measure === request.measure);
    const fields = figures.find(({ measure, who }) => measure === LADDER.fields && who === request.who);
    return {
      request,
      ...(!isPeer(request) && { adds: request.value - (own[index - 1]?.value ?? 0) }),
      ...(!isPeer(request) && level !== undefined && { pace: level.value / request.value }),
      ...(fields !== undefined && { fields: fields.value }),
    };
  });
}

function isPeer({ who }: Figure): boolean {
  return !who.startsWith("netlens");
}

/** Column headings. */
export const LADDER_HEAD = ["step", "µs of CPU", "range", "adds", "speed, nginx = 1", "response fields"];

/** Cells of each row; empty without figures of the ladder. */
export function ladderLines(figures: readonly Figure[]): string[][] {
  return stepsOf(figures).map(({ request: { who, value, least, most }, adds, pace, fields }) => [
    who,
    shown(value),
    least === undefined || most === undefined ? "" : `${shown(least)} to ${shown(most)}`,
    ...[adds, pace, fields].map((number) => (number === undefined ? "" : shown(number))),
  ]);
}
