/** Reads the plain-text tables. */

import { SURENESS, type Sureness } from "./headers/row.ts";

/** A row with the facts of its section. */
export interface SourcedRow {
  readonly cells: string[];
  readonly sure: Sureness;
  /** Source of the row's facts: a list, a page, or the kind of observation or inference. */
  readonly source: string;
}

/**
 * Rows of a table: one per line, columns separated by ` | `. A line `# observed | source` (or `documented`,
 * `inferred`) starts a section and gives its source; other lines that start with `#`, and empty ones, are
 * skipped.
 * @throws Error for a row before the first section
 */
export function sourcedRows(table: string): SourcedRow[] {
  return readRows(table, (line, section) => ({ ...section, cells: cellsOf(line) }));
}

/** Rows of a table without their sources. */
export function rowsIn(table: string): string[][] {
  return readRows(table, cellsOf);
}

/** Rows of a table as unparsed lines, for callers that need only a few. */
export function linesIn(table: string): string[] {
  return readRows(table, (line) => line);
}

function readRows<T>(table: string, made: (line: string, section: Section) => T): T[] {
  const rows: T[] = [];
  let section: Section | undefined;
  for (const line of table.split("\n")) {
    if (line === "") continue;
    if (line.startsWith("#")) section = sectionOf(line) ?? section;
    else if (section) rows.push(made(line, section));
    else throw new Error(`"${line}" comes before the first line that gives a source`);
  }
  return rows;
}

type Section = Omit<SourcedRow, "cells">;

/** One column of a line, from 0; undefined if it has fewer. */
export function cellOf(line: string, column: number, separator = "|"): string | undefined {
  let start = 0;
  for (let before = column; before > 0; before--) {
    start = line.indexOf(separator, start) + 1;
    if (start === 0) return undefined;
  }
  const bar = line.indexOf(separator, start);
  return line.slice(start, bar < 0 ? line.length : bar).trim();
}

/** Columns of a line. */
export function cellsOf(line: string): string[] {
  const cells = line.split("|");
  for (let column = 0; column < cells.length; column++) cells[column] = (cells[column] ?? "").trim();
  return cells;
}

function sectionOf(line: string): Section | undefined {
  const [word, source = ""] = cellsOf(line.slice(1));
  const sure = SURENESS.find((known) => known === word);
  return sure && source !== "" ? { sure, source } : undefined;
}
