/** The line as it should be, by the fix of a finding. A fix that changes nothing, or leaves nothing, gives none. Pure. */

import type { Edit } from "./context.ts";
import type { HeaderObject } from "./schema.ts";

/** Characters: longer values are left to people, as a fix is tried for each finding. */
const LONGEST = 2000;

/** Whether fixes are made for the line. */
export function isFixable(header: HeaderObject): boolean {
  return header.value.length <= LONGEST;
}

/** The line with the value that a row's `fix` gives; undefined where that changes nothing or leaves nothing. */
export function fixedValue(fix: string | Edit | undefined, header: HeaderObject): string | undefined {
  const { value, name, sent = name } = header;
  const right = (typeof fix === "object" ? edited(value, fix) : fix)?.trim();
  return right && right !== value ? `${sent}: ${right}` : undefined;
}

/** The value with the part replaced, where that stands in it once by itself. */
function edited(value: string, [part, by]: Edit): string | undefined {
  const text = value.toLowerCase();
  const sought = part.toLowerCase();
  // Some letters grow in lower case, so that places no longer fit.
  if (text.length !== value.length || sought === "") return undefined;
  let at: number | undefined;
  for (let next = text.indexOf(sought); next >= 0; next = text.indexOf(sought, next + 1)) {
    if (/[\w-]/.test(value.charAt(next - 1) + value.charAt(next + part.length))) continue;
    if (at !== undefined) return undefined;
    at = next;
  }
  return at === undefined ? undefined : value.slice(0, at) + by + value.slice(at + part.length);
}

/** The line to send; undefined where it was sent like this. */
export function unlessSent(line: string, header: HeaderObject | undefined): string | undefined {
  const isAsSent =
    header !== undefined &&
    line.toLowerCase() === `${header.name}: ${header.value}`.toLowerCase() &&
    line.endsWith(header.value);
  return isAsSent ? undefined : line;
}
