import type { Omitted, ResponseBudget } from "../response-budget.ts";

/** The allowance, and what it was not enough for. */
export interface Budget {
  readonly allowance: ResponseBudget;
  readonly leftOut: Omitted;
}

export function openBudget(allowance: ResponseBudget): Budget {
  return { allowance, leftOut: { lines: 0, details: 0, problems: 0 } };
}

/** What was left out; undefined where nothing was. */
export function truncation({ leftOut }: Budget): Omitted | undefined {
  return leftOut.lines + leftOut.details + leftOut.problems === 0 ? undefined : leftOut;
}

/** What was left out of two messages together. */
export function sumOf(a: Omitted | undefined, b: Omitted | undefined): Omitted | undefined {
  if (!a || !b) return a ?? b;
  return { lines: a.lines + b.lines, details: a.details + b.details, problems: a.problems + b.problems };
}
