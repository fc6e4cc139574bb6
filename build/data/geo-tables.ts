/**
 * Makes the tables of addresses inside the executable, in data/geo, of the registries' and Route Views' data of today; what
 * cannot be fetched, or is not sound, leaves its table as it is and is told. Ends with 1 then.
 *
 *   bun run data geo-tables
 */

import { join } from "node:path";

/** Yesterday's: today's may not be there yet. */
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const [year, month] = day.split("-");
const rib = `bgpdata/${year}.${month}/RIBS/rib.${day.replaceAll("-", "")}.0000.bz2`;
const routes = ["", "route-views6/"].map((collector) => `https://archive.routeviews.org/${collector}${rib}`);
/** Kinds of networks are made of the table of autonomous systems, after it. */
const SCRIPTS = [
  ["country-table", "https://ftp.ripe.net/pub/stats/ripencc/nro-stats/latest/nro-delegated-stats"],
  ["routes-table", "--day", day, ...routes],
  ["networks-table"],
] as const;

const failed = SCRIPTS.filter(([script, ...args]) => {
  const command = [process.execPath, join(import.meta.dir, `${script}.ts`), ...args];
  return Bun.spawnSync(command, { stdio: ["ignore", "inherit", "inherit"] }).exitCode !== 0;
});
if (failed.length > 0) console.error(`as they were: ${failed.map(([script]) => script).join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
