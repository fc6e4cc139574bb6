import type { ProblemKind } from "./field.ts";
import { fields } from "./fields/index.ts";
import { commonKinds } from "./kinds.ts";
import { requestFields } from "./requests/index.ts";
import { requestRules } from "./requests/rules.ts";
import { rules } from "./rules/index.ts";

/** Every kind of problem that the engine can find, by its id. */
export const problemKinds: ReadonlyMap<string, ProblemKind> = new Map([
  ...Object.entries<ProblemKind>(commonKinds),
  ...[...fields, ...rules, ...requestFields, ...requestRules].flatMap((owner) =>
    Object.entries(owner.kinds ?? {}),
  ),
]);
