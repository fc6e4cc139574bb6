/** Converts rows of a table to rules, by columns that are chosen, named in the header, or guessed. Pure. */

import type { CsvRecord } from "./map/csv.ts";
import { type Columns, columnsOf, isDisabledWord, isRegexWord, statusOfPermanent } from "./map/names.ts";
import { globRule, regexRules } from "./map/patterns.ts";
import {
  type Found,
  isAddress,
  isRedirectStatus,
  leftOut,
  MapError,
  omit,
  type Place,
  ruleOf,
  START,
} from "./map-item.ts";

/** `--columns`: positions from 1, or names in the header. */
export interface ColumnChoice {
  readonly from: string;
  readonly to?: string | undefined;
  readonly status?: string | undefined;
}

export interface TableForm {
  readonly columns: Columns;
  readonly header: boolean;
  /** Number of columns in the header; undefined without a header. */
  readonly width?: number;
  /** Whether paths lack the leading slash, as in exports of Yoast. */
  readonly slashless: boolean;
  /** Note for the user. */
  readonly description: string;
}

/** Detects the columns from the first records. @throws MapError if they are ambiguous */
export function tableForm(records: readonly CsvRecord[], choice: ColumnChoice | undefined): TableForm {
  const sample = records.filter(({ fault }) => !fault);
  const [first] = sample;
  if (!first) throw new MapError(START, "the table has no rows");
  const named = columnsOf(first.cells);
  const isHeader = !first.cells.some(isAddress);
  const form = choice
    ? chosen(first, named, isHeader, choice)
    : (isHeader && byHeader(first, named)) || guessed(sample, isHeader ? named : columnsOf([]), isHeader);
  const width = first.cells.findLastIndex((cell) => cell !== "") + 1;
  return { slashless: false, ...form, ...(form.header && { width }) };
}

type Form = Omit<TableForm, "width" | "slashless"> & { readonly slashless?: boolean };

function byHeader({ cells }: CsvRecord, columns: Columns): Form | undefined {
  const [[from], [to], [status]] = [columns.from, columns.to, columns.status];
  if (from === undefined || to === undefined) return undefined;
  const quoted = (at: number) => JSON.stringify(cells[at] ?? "");
  const coded = status === undefined ? "" : `, status in ${quoted(status)}`;
  const slashless = cells.some((cell) => cell.toLowerCase() === "origin");
  return {
    columns,
    header: true,
    slashless,
    description: `columns ${quoted(from)} and ${quoted(to)}${coded}`,
  };
}

function chosen(first: CsvRecord, named: Columns, isHeader: boolean, choice: ColumnChoice): Form {
  const position = (text: string | undefined): readonly number[] => {
    if (text === undefined) return [];
    const at = /^\d+$/.test(text)
      ? Number(text) - 1
      : first.cells.findIndex((cell) => cell.toLowerCase() === text.toLowerCase());
    if (at >= 0 && at < first.cells.length) return [at];
    const last = first.places.at(-1) ?? START;
    throw new MapError(last, `no column ${JSON.stringify(text)}: this row has ${first.cells.length} columns`);
  };
  const from = position(choice.from);
  const to = position(choice.to);
  const header = isHeader && !isAddress(first.cells[from[0] ?? 0] ?? "");
  const status = position(choice.status);
  const columns = { ...named, from, to, status, permanent: [], onlyStatus: new Set(status) };
  const words = [`from column ${(from[0] ?? 0) + 1}`];
  if (to[0] !== undefined) words.push(`to column ${to[0] + 1}`);
  if (status[0] !== undefined) words.push(`status in column ${status[0] + 1}`);
  words.push(header ? "header skipped" : "no header");
  return { columns, header, description: words.join(", ") };
}

/** Minimum share of URLs in a column that counts as a column of URLs. */
const MOST = 0.8;

function guessed(sample: readonly CsvRecord[], named: Columns, isHeader: boolean): Form {
  const [first] = sample;
  const rows = isHeader ? sample.slice(1) : sample;
  const width = Math.max(...sample.map(({ cells }) => cells.length));
  const share = (at: number, is: (cell: string) => boolean) => {
    const filled = rows.map(({ cells }) => cells[at] ?? "").filter((cell) => cell !== "");
    return filled.length === 0 ? 0 : filled.filter(is).length / filled.length;
  };
  const all = Array.from({ length: width }, (_, at) => at);
  const addresses = all.filter((at) => share(at, isAddress) >= MOST);
  const from = named.from[0] ?? addresses.find((at) => at !== named.to[0]);
  const others = addresses.filter((at) => at !== from);
  const to = named.to[0] ?? others[0];
  const place = (isHeader ? sample[1] : first)?.places[0] ?? START;
  const hint = "name them with --columns from=1,to=2";
  if (from === undefined) throw new MapError(place, `no column contains URLs or paths; ${hint}`);
  if (named.to[0] === undefined && others.length > 1)
    throw new MapError(
      place,
      `columns ${addresses.map((at) => at + 1).join(", ")} contain URLs, and none is named as the target; ${hint}`,
    );
  if (to === undefined)
    throw new MapError(
      place,
      `only column ${from + 1} contains URLs; --columns from=${from + 1} checks that each of them redirects`,
    );
  const status = all.filter(
    (at) => at !== from && at !== to && share(at, (cell) => /^[1-5]\d\d$/.test(cell)) === 1,
  );
  const columns = { ...named, from: [from], to: [to], status: isHeader ? named.status : status.slice(0, 1) };
  const coded = columns.status[0] === undefined ? "" : `, status in column ${columns.status[0] + 1}`;
  const description = `columns ${from + 1} and ${to + 1}${coded}, ${isHeader ? "header skipped" : "no header"} (guessed; --columns overrides)`;
  return { columns, header: isHeader, description };
}

/** Rank of patterns: the order of a table is not known. */
const AFTER_ROWS = 1;

export function readRecord(
  { cells, places, fault }: CsvRecord,
  { columns, slashless, width }: TableForm,
): Found[] {
  if (fault) return [fault];
  const beyond = width === undefined ? -1 : cells.findIndex((cell, index) => index >= width && cell !== "");
  const reason = `the row has a cell ${beyond + 1} but the header names ${width}; quote cells that contain the separator`;
  if (beyond >= 0) return [leftOut(places[beyond] ?? START, reason)];
  const [from = 0] = columns.from;
  const at = places[from] ?? places[0] ?? START;
  const cell = (index: number | undefined) => (index === undefined ? "" : (cells[index] ?? ""));
  const whole = (text: string) => (slashless && text !== "" && !isAddress(text) ? `/${text}` : text);
  if (columns.enabled.some((index) => isDisabledWord(cell(index)))) return [omit(at, "disabled")];
  const source = whole(cell(from));
  const [status, place] = statusIn(cells, places, columns);
  // Screaming Frog exports the status 0 if it got no response.
  if (status === "0") return [leftOut(at, "the export has no response for it (status 0)")];
  const isAnswer = /^\d{3}$/.test(status) && !isRedirectStatus(Number(status));
  const target = isAnswer ? "" : whole(cell(columns.to[0]));
  const isRegex = columns.regex.some((index) => isRegexWord(cell(index)));
  const where = { from: at, to: places[columns.to[0] ?? -1] ?? at, status: place };
  if (isRegex)
    return regexRules(source, target, status, where).map((rule) =>
      "omitted" in rule ? { ...rule, rank: AFTER_ROWS } : rule,
    );
  if (/\/\*$/.test(source)) return [{ ...globRule(source, target, status, where), rank: AFTER_ROWS }];
  return [ruleOf(source, target, status, where)];
}

/** Status from the first column that contains one. Other words, as in a column `type`, are ignored. */
function statusIn(
  cells: readonly string[],
  places: readonly Place[],
  { status, permanent, onlyStatus }: Columns,
): readonly [string, Place | undefined] {
  for (const index of status) {
    const text = cells[index] ?? "";
    if (/^\d{3}$/.test(text) || (onlyStatus.has(index) && text !== "")) return [text, places[index]];
  }
  const word = cells[permanent[0] ?? -1] ?? "";
  return [statusOfPermanent(word), undefined];
}
