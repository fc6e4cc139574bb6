/** Reading of the plain-text tables. */

import { SURENESS, type Sureness } from "./headers/row.ts";

/** A row with what its section says of all its rows. */
export interface SourcedRow {
  readonly cells: string[];
  readonly sure: Sureness;
  /** Where the row's facts are from: a list, a page, or how they were seen or inferred. */
  readonly source: string;
}

/**
 * The rows of a table: one a line, columns parted by ` | `. A line `# observed | where from` (or `documented`, `inferred`)
 * begins a section and says where its rows are from; other lines that start with `#`, and empty ones, are left out.
 * @throws Error for a row before the first section
 */
export function sourcedRows(table: string): SourcedRow[] {
  const rows: SourcedRow[] = [];
  let section: Omit<SourcedRow, "cells"> | undefined;
  for (const line of table.split("\n")) {
    if (line === "") continue;
    if (line.startsWith("#")) section = sectionOf(line) ?? section;
    else if (section) rows.push({ ...section, cells: cellsOf(line) });
    else throw new Error(`"${line}" stands before the first line that gives a source`);
  }
  return rows;
}

/** The same without their sources. */
export function rowsIn(table: string): string[][] {
  return sourcedRows(table).map(({ cells }) => cells);
}

function cellsOf(line: string): string[] {
  return line.split("|").map((cell) => cell.trim());
}

function sectionOf(line: string): Omit<SourcedRow, "cells"> | undefined {
  const [word, source = ""] = cellsOf(line.slice(1));
  const sure = SURENESS.find((known) => known === word);
  return sure && source !== "" ? { sure, source } : undefined;
}
