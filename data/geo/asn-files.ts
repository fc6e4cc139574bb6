/** The built-in table of autonomous systems. `bun run data geo-tables` replaces it. */

import table from "./autonomous-systems.mmdb" with { type: "file" };

/** Files, and the address families of each. */
export const asnFiles: readonly { readonly file: string; readonly families: readonly (4 | 6)[] }[] = [
  { file: table, families: [4, 6] },
];
