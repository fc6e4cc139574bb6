/** The table of autonomous systems inside the executable. `bun run data routes-table` makes another. */

import table from "./autonomous-systems.mmdb" with { type: "file" };

/** Files, and the address families that each answers for. */
export const asnFiles: readonly { readonly file: string; readonly families: readonly (4 | 6)[] }[] = [
  { file: table, families: [4, 6] },
];
