import table from "../../data/headers/retired-problems.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";

/** Former problems that were only facts, by id: the fact, and its place in the answer today. */
export const retiredProblems: ReadonlyMap<string, readonly string[]> = new Map(
  rowsIn(table).map(([id = "", ...row]) => [id, row]),
);

/** Aliases of problem ids: former ids and common short names. */
export const renamedProblems: ReadonlyMap<string, string> = new Map([
  ["csp-missing", "content-security-policy-missing"],
  ["framing-unrestricted", "x-frame-options-missing"],
  ["hsts-missing", "strict-transport-security-missing"],
  ["link-canonical-several", "link-canonical-mistaken"],
  ["status-refused", "status-cause"],
  ["nosniff-missing", "x-content-type-options-missing"],
]);
