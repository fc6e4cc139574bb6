/**
 * Writes where rows of the agents' tables begin, after these have changed; `bun build/golden.ts` does it too.
 *
 *   bun run data agents-starts
 */

import "../../src/useragent/lookup.ts";
import { startsFile } from "../../src/useragent/starts.ts";

const bytes = startsFile();
await Bun.write(new URL("../../data/agents/starts.bin", import.meta.url).pathname, bytes);
console.log(`starts of rows: ${bytes.length} bytes`);
