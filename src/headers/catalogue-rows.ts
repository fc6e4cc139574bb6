/** Reading of the catalogue's tables (`data/headers/row.ts` tells their form). A row that is wrong throws at the start. */

import { type CatalogueRow, DIRECTIONS, HEADER_TYPES, STATUSES, SURENESS } from "../../data/headers/row.ts";

/** The facts of a row by the words in its first line. */
const WORDS: ReadonlyMap<string, Partial<CatalogueRow>> = new Map<string, Partial<CatalogueRow>>([
  ...HEADER_TYPES.map((type) => [type, { type }] as const),
  ...DIRECTIONS.map((direction) => [direction, { direction }] as const),
  ...STATUSES.map((status) => [status, { status }] as const),
  ...SURENESS.map((sure) => [sure, { sure }] as const),
]);

type Row = CatalogueRow & { value?: { readonly number: number; readonly lines: string[] } };

/**
 * The rows of a table, in its order.
 * @throws Error that names the line, for an attribute that is not one or a row without direction or description
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
