/**
 * `bun run soak [--minutes 20]`: a mix of all operations and pages, including failures, at 80 % of the
 * machine's capacity, while databases are replaced and reloaded, Redis is stopped and killed, and clients are
 * slow. Prints every unexpected answer, the slope of memory after the first fifth, and p99 per minute. Exits
 * with 1 for an unexpected answer, or if memory grows.
 */

import { parseArgs } from "node:util";
import { soak } from "./soak/soak.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "20" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes: expected a number, not "${values.minutes}"`);
  process.exit(2);
}
const { unexpected, slope } = await soak(minutes * 60, console.log);
// A slope below 1 MB per minute, over twenty minutes, is garbage that was not collected yet.
process.exit(unexpected.length === 0 && slope < 1 ? 0 : 1);
