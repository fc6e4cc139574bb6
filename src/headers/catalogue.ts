/** The header catalogue: table rows and registry facts, looked up by header name. */

import { productTables } from "../../data/headers/products/index.ts";
import prefixTable from "../../data/headers/products/prefixes.txt" with { type: "text" };
import pseudoFields from "../../data/headers/pseudo-fields.txt" with { type: "text" };
import registryFacts from "../../data/headers/registry.json" with { type: "json" };
import {
  type CatalogueRow,
  DIRECTIONS,
  type Direction,
  type FieldStatus,
  HEADER_TYPES,
  type HeaderType,
  STATUSES,
  SURENESS,
  type Sureness,
  type ValueRows,
} from "../../data/headers/row.ts";
import { standardTables } from "../../data/headers/standard/index.ts";
import { wordTable } from "../../data/word-table.ts";
import { once } from "../platform/memoize.ts";

export interface CatalogueEntry {
  /** Registered or usual spelling; for a name found by its prefix, the spelling in the message. */
  readonly name: string;
  readonly description: string;
  readonly type: HeaderType;
  readonly direction: Direction;
  readonly status: FieldStatus;
  readonly links: readonly string[];
  readonly sure: Sureness;
  /** The product or company that sends it. */
  readonly sender?: string;
  /** The name is a common word: `sender` and the rest apply only if other headers confirm the sender. */
  readonly perhaps?: { readonly description: string };
  readonly replacedBy?: string;
  /** Syntax of the values. */
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

/** Start of a row: a name, never white space or `#`. */
const ROW = /\n(?=[^ #\n])/;

/** Row texts by lower-case name, in catalogue order; parsed on demand, since a message needs few of 2,000. */
const texts: ReadonlyMap<string, string> = readTexts([...standardTables, ...productTables, pseudoFields]);

function readTexts(tables: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const table of tables)
    for (const text of table.split(ROW)) {
      const end = text.indexOf(" |");
      // The text before the first row is a comment.
      if (end > 0 && !text.startsWith("#")) found.set(text.slice(0, end).toLowerCase(), text);
    }
  return found;
}

const entries = new Map<string, CatalogueEntry>();

function entryNamed(name: string): CatalogueEntry | undefined {
  const known = entries.get(name);
  const text = known ? undefined : texts.get(name);
  if (text === undefined) return known;
  const [row] = catalogueRows(text);
  if (!row) throw new Error(`the header catalogue has no row in "${text}"`);
  const entry = entryOf(row);
  entries.set(name, entry);
  return entry;
}

const START = 3;

/** Families of names by prefix; longest first, so the first match is the most specific. */
const families = once(() =>
  Map.groupBy(
    catalogueRows(prefixTable).toSorted((a, b) => b.name.length - a.name.length),
    ({ name }) => name.slice(0, START),
  ),
);

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

/** Entry for a lower-case name, by the name or by a prefix of private names. */
export function describeField(name: string): CatalogueEntry | undefined {
  const entry = entryNamed(name);
  if (entry) return entry;
  const family = families()
    .get(name.slice(0, START))
    ?.find((row) => name.startsWith(row.name) && name.length > row.name.length);
  return family && memberOf(family, name);
}

function memberOf(family: CatalogueRow, name: string): CatalogueEntry {
  const description = `${family.description} Inferred from the prefix of the name.`;
  return {
    name,
    description: family.perhaps
      ? `Possibly a header of ${family.sender}, judging by its prefix.`
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

export function isInCatalogue(name: string): boolean {
  return texts.has(name);
}

/** Whether the row of a vendor's header describes the syntax of its values. */
export function hasValueRows(name: string): boolean {
  return texts.get(name)?.includes(VALUE_LINE) ?? false;
}

const VALUE_LINE = "\n    ";

export function catalogueKeys(): string[] {
  return [...texts.keys()];
}

/**
 * Entries of names with a status; names without one belong to vendors.
 * @internal for tests: a test compares it with all entries
 */
export function standingEntries(): readonly CatalogueEntry[] {
  const hasStanding = ([name, text]: readonly [string, string]) => registry.has(name) || STANDING.test(text);
  return [...texts].filter(hasStanding).flatMap(([name]) => entryNamed(name) ?? []);
}

/** Statuses of names that are never suggested. */
const GONE: ReadonlySet<string> = new Set(["obsolete", "deprecated", "vendor"]);

/** Suggestions for misspelt names: standard response headers, in lower case. */
export const suggestedNames = once((): readonly string[] =>
  standingEntries()
    .filter(
      ({ name, status, direction }) => !GONE.has(status) && direction !== "request" && /^\w.{3}/.test(name),
    )
    .map(({ name }) => name.toLowerCase()),
);

const STANDING = new RegExp(` \\| (?:${STATUSES.join("|")})(?: \\||$)`, "m");

/** All entries with their own row, in catalogue order. Slow: parses all rows. */
export function catalogueEntries(): readonly CatalogueEntry[] {
  return catalogueKeys().flatMap((name) => entryNamed(name) ?? []);
}

/** Facts by attribute word in a row's first line. */
const WORDS: ReadonlyMap<string, Partial<CatalogueRow>> = new Map<string, Partial<CatalogueRow>>([
  ...HEADER_TYPES.map((type) => [type, { type }] as const),
  ...DIRECTIONS.map((direction) => [direction, { direction }] as const),
  ...STATUSES.map((status) => [status, { status }] as const),
  ...SURENESS.map((sure) => [sure, { sure }] as const),
]);

type Row = CatalogueRow & { value?: { readonly number: number; readonly lines: string[] } };

/**
 * Parses the rows of a table in order.
 * @throws Error with the line, for an unknown attribute or a row without direction or description
 */
export function catalogueRows(table: string): CatalogueRow[] {
  const rows: Row[] = [];
  let head: string | undefined;
  for (const [at, line] of `${table}\n`.split("\n").entries()) {
    const number = at + 1;
    if (line.startsWith("    ")) addValueLine(head === undefined ? rows.at(-1) : undefined, line, number);
    else if (line.startsWith("  ")) {
      if (head === undefined) throw wrong(number, "a description without a name");
      rows.push(rowOf(head.split(" | "), line.trim(), number));
      head = undefined;
    } else if (!line.startsWith("#")) {
      if (head !== undefined) throw wrong(number, `${head.split(" | ")[0]} has no description`);
      if (line !== "") head = line;
    }
  }
  return rows;
}

function addValueLine(row: Row | undefined, line: string, number: number): void {
  if (!row) throw wrong(number, "how a value is written stands below a description");
  row.value ??= { number, lines: [] };
  row.value.lines.push(line.slice(4));
}

function wrong(number: number, why: string): Error {
  return new Error(`line ${number} of a table of the header catalogue: ${why}`);
}

function rowOf([name = "", ...attributes]: readonly string[], description: string, number: number): Row {
  const links: string[] = [];
  const row: Partial<Row> = { name, description, links };
  for (const attribute of attributes) {
    if (attribute.startsWith("https://")) links.push(attribute);
    else {
      const known = WORDS.get(attribute) ?? phrase(attribute);
      if (!known) throw wrong(number, `${name} has an unknown attribute: ${attribute}`);
      Object.assign(row, known);
    }
  }
  if (!hasDirection(row)) throw wrong(number, `${name} has no direction`);
  return row;
}

/** `by NAME`, `from TEXT` and the like. */
function phrase(attribute: string): Partial<CatalogueRow> | undefined {
  const space = attribute.indexOf(" ");
  const text = attribute.slice(space + 1);
  switch (attribute.slice(0, space)) {
    case "by":
      return { sender: text };
    case "perhaps":
      return { sender: text, perhaps: true };
    case "instead":
      return { replacedBy: text };
    case "from":
      return { source: text };
    default:
      return undefined;
  }
}

function hasDirection(row: Partial<Row>): row is Row {
  return row.direction !== undefined;
}
