/** The header catalogue: rows and registry facts in one look-up by field name. */

import { prefixRows } from "../../data/headers/products/prefixes.ts";
import registryFacts from "../../data/headers/registry.json" with { type: "json" };
import type { CatalogueRow, FieldStatus, HeaderType, PrefixRow } from "../../data/headers/row.ts";
import { rows } from "../../data/headers/rows.ts";
import { wordTable } from "../../data/word-table.ts";

export interface CatalogueEntry {
  /** Field name in its registered or customary case; for a name known by its prefix only, as asked. */
  readonly name: string;
  readonly description: string;
  readonly type: HeaderType;
  readonly direction: "response" | "request" | "both";
  readonly status: FieldStatus;
  readonly links: readonly string[];
  readonly sender?: string;
  readonly replacedBy?: string;
}

interface RegistryFact {
  readonly name: string;
  readonly status: string;
  readonly structured?: string | null;
  readonly links: readonly string[];
}

const registry = wordTable<RegistryFact>(registryFacts);

const structuredTypes = wordTable<HeaderType>({
  Item: "sf-item",
  List: "sf-list",
  Dictionary: "sf-dictionary",
});

const entries: ReadonlyMap<string, CatalogueEntry> = new Map(
  rows.map((row) => [row.name.toLowerCase(), entryOf(row)]),
);

/** No prefix is shorter. */
const START = 3;

/** By how they start; longest first, so that the first match is the most exact. */
const prefixes: ReadonlyMap<string, readonly PrefixRow[]> = Map.groupBy(
  prefixRows.toSorted((a, b) => b.prefix.length - a.prefix.length),
  ({ prefix }) => prefix.slice(0, START),
);

/** Whether IANA's registry has the name (lower case). */
export function isRegistered(name: string): boolean {
  return registry.has(name);
}

function entryOf(row: CatalogueRow): CatalogueEntry {
  const fact = registry.get(row.name.toLowerCase());
  const status = row.status ?? (fact?.status as FieldStatus | undefined) ?? "vendor";
  return {
    name: row.name,
    description: row.description,
    type: row.type ?? structuredTypes.get(fact?.structured ?? "") ?? "string",
    direction: row.direction ?? "response",
    status,
    links: [...new Set([...(fact?.links ?? []), ...(row.links ?? [])])],
    ...(row.sender !== undefined && { sender: row.sender }),
    ...(row.replacedBy !== undefined && { replacedBy: row.replacedBy }),
  };
}

/** What is known of a field name in lower case; a private name may be known by its family's prefix only. */
export function describeField(name: string): CatalogueEntry | undefined {
  const entry = entries.get(name);
  if (entry) return entry;
  const family = prefixes
    .get(name.slice(0, START))
    ?.find((row) => name.startsWith(row.prefix) && name.length > row.prefix.length);
  return (
    family && {
      name,
      description: family.description,
      type: "string",
      direction: "response",
      status: "vendor",
      links: family.links ?? [],
      sender: family.sender,
    }
  );
}

/** The names in lower case that have a row of their own, in catalogue order. */
export function catalogueKeys(): string[] {
  return [...entries.keys()];
}

/** All entries with a row of their own, in catalogue order. */
export function catalogueEntries(): Iterable<CatalogueEntry> {
  return entries.values();
}
