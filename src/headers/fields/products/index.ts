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

/** A field by what its catalogue row says of how its values are written. */
function fieldOf({ name, type }: CatalogueEntry, own: ValueRows): AnyField {
  const value = readRows(own, (other) => describeField(other)?.value);
  return field({ name, type, repeat: "list", ...value }).problems(PROBLEMS.get(name.toLowerCase()) ?? {});
}

const byRows = new Map<string, AnyField>();

/** The field of that name (lower case) whose catalogue row says how its values are written: read when first asked for. */
export function fieldByRows(name: string): AnyField | undefined {
  const known = byRows.get(name);
  if (known || !hasValueRows(name)) return known;
  const entry = describeField(name);
  const made = entry?.value && fieldOf(entry, entry.value);
  if (made) byRows.set(name, made);
  return made;
}

/** Names in lower case for which `fieldByRows` has a field. */
export function namesByRows(): readonly string[] {
  return catalogueKeys().filter(hasValueRows);
}

/** Fields of vendors that compute, or have problems. */
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
