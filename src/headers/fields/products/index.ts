import type { ValueRows } from "../../../../data/headers/row.ts";
import { type CatalogueEntry, catalogueKeys, describeField, hasValueRows } from "../../catalogue.ts";
import { type AnyField, field } from "../../field.ts";
import { akamaiCacheStatus, xAkamaiSessionInfo } from "./akamai.ts";
import { sharedCacheFields } from "./cache-words.ts";
import { xCacheHits, xServedBy, xVarnish } from "./fastly.ts";
import { PROBLEMS } from "./problems.ts";
import { sharePointHealthScore, xAc, xCacheable, xDc, xGoogMetageneration, xNc } from "./sites.ts";
import { readRows } from "./value-rows.ts";
import { xNowId, xVercelId } from "./vercel.ts";

/** Field for a catalogue row that describes its values. */
function fieldOf({ name, type }: CatalogueEntry, own: ValueRows): AnyField {
  const value = readRows(own, (other) => describeField(other)?.value);
  return field({ name, type, repeat: "list", ...value }).problems(PROBLEMS.get(name.toLowerCase()) ?? {});
}

const byRows = new Map<string, AnyField>();

/** Field by lower-case name, if its catalogue row describes the values; created on first use. */
export function fieldByRows(name: string): AnyField | undefined {
  const known = byRows.get(name);
  if (known || !hasValueRows(name)) return known;
  const entry = describeField(name);
  const made = entry?.value && fieldOf(entry, entry.value);
  if (made) byRows.set(name, made);
  return made;
}

/** Lower-case names with such a field. */
export function namesByRows(): readonly string[] {
  return catalogueKeys().filter(hasValueRows);
}

/** Vendors' fields with code or problems. */
export const productFields: readonly AnyField[] = [
  ...[...PROBLEMS.keys()].flatMap((name) => fieldByRows(name) ?? []),
  ...sharedCacheFields,
  akamaiCacheStatus,
  sharePointHealthScore,
  xAc,
  xAkamaiSessionInfo,
  xCacheHits,
  xCacheable,
  xDc,
  xGoogMetageneration,
  xNc,
  xNowId,
  xServedBy,
  xVarnish,
  xVercelId,
] as readonly AnyField[];
