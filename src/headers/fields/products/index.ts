import type { ValueRows } from "../../../../data/headers/row.ts";
import { type CatalogueEntry, catalogueEntries } from "../../catalogue.ts";
import { type AnyField, field } from "../../field.ts";
import { akamaiCacheStatus, xAkamaiSessionInfo } from "./akamai.ts";
import { sharedCacheFields } from "./cache-words.ts";
import { xCacheHits, xServedBy, xVarnish } from "./fastly.ts";
import { PROBLEMS } from "./problems.ts";
import { sharePointHealthScore, xAc, xCacheable, xDc, xGoogMetageneration, xNc } from "./sites.ts";
import { readRows } from "./value-rows.ts";
import { xNowId, xVercelId } from "./vercel.ts";

/** What the catalogue says of how fields write their values, by names in lower case. */
const rows: ReadonlyMap<string, ValueRows> = new Map(
  [...catalogueEntries()].flatMap(({ name, value }) => (value ? [[name.toLowerCase(), value] as const] : [])),
);

const find = (name: string): ValueRows | undefined => rows.get(name);

/** A field by its rows, which are read when its first line comes: from then on it is what they say. */
function fieldOf({ name, type }: CatalogueEntry, own: ValueRows): AnyField {
  const made: AnyField = field({
    name,
    type,
    repeat: "list",
    parse(text, note, context) {
      Object.assign(made, readRows(own, find));
      return made.parse(text, note, context);
    },
  }).problems(PROBLEMS.get(name.toLowerCase()) ?? {});
  return made;
}

/** Fields of vendors: by the rows of the catalogue, and those that compute. */
export const productFields: readonly AnyField[] = [
  ...[...catalogueEntries()].flatMap((entry) => (entry.value ? [fieldOf(entry, entry.value)] : [])),
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
