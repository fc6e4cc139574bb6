/** Figures of a request for an address, step by step → what each step adds, and how far it is from nginx. Pure. */

import { type Figure, shown } from "./figures.ts";

/** Measures of the ladder. Of the servers that write a log the first has `, with a log` behind it. */
export const LADDER = { request: "request, step by step", fields: "response fields, step by step" } as const;

/** A server of the ladder. */
interface Step {
  readonly request: Figure;
  /** Microseconds more than the step before; absent for peers. */
  readonly adds?: number;
  /** Its pace in paces of nginx that does the same: 1 is level, 0.5 half as fast. Absent for nginx, and without it. */
  readonly pace?: number;
  /** How many response fields its answer has. */
  readonly fields?: number;
}

/** Whether a figure is one of the ladder, which has a table of its own. */
export function isOfLadder({ measure }: Figure): boolean {
  return measure.startsWith(LADDER.request) || measure === LADDER.fields;
}

/** The steps in the order in which they were measured, ours first. */
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

/** Heads of the columns. */
export const LADDER_HEAD = ["step", "µs of CPU", "range", "adds", "pace in nginx' paces", "response fields"];

/** Cells of each line; none where the figures have no ladder. */
export function ladderLines(figures: readonly Figure[]): string[][] {
  return stepsOf(figures).map(({ request: { who, value, least, most }, adds, pace, fields }) => [
    who,
    shown(value),
    least === undefined || most === undefined ? "" : `${shown(least)} to ${shown(most)}`,
    ...[adds, pace, fields].map((number) => (number === undefined ? "" : shown(number))),
  ]);
}
