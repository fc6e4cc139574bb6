/** Reading of the catalogue's tables (`data/headers/row.ts` tells their form). A row that is wrong throws at the start. */

import { type CatalogueRow, DIRECTIONS, HEADER_TYPES, STATUSES, SURENESS } from "../../data/headers/row.ts";

/** What a word in a row's first line says, by the word. */
const WORDS: ReadonlyMap<string, Partial<CatalogueRow>> = new Map<string, Partial<CatalogueRow>>([
  ...HEADER_TYPES.map((type) => [type, { type }] as const),
  ...DIRECTIONS.map((direction) => [direction, { direction }] as const),
  ...STATUSES.map((status) => [status, { status }] as const),
  ...SURENESS.map((sure) => [sure, { sure }] as const),
]);

/**
 * The rows of a table, in its order.
 * @throws Error that names the row, for an attribute that is not one or a row without direction or description
 */
export function catalogueRows(table: string): CatalogueRow[] {
  const rows: CatalogueRow[] = [];
  let head: string[] | undefined;
  for (const line of table.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    if (!line.startsWith("  ")) head = line.split(" | ");
    else if (head) {
      rows.push(rowOf(head, line.trim()));
      head = undefined;
    } else throw new Error(`a description without a name in the header catalogue: ${line}`);
  }
  if (head) throw new Error(`${head[0]} has no description in the header catalogue`);
  return rows;
}

function rowOf([name = "", ...attributes]: readonly string[], description: string): CatalogueRow {
  const links: string[] = [];
  const row: Partial<CatalogueRow> = { name, description, links };
  for (const attribute of attributes) {
    const word = WORDS.get(attribute);
    const space = attribute.indexOf(" ");
    if (word) Object.assign(row, word);
    else if (attribute.startsWith("https://")) links.push(attribute);
    else Object.assign(row, phrase(attribute.slice(0, space), attribute.slice(space + 1), name));
  }
  if (!hasDirection(row)) throw new Error(`${name} has no direction in the header catalogue`);
  return row;
}

function phrase(kind: string, text: string, name: string): Partial<CatalogueRow> {
  if (kind === "by") return { sender: text };
  if (kind === "perhaps") return { sender: text, perhaps: true };
  if (kind === "instead") return { replacedBy: text };
  if (kind === "from") return { source: text };
  throw new Error(`${name} has an unknown attribute in the header catalogue: ${kind} ${text}`);
}

function hasDirection(row: Partial<CatalogueRow>): row is CatalogueRow {
  return row.direction !== undefined;
}
