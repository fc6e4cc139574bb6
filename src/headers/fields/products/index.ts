import type { ValueRows } from "../../../../data/headers/row.ts";
import { type CatalogueEntry, catalogueKeys, describeField, hasValueRows } from "../../catalogue.ts";
import { type AnyField, type ExplainedLine, type FieldProblems, field, problem } from "../../field.ts";
import { sharedCacheFields } from "./cache-words.ts";
import {
  akamaiCacheStatus,
  sharePointHealthScore,
  xAc,
  xAkamaiSessionInfo,
  xCacheable,
  xCacheHits,
  xDc,
  xGoogMetageneration,
  xNc,
  xNowId,
  xServedBy,
  xVarnish,
  xVercelId,
} from "./sites.ts";
import { readRows } from "./value-rows.ts";

type Problems = FieldProblems<unknown, never, readonly ExplainedLine[]>;

const PINGBACK: Problems = {
  eachLine: problem("pingback-offered", "info", "wordpress/advanced-administration/security/hardening/", {
    detect: (_parsed: unknown, _context, { line }: ExplainedLine) =>
      /\/xmlrpc\.php(?:$|\?)/.test(line.value) ? "xmlrpc.php" : "its pingback endpoint",
    title: (what) => `X-Pingback advertises ${what}, which attackers use to guess passwords.`,
    bad: ["X-Pingback: https://example.com/xmlrpc.php"],
    good: ["X-Redirect-By: WordPress"],
  }),
};

/** Problems by lower-case header name. */
const PROBLEMS: ReadonlyMap<string, Problems> = new Map([["x-pingback", PINGBACK]]);

/** Field for a catalogue row that describes its values. */
function fieldOf({ name, type }: CatalogueEntry, own: ValueRows): AnyField {
  const value = readRows(own, (other) => describeField(other)?.value);
  return field(name, type, { repeat: "list", ...value }).problems(PROBLEMS.get(name.toLowerCase()) ?? {});
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

/** Lower-case names of headers whose catalogue row describes values. */
export function namesByRows(): readonly string[] {
  return catalogueKeys().filter(hasValueRows);
}

/** Fields of vendors' headers that need code or have problems. */
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
