/**
 * Replaces the tables of addresses inside the executable, in data/geo, with today's: countries and autonomous
 * systems from ip-location-db, and kinds of networks from these and operators' lists. Each is checked like
 * `netlens update geo`. A table that cannot be downloaded stays as it is.
 *
 *   bun run data geo-tables [--mirror URL] [--to FOLDER] [--most-days 14]
 *
 * With --most-days, fails if any table is older afterwards; without, if any download failed.
 */

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../../src/ip/mmdb/database.ts";
import { type IpLocationFile, updateGeo } from "../../src/ip/update.ts";

const { values: flags } = parseArgs({
  options: {
    mirror: { type: "string" },
    to: { type: "string", default: join(import.meta.dir, "../../data/geo") },
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
const more = ["--to", flags.to, ...(flags.mirror ? ["--mirror", flags.mirror] : [])];
if (
  Bun.spawnSync([process.execPath, script, ...more], { stdio: ["ignore", "inherit", "inherit"] }).exitCode !==
  0
)
  failed.push("networks");

if (flags["most-days"] !== undefined) {
  const { asnFiles } = await import(join(flags.to, "asn-files.ts"));
  const { countryFiles } = await import(join(flags.to, "country-files.ts"));
  const { networkFiles } = await import(join(flags.to, "network-files.ts"));
  for (const { file } of [...countryFiles, ...asnFiles, ...networkFiles]) {
    const { metadata, close } = openDatabase(file, "memory");
    close();
    const days = Math.floor((now - (metadata.buildEpoch ?? 0) * 1000) / DAY);
    if (days <= Number(flags["most-days"])) continue;
    console.error(`${file} is ${days} days old, more than ${flags["most-days"]}`);
    process.exitCode = 1;
  }
} else if (failed.length > 0) process.exitCode = 1;
