/** All that a lookup itself can find: the table for pages, tests and documents. */

import { pageRows } from "../jobs/page/problems.ts";
import { siteRows } from "../jobs/site/problems.ts";
import { redirectRows } from "./chain.ts";
import type { AnyLookupRow } from "./problem.ts";
import { checkRows } from "./report/active-checks.ts";
import { certificateRows } from "./report/certificate-problems.ts";
import { chainRows } from "./report/chain-problems.ts";
import { exposedRows } from "./report/exposed.ts";
import { lookupRows } from "./report/lookup-problems.ts";
import { stepRows } from "./report/step-problems.ts";
import { variantRows } from "./variants.ts";

const rows: readonly AnyLookupRow[] = [
  ...stepRows,
  ...certificateRows,
  ...redirectRows,
  ...chainRows,
  ...variantRows,
  ...checkRows,
  ...exposedRows,
  ...lookupRows,
  ...pageRows,
  ...siteRows,
];

/** Every kind of problem that a lookup itself can find, by its id, alphabetically. */
export const httpProblems: Readonly<Record<string, AnyLookupRow>> = Object.fromEntries(
  rows.map((row) => [row.id, row] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
);
