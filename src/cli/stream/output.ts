/** Formats answers as lines of standard output. */

import { csvField, spreadsheetSafe } from "../../view/format.ts";
import { type Call, type Flag, UsageError } from "../command.ts";
import type { Columns } from "./input.ts";
import { tsvField } from "./rows.ts";

export const outputFlags = {
  output: {
    type: "string",
    words: ["ndjson", "csv", "tsv"],
    help: "format of standard output: JSON objects (default) or a table; the columns of an input table come first unless --fields names others",
  },
  fields: {
    type: "string",
    value: "A,B.C,…",
    help: "members of the answer to print, nested ones by path; the columns of an input table are then omitted",
  },
  "csv-safe": {
    type: "boolean",
    help: "put an apostrophe before cells that a spreadsheet would treat as formulas",
  },
  "no-header": { type: "boolean", help: "omit the header row of a table" },
} as const satisfies Record<string, Flag>;

export interface Output {
  /** First line, with its end; `""` for none. @param columns copied from the input */
  readonly header: (columns?: Columns) => string;
  /** Line of an answer; undefined if it is the JSON of the whole answer. @param cells of the item's row */
  readonly line: ((answer: unknown, cells?: readonly string[]) => string) | undefined;
}

/** @param columns default columns of a table, besides those of errors */
export function outputForm({ flags }: Pick<Call, "flags">, columns: readonly string[]): Output {
  const form = String(flags["output"] ?? "ndjson");
  const { fields } = flags;
  const named = typeof fields === "string" ? fields.split(",").map((field) => field.trim()) : undefined;
  if (named?.some((field) => field === "")) throw new UsageError(`--fields: expected names, not "${fields}"`);
  if (form === "ndjson") {
    for (const flag of ["no-header", "csv-safe"])
      if (flags[flag] === true) throw new UsageError(`--${flag} applies only to --output csv or tsv`);
    return { header: () => "", line: named && ((answer) => JSON.stringify(chosen(answer, named))) };
  }
  const [separator, write] = form === "csv" ? ([",", csvField] as const) : (["\t", tsvField] as const);
  const cell = flags["csv-safe"] === true ? (value: string) => write(spreadsheetSafe(value)) : write;
  const row = (values: readonly string[]): string => values.map(cell).join(separator);
  const all = named ?? [...columns, "error", "message"];
  let added: readonly string[] = all;
  let width = 0;
  return {
    header(read) {
      // `--fields` replaces all columns.
      const input = named ? undefined : read;
      const names = input?.names ?? [];
      width = names.length;
      // The input's column replaces a column of the answer with the same name.
      if (input) added = all.filter((path) => path !== names[input.at]);
      return flags["no-header"] === true ? "" : `${row([...names, ...added.map(outputName(names))])}\n`;
    },
    line: (answer, cells = []) => {
      const before = Array.from({ length: width }, (_, index) => cells[index] ?? "");
      return row([...before, ...added.map((path) => textOf(valueAt(answer, path)))]);
    },
  };
}

/** Renames answer columns that collide with an input column. */
function outputName(names: readonly string[]): (path: string) => string {
  return (path) => (names.includes(path) ? `answer.${path}` : path);
}

/** Value at a path such as `asn.number`. */
function valueAt(answer: unknown, path: string): unknown {
  let value = answer;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return value;
}

/** Picks the named fields, flat; errors are always included. */
function chosen(answer: unknown, paths: readonly string[]): object {
  const entries = [...new Set([...paths, "error", "message"])].map(
    (path) => [path, valueAt(answer, path)] as const,
  );
  const wanted = entries.filter(
    ([path, value]) =>
      value !== undefined && (paths.includes(path) || typeof valueAt(answer, "error") === "string"),
  );
  return Object.fromEntries(wanted);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === false) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
