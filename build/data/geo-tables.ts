/**
 * Makes the tables of addresses inside the executable, in data/geo, from current data of the registries and
 * Route Views. If a source cannot be downloaded or is invalid, its table stays unchanged, with a message and
 * exit code 1.
 *
 *   bun run data geo-tables
 */

import { join } from "node:path";

/** Yesterday, since today's dump may not exist yet. */
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const [year, month] = day.split("-");
const rib = `bgpdata/${year}.${month}/RIBS/rib.${day.replaceAll("-", "")}.0000.bz2`;
const routes = ["", "route-views6/"].map((collector) => `https://archive.routeviews.org/${collector}${rib}`);
/** In order: the table of kinds of networks is made from the table of autonomous systems. */
const SCRIPTS = [
  ["country-table", "https://ftp.ripe.net/pub/stats/ripencc/nro-stats/latest/nro-delegated-stats"],
  ["routes-table", "--day", day, ...routes],
  ["networks-table"],
] as const;

const failed = SCRIPTS.filter(([script, ...args]) => {
  const command = [process.execPath, join(import.meta.dir, `${script}.ts`), ...args];
  return Bun.spawnSync(command, { stdio: ["ignore", "inherit", "inherit"] }).exitCode !== 0;
});
if (failed.length > 0) console.error(`unchanged: ${failed.map(([script]) => script).join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
