/**
 * Writes where rows of the agents' tables begin, after these have changed; with `--check` says whether it is up to date.
 *
 *   bun build/starts.ts [--check]
 */

import "../src/useragent/lookup.ts";
import { startsFile } from "../src/useragent/starts.ts";

const file = new URL("../data/agents/starts.bin", import.meta.url).pathname;
const bytes = Buffer.from(startsFile());
const before = Buffer.from(await Bun.file(file).arrayBuffer());
if (process.argv.includes("--check")) {
  if (!bytes.equals(before))
    throw new Error("data/agents/starts.bin is not of these tables: run bun build/starts.ts");
} else {
  await Bun.write(file, bytes);
  console.log(`data/agents/starts.bin: ${bytes.length} bytes${bytes.equals(before) ? ", as before" : ""}`);
}
