/** Which tables of agents are in use: apart from them, so that whoever asks need not load them. */

let state = "";

/** The digest that tells the tables in use from others; empty for those that come with netlens. */
export function tablesState(): string {
  return state;
}

export function setTablesState(name: string): void {
  state = name;
}
