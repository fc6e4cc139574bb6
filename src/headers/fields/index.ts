import type { AnyField } from "../field.ts";
import { age } from "./age.ts";

/** All fields with a file of their own. */
export const fields: readonly AnyField[] = [age] as readonly AnyField[];
