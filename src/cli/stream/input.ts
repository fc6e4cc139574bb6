/** Reads items from lines of standard input. */

import { NetlensError } from "../../api/errors.ts";
import { type Call, type Flag, UsageError } from "../command.ts";
import { flagsOf } from "../input/flag-table.ts";
import { type Line, LONGEST_LINE } from "./lines.ts";
import { csvFields, tsvFields } from "./rows.ts";

export interface Items {
  /** Name of the JSON member and the default column. */
  readonly name: string;
  /** Finds the item in a line of Common or Combined Log Format. */
  readonly ofLog?: (line: string) => string | undefined;
  /** Empty lines are items. */
  readonly emptyLines?: boolean;
}

export const inputFlags = {
  ...flagsOf("input flags", { input: ["lines", "csv", "tsv", "ndjson", "log"] }),
  column: {
    type: "string",
    value: "NAME|N",
    help: "column with the item: its name in the first line, or its number in a table without names",
  },
} as const satisfies Record<string, Flag>;

export interface Row {
  readonly item: string;
  readonly cells: readonly string[];
}

export interface Columns {
  /** Names in the first line, or numbers. */
  readonly names: readonly string[];
  /** Index of the item's column. */
  readonly at: number;
}

/** Returns the item of a line; undefined for lines without one, such as column names. @throws NetlensError */
export type ReadItem<I extends string | Row = string | Row> = (line: Line) => I | undefined;

/** Reader of single items; it buffers rows that continue in the next line. */
export function itemReader({ flags }: Pick<Call, "flags">, items: Items): ReadItem<string> {
  return whole(chosen(String(flags["input"] ?? "lines"), columnFlag(flags), items));
}

/** Reader for tables whose columns are copied to the output. @param begin receives the columns before the first row */
export function rowReader(
  { flags }: Pick<Call, "flags">,
  items: Items,
  begin: (columns: Columns) => void,
): ReadItem<Row> {
  const read = table(flags["input"] === "tsv" ? "tsv" : "csv", columnFlag(flags), items, begin);
  return whole(read);
}

function columnFlag({ column }: Call["flags"]): string | undefined {
  return typeof column === "string" ? column : undefined;
}

function whole<I extends string | Row>(read: (line: string) => I | undefined): ReadItem<I> {
  return (line) => {
    if (line !== undefined) return read(line);
    throw new NetlensError("too-large", `A line is longer than ${LONGEST_LINE} characters.`);
  };
}

/** True if both input and output are tables, so that columns are copied. */
export function areRows({ flags, lists }: Pick<Call, "flags" | "lists">): boolean {
  const isTable = (form: unknown) => form === "csv" || form === "tsv";
  return isTable(flags["input"]) && isTable(flags["format"]) && lists["field"] === undefined;
}

function chosen(
  form: string,
  column: string | undefined,
  items: Items,
): (line: string) => string | undefined {
  if (form === "csv" || form === "tsv") {
    const read = table(form, column, items);
    return (line) => read(line)?.item;
  }
  if (form === "ndjson") return member(column ?? items.name);
  if (column !== undefined) throw new UsageError("--column applies only to --input csv, tsv or ndjson");
  if (form === "lines")
    return items.emptyLines ? (line) => line : (line) => (line.trim() === "" ? undefined : line);
  const { ofLog } = items;
  if (ofLog === undefined) throw new UsageError(`--input: an access log has no ${items.name}`);
  return (line) => {
    const item = ofLog(line);
    if (item !== undefined) return item;
    throw new NetlensError("invalid-param", `The line is not from an access log: it has no ${items.name}.`);
  };
}

/** Reader of a table, with column names in the first line unless the column is a number. */
function table(
  form: "csv" | "tsv",
  column: string | undefined,
  items: Items,
  begin: (columns: Columns) => void = () => {},
) {
  const number = Number(column ?? Number.NaN);
  let at = Number.isInteger(number) && number > 0 ? number - 1 : undefined;
  const isNamed = at === undefined;
  let isFirst = true;
  let begun: string | undefined;
  return (line: string): Row | undefined => {
    const text = begun === undefined ? line : `${begun}\n${line}`;
    const fields = form === "csv" ? csvFields(text) : tsvFields(text);
    if (fields === undefined && text.length > LONGEST_LINE) {
      begun = undefined;
      throw new NetlensError("too-large", `A row is longer than ${LONGEST_LINE} characters.`);
    }
    begun = fields === undefined ? text : undefined;
    if (fields === undefined) return undefined;
    at ??= columnOf(fields, column ?? items.name);
    if (isFirst) {
      const names = isNamed ? fields.map(nameOf) : fields.map((_, index) => String(index + 1));
      begin({ names, at });
      isFirst = false;
      if (isNamed) return undefined;
    }
    return { item: fields[at] ?? missing(`column ${at + 1}`), cells: fields };
  };
}

function nameOf(field: string): string {
  return field.replace(/^\ufeff/, "").trim();
}

function columnOf(names: readonly string[], name: string): number {
  const at = names.map(nameOf).indexOf(name);
  if (at >= 0) return at;
  throw new UsageError(
    `--column: no column is named "${name}"; the first line names ${names.join(", ").slice(0, 200)}`,
  );
}

function member(name: string): (line: string) => string | undefined {
  return (line) => {
    if (line.trim() === "") return undefined;
    const value = new Map(Object.entries(objectOf(line))).get(name);
    if (typeof value === "string") return value;
    throw new NetlensError("invalid-param", `The object has no string member "${name}".`);
  };
}

function objectOf(line: string): object {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new NetlensError("invalid-json", "The line is not valid JSON.");
  }
  if (typeof value === "object" && value !== null) return value;
  throw new NetlensError("invalid-json", "The line is not a JSON object.");
}

function missing(what: string): never {
  throw new NetlensError("invalid-param", `The row has no ${what}.`);
}
