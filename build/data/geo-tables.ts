/**
 * Replaces the tables of addresses inside the executable, in data/geo, with today's: countries and autonomous
 * systems from ip-location-db, and kinds of networks from these and operators' lists. Each is checked like
 * `netlens update geo`. A table that cannot be downloaded stays as it is.
 *
 *   bun run data geo-tables [--mirror URL] [--to FOLDER] [--lists FOLDER] [--most-days 14]
 *
 * With --most-days, fails if any table or list is older afterwards; without, if any download failed.
 */

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import openLists from "../../data/networks/open-lists.txt" with { type: "text" };
import { publishedNetworks } from "../../src/ip/connection/network-lists.ts";
import { openDatabase } from "../../src/ip/mmdb/database.ts";
import { type IpLocationFile, updateGeo } from "../../src/ip/update.ts";

const { values: flags } = parseArgs({
  options: {
    mirror: { type: "string" },
    to: { type: "string", default: join(import.meta.dir, "../../data/geo") },
    lists: { type: "string", default: join(import.meta.dir, "../../data/networks/open") },
    "most-days": { type: "string" },
  },
});
const DAY = 86_400_000;
const now = Date.now();
const failed: string[] = [];

/** Downloads a table, and makes it the one that the executable contains. */
async function table(file: IpLocationFile, module: string, constant: string): Promise<void> {
  const source = { kind: "ip-location-db", file, ...(flags.mirror && { mirror: flags.mirror }) } as const;
  const result = await updateGeo({ target: join(flags.to, `${file}.mmdb`), source, now });
  await Bun.write(
    join(flags.to, module),
    `/** The built-in table of ip-location-db (PDDL), by \`bun run data geo-tables\`. */

import table from "./${file}.mmdb" with { type: "file" };

/** Files, and the address families of each. */
export const ${constant}: readonly { readonly file: string; readonly families: readonly (4 | 6)[] }[] = [
  { file: table, families: [4, 6] },
];
`,
  );
  console.log(`${file}: built ${result.buildDate?.slice(0, 10)}, ${(result.bytes / 1e6).toFixed(1)} MB`);
}

for (const [file, module, constant] of [
  ["user-country", "country-files.ts", "countryFiles"],
  ["origin-asn", "asn-files.ts", "asnFiles"],
] as const)
  await table(file, module, constant).catch((error: Error) => {
    console.error(`${file} stays as it is: ${error.message}`);
    failed.push(file);
  });
// Replaced by origin-asn.mmdb.
if (!failed.includes("origin-asn")) await rm(join(flags.to, "autonomous-systems.mmdb"), { force: true });
const script = join(import.meta.dir, "networks-table.ts");
const more = ["--to", flags.to, "--lists", flags.lists, ...(flags.mirror ? ["--mirror", flags.mirror] : [])];
if (
  Bun.spawnSync([process.execPath, script, ...more], { stdio: ["ignore", "inherit", "inherit"] }).exitCode !==
  0
)
  failed.push("networks");

/** Build date of a table, Unix time in milliseconds. */
function builtOf(file: string): number {
  const database = openDatabase(file, "memory");
  database.close();
  return (database.metadata.buildEpoch ?? 0) * 1000;
}

/** Date in the first line of a list; 0 for a missing list. */
async function takenOf(id: string): Promise<number> {
  const file = Bun.file(join(flags.lists, `${id}.txt`));
  return (await file.exists()) ? Date.parse((await file.text()).slice(2, 12)) : 0;
}

async function oldTables(mostDays: number): Promise<readonly string[]> {
  const { asnFiles } = await import(join(flags.to, "asn-files.ts"));
  const { countryFiles } = await import(join(flags.to, "country-files.ts"));
  const tables = [...countryFiles, ...asnFiles].map(({ file }) => [file, builtOf(file)] as const);
  const lists = publishedNetworks(openLists).map(async ({ id }) => [id, await takenOf(id)] as const);
  return [...tables, ...(await Promise.all(lists))]
    .filter(([, time]) => Math.floor((now - time) / DAY) > mostDays)
    .map(([name, time]) =>
      time === 0 ? `${name} is missing` : `${name} is of ${new Date(time).toISOString().slice(0, 10)}`,
    );
}

const wrong = flags["most-days"] === undefined ? failed : await oldTables(Number(flags["most-days"]));
for (const reason of wrong) console.error(`not a table of today: ${reason}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
