import type { AnyRule } from "../field.ts";
import { lines } from "./lines.ts";

/** All rules, in the order in which they run. */
export const rules: readonly AnyRule[] = [lines];
