/** Reading of the plain-text tables under data/agents. */

/** The rows of a table: one a line, columns parted by ` | `, lines that start with `#` and empty ones left out. */
export function rowsOf(table: string): string[][] {
  const rows: string[][] = [];
  for (const line of table.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    rows.push(line.split("|").map((column) => column.trim()));
  }
  return rows;
}
