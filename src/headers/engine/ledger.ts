import type { Allowance, LeftOut } from "../allowance.ts";

/** The allowance, and what it was not enough for. */
export interface Ledger {
  readonly allowance: Allowance;
  readonly leftOut: LeftOut;
}

export function openLedger(allowance: Allowance): Ledger {
  return { allowance, leftOut: { lines: 0, details: 0, problems: 0 } };
}

/** What was left out; undefined where nothing was. */
export function truncation({ leftOut }: Ledger): LeftOut | undefined {
  return leftOut.lines + leftOut.details + leftOut.problems === 0 ? undefined : leftOut;
}

/** What was left out of two messages together. */
export function sumOf(a: LeftOut | undefined, b: LeftOut | undefined): LeftOut | undefined {
  if (!a || !b) return a ?? b;
  return { lines: a.lines + b.lines, details: a.details + b.details, problems: a.problems + b.problems };
}
