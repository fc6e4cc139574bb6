/** The built-in table of kinds of networks. `bun run data networks-table` makes it. */

import table from "./networks.mmdb" with { type: "file" };

/** Files, and the address families of each. */
export const networkFiles: readonly { readonly file: string; readonly families: readonly (4 | 6)[] }[] = [
  { file: table, families: [4, 6] },
];
