/** TOML 1.0 text → its value, and where each key stands. Pure. */

import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";
import { ProjectError } from "./project-error.ts";

export interface Parsed {
  readonly value: unknown;
  /** `LINE:COLUMN`, from 1, of the key at a path (`["limits", "redirects"]`), else of the nearest table above it. */
  readonly at: (path: readonly (string | number)[]) => string;
}

/** @throws ProjectError with line and column for text that is not TOML */
export function parsePositioned(text: string, file: string): Parsed {
  const parsed = parsedOrThrown(text, file);
  const places = new Map<string, string>();
  const note = (path: readonly (string | number)[], node: AST.TOMLNode) => {
    const key = pathKey(path);
    if (!places.has(key)) places.set(key, place(node.loc.start.line, node.loc.start.column));
  };
  for (const node of parsed.body[0].body) {
    if (node.type === "TOMLTable") {
      note(node.resolvedKey, node);
      for (const row of node.body) noteRow(row, node.resolvedKey, note);
    } else noteRow(node, [], note);
  }
  return {
    value: getStaticTOMLValue(parsed),
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

type Note = (path: readonly (string | number)[], node: AST.TOMLNode) => void;

function noteRow(row: AST.TOMLKeyValue, table: readonly (string | number)[], note: Note): void {
  const keys = row.key.keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value));
  const path = [...table, ...keys];
  note(path, row);
  noteValue(row.value, path, note);
}

/** Items of lists, so that the one at fault is named. */
function noteValue(value: AST.TOMLContentNode, path: readonly (string | number)[], note: Note): void {
  if (value.type === "TOMLInlineTable") for (const row of value.body) noteRow(row, path, note);
  if (value.type !== "TOMLArray") return;
  for (const [index, item] of value.elements.entries()) {
    note([...path, index], item);
    noteValue(item, [...path, index], note);
  }
}

const place = (line: number, column: number) => `${line}:${column + 1}`;
const pathKey = (path: readonly (string | number)[]) => JSON.stringify(path);
