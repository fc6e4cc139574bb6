/** All that a lookup itself can find: the table for pages, tests and documents. */

import { checkRows } from "./active-checks.ts";
import { certificateRows } from "./certificate-problems.ts";
import { redirectRows } from "./chain.ts";
import { chainRows } from "./chain-problems.ts";
import { exposedRows } from "./exposed.ts";
import { lookupRows } from "./lookup-problems.ts";
import { pageRows } from "./page/problems.ts";
import type { AnyLookupRow } from "./problem-kinds/kind.ts";
import { siteRows } from "./problem-kinds/site.ts";
import { stepRows } from "./step-problems.ts";
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
