/** Checks the rows of a redirect map concurrently, within limits per host, and yields results in order. */

import type { Budget } from "../../api/budget.ts";
import { sourceUrl } from "./addresses.ts";
import { failedRow, type Judged } from "./check-redirect.ts";
import type { RedirectRow } from "./map-item.ts";
import { type Checked, type Politeness, politely, type RunOptions, type Work } from "./politeness.ts";

export type RowWork = Work<RedirectRow, Judged>;
export type CheckedRow = Checked<Judged>;

export interface RowPoliteness extends Politeness {
  /** URL against which paths are resolved. */
  readonly base: string | undefined;
  readonly budget: Budget;
}

/** Yields a result per row, in order. Does not call `check` once the budget is exhausted. */
export function checkRedirects(
  rows: AsyncIterable<readonly RowWork[]>,
  check: (row: RedirectRow) => Promise<CheckedRow>,
  { base, budget, ...politeness }: RowPoliteness,
  options?: RunOptions<Judged>,
): AsyncGenerator<Judged> {
  const hostOf = ({ from }: RedirectRow) => sourceUrl(from, base)?.host ?? "";
  return politely(rows, (row) => checkOne(row, check, budget), hostOf, politeness, options);
}

async function checkOne(
  row: RedirectRow,
  check: (row: RedirectRow) => Promise<CheckedRow>,
  budget: Budget,
): Promise<CheckedRow> {
  if (budget.exhausted !== undefined) return { judged: failedRow(row, budget.exhausted) };
  try {
    return await check(row);
  } catch (error) {
    return { judged: failedRow(row, error instanceof Error ? error.message : String(error)) };
  }
}
