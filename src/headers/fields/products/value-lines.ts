/** Parses the lines below a description in the catalogue: a keyword and a text each. */

import type { Shown } from "../../field.ts";

/** Parser and display of a value. */
export interface Value<T = unknown> extends Shown<T> {
  parse(value: string): T | undefined;
}

export interface Line {
  readonly keyword: string;
  readonly rest: string;
  /** Line number in the table, from 1. */
  readonly number: number;
}

export function wrong({ keyword, rest, number }: Line, why: string): Error {
  return new Error(`line ${number}: ${why}: ${keyword} ${rest}`);
}

export function lineOf(text: string, number: number): Line {
  const [, keyword = "", rest = ""] = /^([^ :]+):? ?(.*)/.exec(text) ?? [];
  return { keyword, rest, number };
}

/** Splits `KEY: TEXT`. */
export function keyed(line: Line): readonly [key: string, text: string] {
  const at = line.rest.indexOf(": ");
  if (at < 0) throw wrong(line, "a colon and a text are missing");
  return [line.rest.slice(0, at), line.rest.slice(at + 2)];
}

/** Splits a template into texts and placeholders. */
export function template<P>(text: string, piece: (name: string) => P): (string | P)[] {
  return text
    .split(/\{([^{}]*)\}/)
    .map((part, at) => (at % 2 === 0 ? part : piece(part)))
    .filter((part) => part !== "");
}

/** Adds a line `word TEXT: MEANING` to a table by lower-case word. */
export function addMeaning(table: Map<string, string>, line: Line): void {
  const [word, meaning] = keyed(line);
  const key = word.toLowerCase();
  if (line.keyword !== "word") throw wrong(line, "only words can stand here");
  if (table.has(key)) throw wrong(line, "the word is there twice");
  table.set(key, meaning);
}
