/**
 * The plain-text tables of agents and what is made of them. Those that come with netlens hold until a data file
 * brings others; what was made of the former is then made anew at its next use.
 */

import { linesIn, rowsIn } from "../../data/tables.ts";
import { builtIn, type TableName } from "./built-in.ts";
import { setTablesState } from "./tables-state.ts";

/** Texts by the name of their table; the built-in one stands in for a table that is missing. */
export type Tables = ReadonlyMap<string, string>;

const BUILT_IN: Tables = new Map();
let current = BUILT_IN;
let generation = 0;
const makers: (() => unknown)[] = [];

/** A value for each table that is asked for, made once: most are asked for again. */
function ofTable<T>(make: (name: TableName) => T): (name: TableName) => T {
  const known = fromTables(() => new Map<TableName, T>());
  return (name) => {
    const made = known().get(name) ?? make(name);
    known().set(name, made);
    return made;
  };
}

/** The whole text of a table, in UTF-8. */
export const tableBytes = ofTable((name): Buffer => {
  const text = current.get(name);
  return text === undefined ? builtIn(name) : Buffer.from(text);
});

/** The whole text of a table. */
export const tableText = ofTable((name): string => tableBytes(name).toString());

/** The rows of a table. @throws Error where it has a row that no source stands above */
export function rowsOf(name: TableName): string[][] {
  return rowsIn(tableText(name));
}

/** The lines of its rows. @throws Error where it has a row that no source stands above */
export function linesOf(name: TableName): string[] {
  return linesIn(tableText(name));
}

/** The lines of its rows with the places where they begin. */
export function placedLinesOf(name: TableName): { readonly line: string; readonly at: number }[] {
  return Array.from(tableText(name).matchAll(/^[^#\n].*/gm), ({ 0: line, index: at }) => ({ line, at }));
}

/** Where the next such sign is in a table, or its end. */
export function endOf(table: string, sign: string, at: number): number {
  const end = table.indexOf(sign, at);
  return end < 0 ? table.length : end;
}

/** A value made of the tables: at the first use, and again at the first one after they changed. */
export function lazilyFromTables<T>(make: () => T): () => T {
  let made: { readonly value: T; readonly of: number } | undefined;
  return () => {
    if (made?.of !== generation) made = { value: make(), of: generation };
    return made.value;
  };
}

/** The same, made before other tables are put in use, which are refused where it cannot be. */
export function fromTables<T>(make: () => T): () => T {
  const get = lazilyFromTables(make);
  makers.push(get);
  return get;
}

/**
 * Puts other tables in place of all, or the built-in ones again; `name` tells them from others.
 * @throws Error where something cannot be made of them; those before stay
 */
export function useTables(tables: Tables = BUILT_IN, name = ""): void {
  const before = current;
  current = tables;
  generation++;
  try {
    if (tables !== BUILT_IN) for (const make of makers) make();
    setTablesState(name);
  } catch (error) {
    current = before;
    generation++;
    throw error;
  }
}
