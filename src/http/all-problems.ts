/** All that a lookup itself can find: the table for pages, tests and documents. */

import { chainRows } from "./chain-problems.ts";
import type { HttpProblemKind } from "./problem-kinds/kind.ts";
import { httpKinds } from "./problems.ts";

/** Every kind of problem that a lookup itself can find, by its id, alphabetically. */
export const httpProblems: Readonly<Record<string, HttpProblemKind>> = Object.fromEntries(
  [...Object.entries<HttpProblemKind>(httpKinds), ...chainRows.map((row) => [row.id, row] as const)].toSorted(
    ([a], [b]) => (a < b ? -1 : 1),
  ),
);
