/** The table of kinds of networks inside the executable. `bun run data networks-table` makes it. */

import table from "./networks.mmdb" with { type: "file" };

/** Files, and the address families that each answers for. */
export const networkFiles: readonly { readonly file: string; readonly families: readonly (4 | 6)[] }[] = [
  { file: table, families: [4, 6] },
];
