/** Answers → lines of standard output. */

import { type Call, type Flag, UsageError } from "../command.ts";
import { csvField, tsvField } from "./rows.ts";

export const outputFlags = {
  output: {
    type: "string",
    words: ["ndjson", "csv", "tsv"],
    help: "format of standard output: JSON objects (default) or a table",
  },
  fields: {
    type: "string",
    value: "A,B.C,…",
    help: "members of the answer to print, nested ones by path",
  },
  "no-header": { type: "boolean", help: "omit the line with the names of a table's columns" },
} as const satisfies Record<string, Flag>;

export interface Output {
  /** The first line, with its end; "" for none. */
  readonly header: string;
  /** The line of an answer, without its end; undefined when it is the answer's whole JSON. */
  readonly line: ((answer: unknown) => string) | undefined;
}

/** @param columns the fields of a table when none are named; an error's are added to them */
export function outputForm({ flags }: Pick<Call, "flags">, columns: readonly string[]): Output {
  const form = String(flags["output"] ?? "ndjson");
  const { fields } = flags;
  const named = typeof fields === "string" ? fields.split(",").map((field) => field.trim()) : undefined;
  if (named?.some((field) => field === "")) throw new UsageError(`--fields: expected names, not "${fields}"`);
  if (form === "ndjson") {
    if (flags["no-header"] === true) throw new UsageError("--no-header: is for --output csv or tsv");
    return { header: "", line: named && ((answer) => JSON.stringify(chosen(answer, named))) };
  }
  const all = named ?? [...columns, "error", "message"];
  const [separator, write] = form === "csv" ? ([",", csvField] as const) : (["\t", tsvField] as const);
  const row = (values: readonly string[]): string => values.map(write).join(separator);
  return {
    header: flags["no-header"] === true ? "" : `${row(all)}\n`,
    line: (answer) => row(all.map((path) => textOf(valueAt(answer, path)))),
  };
}

/** The value at a path such as `asn.number`; undefined where there is none. */
function valueAt(answer: unknown, path: string): unknown {
  let value = answer;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return value;
}

/** The answer with the named fields only, flat; an error is never left out. */
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
