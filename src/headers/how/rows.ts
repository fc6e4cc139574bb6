/** The row for a place and the stack that a response shows, and a remedy in its words. Pure. */

import type { RecipeForm, RecipePlace } from "../../../data/recipe-servers.ts";
import { APPLICATIONS } from "./applications.ts";
import { joined, type RecipeRow } from "./recipe-row.ts";
import type { Remedy } from "./remedy.ts";
import { SERVERS } from "./servers.ts";
import { type Seen, stackOf } from "./stack.ts";

const ROWS: readonly RecipeRow[] = [...SERVERS, ...APPLICATIONS];

/** `form` is the stack that was asked for; else what the response shows decides. */
export function recipeRow(place: RecipePlace, seen: Seen, form?: RecipeForm): RecipeRow {
  const rows = ROWS.filter((one) => one.place === place);
  const asked = rows.find((one) => one.form !== undefined && one.form === form);
  const row = asked ?? rows.find((one) => one.fits?.(stackOf(seen)) ?? true);
  if (!row) throw new Error(`no row for ${place}`);
  return row;
}

/** The lines that do it, as they stand in the place's file; undefined where it cannot say that. */
export function recipeFor(row: RecipeRow, remedy: Remedy): string | undefined {
  const { cookie, wrap = joined } = row;
  const lines = "cookie" in remedy ? cookie?.(remedy.cookie) : linesFor(row, remedy);
  return lines === undefined || lines.length === 0 ? undefined : wrap(lines, nameOf(remedy));
}

function nameOf(remedy: Remedy): string | undefined {
  return "cookie" in remedy ? `cookie-${remedy.cookie.name}` : (remedy.sent?.name ?? remedy.removed[0]);
}

function linesFor(
  { remove, send, sendAbsent, replaces, byTarget }: RecipeRow,
  { removed, sent }: Exclude<Remedy, { readonly cookie: unknown }>,
): readonly string[] | undefined {
  if ([...removed, sent?.name ?? "A"].some((name) => !PLAIN_NAME.test(name))) return undefined;
  const others = removed.filter((name) => name !== sent?.name).map(remove);
  if (others.some((lines) => lines.length === 0)) return undefined;
  if (!sent) return others.flat();
  if (!/^[\x20-\x7e]+$/.test(sent.value) || (sent.isOfFiles && !byTarget)) return undefined;
  // Code that knows no targets stands where its response is made.
  if (sent.isAbsent && sendAbsent && (byTarget || sent.on === undefined)) {
    const lines = sendAbsent(sent);
    return lines.length === 0 ? undefined : [...others.flat(), ...lines];
  }
  const line = send(sent);
  if (line === undefined) return undefined;
  // A set that does not replace what is there does in one table at least.
  const own = replaces || !removed.includes(sent.name) ? [] : remove(sent.name).slice(0, 1);
  return [...others.flat(), ...own, line];
}

/** A name has other characters too (RFC 9110 section 5.6.2), each of which is special in some language. */
const PLAIN_NAME = /^[a-z][\w-]*$/i;
