import type { AnyField } from "../field.ts";
import * as all from "./all.ts";
import { fieldByRows, namesByRows, productFields } from "./products/index.ts";

/** All fields with a file of their own. */
export const fields = [...Object.values(all).flat(), ...productFields] as readonly AnyField[];

/**
 * Those, and each vendor's field whose values its catalogue row describes, which are read when a line of theirs comes.
 * @internal for tests and scripts: a service that answers reads few of them
 */
export function allFields(): readonly AnyField[] {
  const own = new Set(fields.map(({ key }) => key));
  return [...fields, ...namesByRows().flatMap((name) => (own.has(name) ? [] : (fieldByRows(name) ?? [])))];
}
