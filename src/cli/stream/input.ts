/** Lines of standard input → the items that stand in them. */

import { NetlensError } from "../../api/errors.ts";
import { type Call, type Flag, UsageError } from "../command.ts";
import { type Line, LONGEST_LINE } from "./lines.ts";
import { csvFields, tsvFields } from "./rows.ts";

/** The words of a command for its items. */
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

/** An item with all cells of its row. */
export interface Row {
  readonly item: string;
  readonly cells: readonly string[];
}

/** The columns of a table, once they are known. */
export interface Columns {
  /** As the first line has them; their numbers in a table without names. */
  readonly names: readonly string[];
  /** Which of them has the items. */
  readonly at: number;
}

/** Gives the item of a line; undefined for a line that has none, such as the names of columns. Throws for a bad line. */
export type ReadItem<I extends string | Row = string | Row> = (line: Line) => I | undefined;

/** How the items are read. The function keeps what it has read of a row that goes on. */
export function itemReader({ flags }: Pick<Call, "flags">, items: Items): ReadItem<string> {
  return whole(chosen(String(flags["input"] ?? "lines"), columnFlag(flags), items));
}

/**
 * The same for a table whose rows go on with the answer.
 * @param begin receives the columns before the first row
 */
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

/** Whether standard input is a table, and standard output the same table with the answers' columns. */
export function areRows({ flags }: Pick<Call, "flags">): boolean {
  const isTable = (form: unknown) => form === "csv" || form === "tsv";
  return isTable(flags["input"]) && isTable(flags["output"]) && flags["field"] === undefined;
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

/** A table with the names of its columns on top, or, where the column is a number, without. */
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
