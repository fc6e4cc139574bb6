/**
 * Data file of user agents for a release: the tables of this checkout with a checksum, versioned by the
 * newest date of their sources. A running service can load it without a new executable.
 *
 *   bun build/agents-file.ts [FILE]      dist/netlens-agents.json
 *
 * Addresses of operators are not included: users download them with `netlens update agents`.
 */

import { join } from "node:path";
import { agentsFileText } from "../src/useragent/ranges.ts";
import { builtIn, builtInTaken, TABLE_NAMES } from "../src/useragent/tables/built-in.ts";

const target = process.argv[2] ?? join(import.meta.dir, "../dist/netlens-agents.json");
const texts = TABLE_NAMES.map((table) => ({ table, text: String(builtIn(table)) }));
const text = agentsFileText([], new Date().toISOString(), { taken: builtInTaken(), texts });
await Bun.write(target, text);
console.log(
  `${target}: ${TABLE_NAMES.length} tables of ${builtInTaken()}, ${(text.length / 1e6).toFixed(1)} MB`,
);
