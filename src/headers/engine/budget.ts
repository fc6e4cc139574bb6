import type { Omitted, ResponseBudget } from "../response-budget.ts";

/** The room in the response that a message may still take, and the parts omitted for want of it. */
export interface Budget {
  readonly remaining: ResponseBudget;
  readonly omitted: Omitted;
}

export function openBudget(remaining: ResponseBudget): Budget {
  return { remaining, omitted: { lines: 0, details: 0, problems: 0 } };
}

/** The omitted parts; undefined where none was. */
export function truncation({ omitted }: Budget): Omitted | undefined {
  return omitted.lines + omitted.details + omitted.problems === 0 ? undefined : omitted;
}

/** The omitted parts of two messages together. */
export function sumOf(a: Omitted | undefined, b: Omitted | undefined): Omitted | undefined {
  if (!a || !b) return a ?? b;
  return { lines: a.lines + b.lines, details: a.details + b.details, problems: a.problems + b.problems };
}
