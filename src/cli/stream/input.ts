/** Lines of standard input → the items that stand in them. */

import { NetlensError } from "../../api/errors.ts";
import { type Call, type Flag, UsageError } from "../command.ts";
import { type Line, LONGEST_LINE } from "./lines.ts";
import { csvFields, tsvFields } from "./rows.ts";

/** What a command says of its items. */
export interface Items {
  /** The item's name: a member of JSON objects, and the column of tables unless another is named. */
  readonly name: string;
  /** The item of a line of an access log in Common or Combined Log Format; undefined where it has none. */
  readonly ofLog?: (line: string) => string | undefined;
  /** An empty line is an item too. */
  readonly emptyLines?: boolean;
}

export const inputFlags = {
  input: {
    type: "string",
    words: ["lines", "csv", "tsv", "ndjson", "log"],
    help: "format of standard input: one item per line (default), a table, JSON objects, or an access log",
  },
  column: {
    type: "string",
    value: "NAME|N",
    help: "column with the item: its name in the first line, or its number in a table without names",
  },
} as const satisfies Record<string, Flag>;

/** Gives the item of a line; undefined for a line that has none, such as the names of columns. Throws for a bad line. */
export type ReadItem = (line: Line) => string | undefined;

/** How the items are read. The function keeps what it has read of a row that goes on. */
export function itemReader({ flags }: Pick<Call, "flags">, items: Items): ReadItem {
  const { column } = flags;
  const name = typeof column === "string" ? column : undefined;
  const read = chosen(String(flags["input"] ?? "lines"), name, items);
  return (line) => {
    if (line !== undefined) return read(line);
    throw new NetlensError("too-large", `A line is longer than ${LONGEST_LINE} characters.`);
  };
}

/** Whether standard input has an item a line. */
export function areLines({ flags }: Pick<Call, "flags">): boolean {
  return (flags["input"] ?? "lines") === "lines";
}

function chosen(
  form: string,
  column: string | undefined,
  items: Items,
): (line: string) => string | undefined {
  if (form === "csv" || form === "tsv") return table(form, column, items);
  if (form === "ndjson") return member(column ?? items.name);
  if (column !== undefined) throw new UsageError("--column: is for --input csv, tsv or ndjson");
  if (form === "lines")
    return items.emptyLines ? (line) => line : (line) => (line.trim() === "" ? undefined : line);
  const { ofLog } = items;
  if (ofLog === undefined) throw new UsageError(`--input: an access log has no ${items.name}`);
  return (line) => {
    const item = ofLog(line);
    if (item !== undefined) return item;
    throw new NetlensError("invalid-param", `The line is not one of an access log: it has no ${items.name}.`);
  };
}

/** A table with the names of its columns on top, or, where the column is a number, without. */
function table(form: "csv" | "tsv", column: string | undefined, items: Items) {
  const number = Number(column ?? Number.NaN);
  let at = Number.isInteger(number) && number > 0 ? number - 1 : undefined;
  let begun: string | undefined;
  return (line: string): string | undefined => {
    const text = begun === undefined ? line : `${begun}\n${line}`;
    const fields = form === "csv" ? csvFields(text) : tsvFields(text);
    if (fields === undefined && text.length > LONGEST_LINE) {
      begun = undefined;
      throw new NetlensError("too-large", `A row is longer than ${LONGEST_LINE} characters.`);
    }
    begun = fields === undefined ? text : undefined;
    if (fields === undefined) return undefined;
    if (at !== undefined) return fields[at] ?? missing(`column ${at + 1}`);
    at = columnOf(fields, column ?? items.name);
    return undefined;
  };
}

function columnOf(names: readonly string[], name: string): number {
  const at = names.map((each) => each.replace(/^\ufeff/, "").trim()).indexOf(name);
  if (at >= 0) return at;
  throw new UsageError(
    `--column: the first line has no column "${name}", but ${names.join(", ").slice(0, 200)}`,
  );
}

function member(name: string): (line: string) => string | undefined {
  return (line) => {
    if (line.trim() === "") return undefined;
    const value = new Map(Object.entries(objectOf(line))).get(name);
    if (typeof value === "string") return value;
    throw new NetlensError("invalid-param", `The object has no text "${name}".`);
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
