/** Parses TOML 1.0, with the place of each key. Pure. */

import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import { ProjectError } from "./project-error.ts";

export interface Parsed {
  readonly value: unknown;
  /** Returns `LINE:COLUMN`, from 1, of the key at a path (`["limits", "redirects"]`), or of the nearest table. */
  readonly at: (path: readonly (string | number)[]) => string;
}

/** @throws ProjectError with line and column if it is not valid TOML */
export function parsePositioned(text: string, file: string): Parsed {
  const parsed = parsedOrThrown(text, file);
  const places = new Map<string, string>();
  const note = (path: readonly (string | number)[], node: AST.TOMLNode) => {
    const key = pathKey(path);
    if (!places.has(key)) places.set(key, place(node.loc.start.line, node.loc.start.column));
  };
  const value: Table = Object.create(null);
  for (const node of parsed.body[0].body) {
    if (node.type === "TOMLTable") {
      note(node.resolvedKey, node);
      const table = tableAt(value, node.resolvedKey);
      for (const row of node.body) setRow(table, row, node.resolvedKey, note);
    } else setRow(value, node, [], note);
  }
  return {
    value,
    at: (path) => {
      for (let length = path.length; length > 0; length--) {
        const found = places.get(pathKey(path.slice(0, length)));
        if (found) return found;
      }
      return place(1, 0);
    },
  };
}

function parsedOrThrown(text: string, file: string): AST.TOMLProgram {
  try {
    return parseTOML(text, { tomlVersion: "1.0" });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const at = place(error.lineNumber, error.column);
    throw new ProjectError(`${file}:${at}: not valid TOML: ${error.message.toLowerCase()}`);
  }
}

/** No prototype: a key may be `__proto__`. */
type Table = Record<string | number, unknown>;

/** Gets or creates the table at a path; a number is an index in an array of tables. */
function tableAt(root: Table, path: readonly (string | number)[]): Table {
  let table = root;
  for (const [index, key] of path.entries()) {
    table[key] ??= typeof path[index + 1] === "number" ? [] : Object.create(null);
    table = table[key] as Table;
  }
  return table;
}

type Note = (path: readonly (string | number)[], node: AST.TOMLNode) => void;

/** @param path path of the table */
function setRow(table: Table, row: AST.TOMLKeyValue, path: readonly (string | number)[], note: Note): void {
  const keys = row.key.keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value));
  for (const [index] of keys.entries()) note([...path, ...keys.slice(0, index + 1)], row);
  const owner = tableAt(table, keys.slice(0, -1));
  owner[keys.at(-1) ?? ""] = contentOf(row.value, [...path, ...keys], note);
}

function contentOf(node: AST.TOMLContentNode, path: readonly (string | number)[], note: Note): unknown {
  if (node.type === "TOMLArray")
    return node.elements.map((item, index) => {
      note([...path, index], item);
      return contentOf(item, [...path, index], note);
    });
  if (node.type !== "TOMLInlineTable") return node.value;
  const table: Table = Object.create(null);
  for (const row of node.body) setRow(table, row, path, note);
  return table;
}

const place = (line: number, column: number) => `${line}:${column + 1}`;
const pathKey = (path: readonly (string | number)[]) => JSON.stringify(path);
