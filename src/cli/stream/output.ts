/** Formats answers as lines of standard output. */

import { csvRow } from "../../view/format.ts";
import { API_JSON, type Call, type Flag } from "../command.ts";
import { flagsOf } from "../input/flag-table.ts";
import type { Columns } from "./input.ts";
import { tsvField } from "./rows.ts";

export const fieldFlag: Flag = {
  type: "string",
  value: "PATH",
  repeats: true,
  help: "print only this member, such as countryCode or steps.0.ip, without a header row; several are separated by tabs, or as --format says; repeatable",
};

export const outputFlags: Readonly<Record<string, Flag>> = {
  json: API_JSON,
  ...flagsOf("answer flags", { format: ["text", "json", "csv", "tsv"] }),
  field: fieldFlag,
};

export interface Output {
  /** First line, with its end; `""` for none. @param columns copied from the input */
  readonly header: (columns?: Columns) => string;
  /** Line of an answer; undefined if it is the JSON of the whole answer. @param cells of the item's row */
  readonly line: ((answer: unknown, cells?: readonly string[]) => string) | undefined;
}

/** True if lines are rows of a table. */
export function isTable({ flags, lists }: Pick<Call, "flags" | "lists">): boolean {
  const { format } = flags;
  return format === "csv" || format === "tsv" || (format === undefined && lists["field"] !== undefined);
}

/** @param columns default columns of a table, besides those of errors */
export function outputForm(call: Pick<Call, "flags" | "lists">, columns: readonly string[]): Output {
  const { format } = call.flags;
  const named = call.lists["field"];
  if (!isTable(call))
    return { header: () => "", line: named && ((answer) => JSON.stringify(chosen(answer, named))) };
  const row = (values: readonly string[]): string =>
    format === "csv" ? csvRow(values) : values.map(tsvField).join("\t");
  const all = named ?? [...columns, "error", "message"];
  let added: readonly string[] = all;
  let width = 0;
  return {
    header(read) {
      // `--field` replaces all columns and their names.
      if (named) return "";
      const names = read?.names ?? [];
      width = names.length;
      // The input's column replaces a column of the answer with the same name.
      if (read) added = all.filter((path) => path !== names[read.at]);
      return `${row([...names, ...added.map(outputName(names))])}\n`;
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
