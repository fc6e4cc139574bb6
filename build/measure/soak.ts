/**
 * `bun run soak [--minutes 20]`: one mix of all operations and pages, failures included, at 80 % of what the machine can do,
 * while databases are replaced and reloaded, Redis is stopped and killed, and clients dawdle. Tells every answer that was not
 * meant, the slope of memory after the first fifth, and p99 minute by minute. Exit code 1 for an answer that was not meant, or memory that grows.
 */

import { parseArgs } from "node:util";
import { soak } from "./soak/soak.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "20" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes: expected a number, not "${values.minutes}"`);
  process.exit(2);
}
const { unmeant, slope } = await soak(minutes * 60, console.log);
// Megabytes a minute: what a collector does not give back at once, over twenty minutes.
process.exit(unmeant.length === 0 && slope < 1 ? 0 : 1);
