/**
 * The plain-text tables of agents and what is made of them. Those that come with netlens hold until a data file
 * brings others; what was made of the former is then made anew at its next use.
 */

import { linesIn, rowsIn } from "../../../data/tables.ts";
import { builtIn, type TableName } from "./built-in.ts";
import { setTablesState } from "./tables-state.ts";

/** Texts by the name of their table; the built-in one stands in for a table that is missing. */
export type Tables = ReadonlyMap<string, string>;

const BUILT_IN: Tables = new Map();
let current = BUILT_IN;
let generation = 0;
const makers: (() => unknown)[] = [];

/** The whole text of a table. */
export const tableText = (name: TableName): string => current.get(name) ?? builtIn(name);

/** The rows of a table. @throws Error where it has a row that no source stands above */
export function rowsOf(name: TableName): string[][] {
  return rowsIn(tableText(name));
}

/** The lines of its rows. @throws Error where it has a row that no source stands above */
export function linesOf(name: TableName): string[] {
  return linesIn(tableText(name));
}

/**
 * A value made of the tables: at the first use, and for other tables before they are put in use, which are refused if it
 * cannot be made.
 */
export function fromTables<T>(make: () => T): () => T {
  let made: { readonly value: T; readonly of: number } | undefined;
  const get = () => {
    if (made?.of !== generation) made = { value: make(), of: generation };
    return made.value;
  };
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
