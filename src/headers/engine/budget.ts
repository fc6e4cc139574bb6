import type { Omitted, ResponseBudget } from "../response-budget.ts";

/** What a message may still take of the response, and what was omitted because that was not enough. */
export interface Budget {
  readonly remaining: ResponseBudget;
  readonly omitted: Omitted;
}

export function openBudget(remaining: ResponseBudget): Budget {
  return { remaining, omitted: { lines: 0, details: 0, problems: 0 } };
}

/** What was omitted; undefined where nothing was. */
export function truncation({ omitted }: Budget): Omitted | undefined {
  return omitted.lines + omitted.details + omitted.problems === 0 ? undefined : omitted;
}

/** What was omitted from two messages together. */
export function sumOf(a: Omitted | undefined, b: Omitted | undefined): Omitted | undefined {
  if (!a || !b) return a ?? b;
  return { lines: a.lines + b.lines, details: a.details + b.details, problems: a.problems + b.problems };
}
