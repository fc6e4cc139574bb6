/** The header catalogue: rows and registry facts in one look-up by field name. */

import { productTables } from "../../data/headers/products/index.ts";
import prefixTable from "../../data/headers/products/prefixes.txt" with { type: "text" };
import pseudoFields from "../../data/headers/pseudo-fields.txt" with { type: "text" };
import registryFacts from "../../data/headers/registry.json" with { type: "json" };
import type {
  CatalogueRow,
  Direction,
  FieldStatus,
  HeaderType,
  Sureness,
  ValueRows,
} from "../../data/headers/row.ts";
import { standardTables } from "../../data/headers/standard/index.ts";
import { wordTable } from "../../data/word-table.ts";
import { catalogueRows } from "./catalogue-rows.ts";

export interface CatalogueEntry {
  /** Field name in its registered or customary case; for a name known by its prefix only, as asked. */
  readonly name: string;
  readonly description: string;
  readonly type: HeaderType;
  readonly direction: Direction;
  readonly status: FieldStatus;
  readonly links: readonly string[];
  readonly sure: Sureness;
  /** The product or company that sends it. */
  readonly sender?: string;
  /** The name is a common word: what holds only where something else in the message tells the sender. */
  readonly perhaps?: { readonly description: string };
  readonly replacedBy?: string;
  /** How the values are written. */
  readonly value?: ValueRows;
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
  [...standardTables, ...productTables, pseudoFields]
    .flatMap(catalogueRows)
    .map((row) => [row.name.toLowerCase(), entryOf(row)]),
);

/** No prefix is shorter. */
const START = 3;

/** Families of names, by how they start; longest first, so that the first match is the most exact. */
const families: ReadonlyMap<string, readonly CatalogueRow[]> = Map.groupBy(
  catalogueRows(prefixTable).toSorted((a, b) => b.name.length - a.name.length),
  ({ name }) => name.slice(0, START),
);

/** Whether IANA's registry has the name (lower case). */
export function isRegistered(name: string): boolean {
  return registry.has(name);
}

function entryOf(row: CatalogueRow): CatalogueEntry {
  const fact = registry.get(row.name.toLowerCase());
  const status = row.status ?? (fact?.status as FieldStatus | undefined) ?? "vendor";
  const sure = row.sure ?? "documented";
  return {
    name: row.name,
    description: sure === "inferred" ? `${row.description} Inferred from the name.` : row.description,
    type: row.type ?? structuredTypes.get(fact?.structured ?? "") ?? "string",
    direction: row.direction,
    status,
    sure,
    links: [...new Set([...(fact?.links ?? []), ...row.links])],
    ...(row.sender !== undefined && { sender: row.sender }),
    ...(row.perhaps && { perhaps: { description: row.description } }),
    ...(row.replacedBy !== undefined && { replacedBy: row.replacedBy }),
    ...(row.value && { value: row.value }),
  };
}

/** What is known of a field name in lower case; a private name may be known by its family's prefix only. */
export function describeField(name: string): CatalogueEntry | undefined {
  const entry = entries.get(name);
  if (entry) return entry;
  const family = families
    .get(name.slice(0, START))
    ?.find((row) => name.startsWith(row.name) && name.length > row.name.length);
  return family && memberOf(family, name);
}

function memberOf(family: CatalogueRow, name: string): CatalogueEntry {
  const description = `${family.description} Inferred from the prefix of the name.`;
  return {
    name,
    description: family.perhaps
      ? `Possibly a field of ${family.sender}, judging by its prefix.`
      : description,
    type: "string",
    direction: family.direction,
    status: "vendor",
    sure: "inferred",
    links: family.links,
    ...(family.sender !== undefined && { sender: family.sender }),
    ...(family.perhaps && { perhaps: { description } }),
  };
}

/** The names in lower case that have a row of their own, in catalogue order. */
export function catalogueKeys(): string[] {
  return [...entries.keys()];
}

/** All entries with a row of their own, in catalogue order. */
export function catalogueEntries(): Iterable<CatalogueEntry> {
  return entries.values();
}
