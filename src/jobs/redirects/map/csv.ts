/** Streaming parser of delimited tables (RFC 4180), with the place of each cell. Pure. */

import { MapError, type Place } from "../map-item.ts";
import { placeAfter } from "./text.ts";

export interface CsvRecord {
  readonly cells: readonly string[];
  readonly places: readonly Place[];
}

/** Maximum characters of a record; more means an unclosed quote. */
const LONGEST = 1 << 20;

/** Maximum cells of a record. @internal for tests */
export const MOST_CELLS = 1000;

const BLANK = /[ \t]*/y;

/** @throws MapError for an unclosed quote */
export async function* csvRecords(
  text: AsyncIterable<string> | Iterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRecord[]> {
  let rest = "";
  let place: Place = { line: 1, column: 1 };
  for await (const piece of text) {
    const records = recordsIn(`${rest}${piece}`, place, delimiter, false);
    rest = records.rest;
    place = records.place;
    if (rest.length > LONGEST) throw new MapError(records.quote ?? place, UNCLOSED);
    yield records.found;
  }
  yield recordsIn(rest, place, delimiter, true).found;
}

const UNCLOSED = "the quote that opens here is not closed";

interface Records {
  readonly found: CsvRecord[];
  /** Incomplete record at the end of the text, and its place. */
  readonly rest: string;
  readonly place: Place;
  readonly quote?: Place | undefined;
}

/** Reads complete records; with `last`, all records. */
export function recordsIn(text: string, start: Place, delimiter: string, last: boolean): Records {
  const found: CsvRecord[] = [];
  let place = start;
  let at = 0;
  while (at < text.length) {
    const record = readRecord(text, at, place, delimiter, last);
    if ("quote" in record) {
      if (last) throw new MapError(record.quote ?? place, UNCLOSED);
      return { found, rest: text.slice(at), place, quote: record.quote };
    }
    const { cells, places } = record;
    const isBlank = cells.length === 1 && cells[0] === "";
    if (!isBlank && !(cells[0] ?? "").startsWith("#")) found.push({ cells, places });
    at = record.next;
    place = record.after;
  }
  return { found, rest: "", place };
}

type Read =
  | (CsvRecord & { readonly next: number; readonly after: Place })
  | { readonly quote: Place | undefined };

function readRecord(text: string, begin: number, start: Place, delimiter: string, last: boolean): Read {
  const cells: string[] = [];
  const places: Place[] = [];
  let place = start;
  for (let at = begin; ; at++) {
    const cell = readCell(text, at, place, delimiter, last);
    if (!cell) return { quote: undefined };
    if ("quote" in cell) return cell;
    if (cells.length === MOST_CELLS)
      throw new MapError(cell.place, `more than ${MOST_CELLS} cells in one row: is this a table?`);
    cells.push(cell.text);
    places.push(cell.place);
    at = cell.end;
    if (text[at] !== delimiter)
      return { cells, places, next: at + 1, after: { line: cell.after.line + 1, column: 1 } };
    place = { line: cell.after.line, column: cell.after.column + 1 };
  }
}

interface Cell {
  readonly text: string;
  readonly place: Place;
  /** Index of the next delimiter. */
  readonly end: number;
  readonly after: Place;
}

/** Reads a cell; undefined if more text may belong to it. */
function readCell(
  text: string,
  at: number,
  start: Place,
  delimiter: string,
  last: boolean,
): Cell | { readonly quote: Place } | undefined {
  BLANK.lastIndex = at;
  const blank = delimiter === "\t" ? 0 : (BLANK.exec(text)?.[0].length ?? 0);
  const place = blank === 0 ? start : { line: start.line, column: start.column + blank };
  const begin = at + blank;
  if (text[begin] !== '"') {
    const end = endOfCell(text, at, delimiter);
    if (end >= text.length && !last) return undefined;
    const after = { line: start.line, column: start.column + end - at };
    return { text: text.slice(begin, end).trimEnd(), place, end, after };
  }
  const close = closingQuote(text, begin + 1);
  // The next character shows whether the quote ends the cell or is doubled.
  if (close < 0 || (close + 1 >= text.length && !last)) return { quote: place };
  let end = close + 1;
  while (text[end] === " ") end++;
  const next = text[end];
  if (next === undefined && !last) return undefined;
  const after = placeAfter(start, text.slice(at, end));
  if (next !== undefined && next !== delimiter && next !== "\n")
    throw new MapError(after, "text follows a closing quote; a quote inside a cell is doubled");
  return {
    text: text
      .slice(begin + 1, close)
      .replaceAll('""', '"')
      .trim(),
    place,
    end,
    after,
  };
}

function closingQuote(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}

function endOfCell(text: string, begin: number, delimiter: string): number {
  let at = begin;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n") at++;
  return at;
}
