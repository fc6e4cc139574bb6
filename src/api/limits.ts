/** Every number that foreign input can reach, by job: nothing beyond is read, requested, kept or shown, and the answer says so. */

import type { BudgetLimits } from "./budget.ts";

const MIB = 1_048_576;

/** The budget of one page and what it loads. */
export const PAGE_BUDGET: BudgetLimits = {
  requests: 250,
  read: 64 * MIB,
  decoded: 64 * MIB,
  kept: 32 * MIB,
  cpu: 10_000,
  time: 60_000,
};
