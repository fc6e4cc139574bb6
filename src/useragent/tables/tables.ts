/**
 * Plain-text tables of agents and the values derived from them. A data file replaces the built-in tables;
 * derived values are then rebuilt at their next use.
 */

import { linesIn, rowsIn } from "../../../data/tables.ts";
import { builtIn, type TableName } from "./built-in.ts";
import { setTablesState } from "./tables-state.ts";

/** Text by table name; missing tables are built in. */
export type Tables = ReadonlyMap<string, string>;

const BUILT_IN: Tables = new Map();
let current = BUILT_IN;
let generation = 0;
const makers: (() => unknown)[] = [];

export const tableText = (name: TableName): string => current.get(name) ?? builtIn(name);

/** Rows of a table. @throws Error for a row without a source above it */
export function rowsOf(name: TableName): string[][] {
  return rowsIn(tableText(name));
}

/** Lines of a table's rows. @throws Error for a row without a source above it */
export function linesOf(name: TableName): string[] {
  return linesIn(tableText(name));
}

/** Derives a value at first use. New tables are tested with it before they replace the current ones. */
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
 * Replaces all tables, or restores the built-in ones; `name` identifies the set.
 * @throws Error if a derived value fails; the previous tables stay
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
