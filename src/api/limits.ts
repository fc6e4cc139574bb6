/** Every number that foreign input can reach, by job: nothing beyond is read, requested, kept or shown, and the answer says so. */

import type { BudgetLimits } from "./budget.ts";

const MIB = 1_048_576;

/** Bytes of a site's store that are copied into memory for the report, if its file can no longer be written. */
export const KEPT_SITE = 256 * MIB;

/** The budget of one page and what it loads. */
export const PAGE_BUDGET: BudgetLimits = {
  requests: 250,
  read: 64 * MIB,
  decoded: 64 * MIB,
  kept: 32 * MIB,
  cpu: 10_000,
  time: 60_000,
};
