/** State of the tables; a separate module to avoid loading the tables. */

let state = "";

/** Digest of the tables in use; empty for the built-in ones. */
export function tablesState(): string {
  return state;
}

export function setTablesState(name: string): void {
  state = name;
}
