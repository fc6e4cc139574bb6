import table from "../../data/headers/retired-problems.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";

/** Problems that were only facts, by id: the fact, and where the answer says it now. */
export const retiredProblems: ReadonlyMap<string, readonly string[]> = new Map(
  rowsIn(table).map(([id = "", ...row]) => [id, row]),
);

/** Other names of problems → the id that is found: older ones, and the short ones that people write. */
export const renamedProblems: ReadonlyMap<string, string> = new Map([
  ["csp-missing", "content-security-policy-missing"],
  ["framing-unrestricted", "x-frame-options-missing"],
  ["hsts-missing", "strict-transport-security-missing"],
  ["nosniff-missing", "x-content-type-options-missing"],
]);
