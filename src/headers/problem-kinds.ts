import { once } from "../platform/memoize.ts";
import type { ProblemKind } from "./field.ts";
import { fields } from "./fields/index.ts";
import { commonProblems } from "./reading/value-problems.ts";
import { requestFields } from "./requests/index.ts";
import { requestRules } from "./requests/rules.ts";
import { rules } from "./rules/index.ts";

/** All kinds of problems by id, sorted; rows are in order of precedence. */
export const problemKinds = once((): ReadonlyMap<string, ProblemKind> => {
  const owners = [...fields, ...rules, ...requestFields, ...requestRules];
  const kinds: readonly (readonly [id: string, kind: ProblemKind])[] = [
    ...commonProblems.map((row) => [row.id, row] as const),
    ...owners.flatMap((owner) => Object.entries(owner.kinds())),
  ];
  return new Map(kinds.toSorted(([a], [b]) => (a < b ? -1 : 1)));
});
