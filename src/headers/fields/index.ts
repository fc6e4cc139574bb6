import type { AnyField } from "../field.ts";
import * as all from "./all.ts";
import { fieldByRows, namesByRows, productFields } from "./products/index.ts";

export const fields = [...Object.values(all).flat(), ...productFields] as readonly AnyField[];

/** All fields, including vendor fields in the catalogue, which are otherwise created on first use. */
export function allFields(): readonly AnyField[] {
  const own = new Set(fields.map(({ key }) => key));
  return [...fields, ...namesByRows().flatMap((name) => (own.has(name) ? [] : (fieldByRows(name) ?? [])))];
}
