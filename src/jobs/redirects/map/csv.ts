/** Streaming parser of delimited tables (RFC 4180), with the place of each cell. Pure. */

import type { Fault, Place } from "../map-item.ts";
import { placeAfter } from "./text.ts";

export interface CsvRecord {
  readonly cells: readonly string[];
  readonly places: readonly Place[];
  /** Reason why the record cannot be read; the next line is read again. */
  readonly fault?: Fault;
}

/** Maximum characters of a record; more means an unclosed quote. */
const LONGEST = 1 << 20;

/** Maximum cells of a record. @internal for tests */
export const MOST_CELLS = 1000;

export async function* csvRecords(
  text: AsyncIterable<string> | Iterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRecord[]> {
  let rest = "";
  let line = 1;
  for await (const piece of text) {
    const records = recordsIn(`${rest}${piece}`, line, delimiter, false);
    yield records.found;
    ({ rest, line } = records);
  }
  yield recordsIn(rest, line, delimiter, true).found;
}

interface Records {
  readonly found: CsvRecord[];
  /** Incomplete record at the end of the text, and its line. */
  readonly rest: string;
  readonly line: number;
}

/** Cell with its end: quoted, or not. */
const cellOf = (delimiter: string) => {
  const blank = delimiter === "\t" ? "[ ]*" : "[ \\t]*";
  return new RegExp(
    `(?:${blank}"([^"]*(?:""[^"]*)*)" *|(?!${blank}")([^${delimiter}\\n]*))([${delimiter}\\n])`,
    "y",
  );
};

/** Reads complete records; with `last`, all records. */
export function recordsIn(text: string, start: number, delimiter: string, last: boolean): Records {
  const all = last && !text.endsWith("\n") ? `${text}\n` : text;
  const cell = cellOf(delimiter);
  const found: CsvRecord[] = [];
  let line = start;
  for (let at = 0; at < all.length; ) {
    cell.lastIndex = at;
    const record = readRecord(all, line, cell);
    if ("fault" in record) {
      const end = all.indexOf("\n", at) + 1;
      const isWhole = last || (record.isBroken && end > 0) || all.length - at > LONGEST;
      if (!isWhole) return { found, rest: all.slice(at), line };
      found.push({ cells: [], places: [], fault: record.fault });
      at = end || all.length;
      line++;
    } else {
      const { cells, places } = record;
      const isBlank = cells.length === 1 && cells[0] === "";
      if (!isBlank && !cells[0]?.startsWith("#")) found.push({ cells, places });
      at = cell.lastIndex;
      line = record.next;
    }
  }
  return { found, rest: "", line };
}

/** @returns the record and the line of the next one, or why it cannot be read; without `isBroken`, more text may follow */
function readRecord(text: string, line: number, cell: RegExp) {
  const cells: string[] = [];
  const places: Place[] = [];
  for (let place: Place = { line, column: 1 }; ; ) {
    const begin = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) return unread(text, begin, place);
    if (cells.length === MOST_CELLS)
      return broken(place, `more than ${MOST_CELLS} cells in one row: is this a table?`);
    const [whole, quoted, plain = "", end] = found;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    places.push({ line: place.line, column: place.column + Math.max(0, whole.search(/[^ \t]/)) });
    place = placeAfter(place, whole);
    if (end === "\n") return { cells, places, next: place.line };
  }
}

const broken = (place: Place, fault: string, isBroken = true) => ({ isBroken, fault: { ...place, fault } });

const QUOTED = /[ \t]*"[^"]*(?:""[^"]*)*" */y;

function unread(text: string, at: number, place: Place) {
  QUOTED.lastIndex = at;
  const [quoted] = QUOTED.exec(text) ?? [];
  const next = quoted === undefined ? '"' : text[at + quoted.length];
  if (quoted !== undefined && next !== undefined && next !== '"') {
    const fault = "text follows a closing quote; a quote inside a cell is doubled";
    return broken(placeAfter(place, quoted), fault);
  }
  const blank = text.slice(at, text.indexOf('"', at));
  return broken(placeAfter(place, blank), "the quote that opens here is not closed", false);
}
