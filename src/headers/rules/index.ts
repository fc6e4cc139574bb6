import type { AnyRule } from "../field.ts";
import { disclosure } from "./disclosure.ts";
import { lines } from "./lines.ts";
import { reporting } from "./reporting.ts";
import { framingPolicies, isolation, missingSecurityFields } from "./security.ts";

/** All rules, in the order in which they run. */
export const rules: readonly AnyRule[] = [
  lines,
  missingSecurityFields,
  framingPolicies,
  isolation,
  reporting,
  disclosure,
];
