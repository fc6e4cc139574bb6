import table from "../../data/headers/retired-problems.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";

/** Former problems that were only facts: the fact, and where the answer has it now, by id. */
export const retiredProblems: ReadonlyMap<string, readonly string[]> = new Map(
  rowsIn(table).map(([id = "", ...row]) => [id, row]),
);

/** Aliases of problem ids: former ids and common short names. */
export const renamedProblems: ReadonlyMap<string, string> = new Map([
  ["csp-missing", "content-security-policy-missing"],
  ["framing-unrestricted", "x-frame-options-missing"],
  ["hsts-missing", "strict-transport-security-missing"],
  ["nosniff-missing", "x-content-type-options-missing"],
]);
