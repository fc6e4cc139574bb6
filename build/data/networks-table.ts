/**
 * Makes the table of kinds of networks inside the executable, data/geo/networks.mmdb: the networks that the
 * autonomous systems of data/networks/systems.txt announce according to the built-in table of autonomous
 * systems. It has the same date as that table.
 *
 *   bun run data networks-table
 */

import { join } from "node:path";
import { type ListedNetwork, networkDatabase } from "../../src/ip/connection/network-database.ts";
import { Mmdb } from "../../src/ip/mmdb/mmdb.ts";
import { readAsn } from "../../src/ip/names/record.ts";
import { CONNECTION_KINDS } from "../../src/ip/schema.ts";
import { fileMemory } from "../../src/platform/mapping.ts";

const folder = join(import.meta.dir, "../../data");
const lines = (await Bun.file(join(folder, "networks/systems.txt")).text()).split("\n");
const systems = new Map(
  lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [number = "", word, service = ""] = line.split(" | ");
      const kind = CONNECTION_KINDS.find((known) => known === word);
      if (kind === undefined) throw new Error(`systems.txt: ${line}`);
      return [Number(number), { kind, service }] as const;
    }),
);
const asns = new Mmdb(fileMemory(join(folder, "geo/autonomous-systems.mmdb"), "memory"));
const built = asns.metadata.buildEpoch ?? 0;
const since = new Date(built * 1000).toISOString().slice(0, 10);
const rows: ListedNetwork[] = [];
const found = new Set<number>();
for (const { address, prefix, record } of asns.networks()) {
  const { number = 0 } = readAsn(asns.decode(record)) ?? {};
  const system = systems.get(number);
  if (system === undefined) continue;
  found.add(number);
  rows.push({ network: { address, prefix }, connection: { ...system, source: `AS${number}`, since } });
}
for (const number of systems.keys()) if (!found.has(number)) console.warn(`AS${number} announces nothing`);
const bytes = networkDatabase(rows, built);
await Bun.write(join(folder, "geo/networks.mmdb"), bytes);
console.log(`${rows.length} networks of ${found.size} systems, ${(bytes.length / 1e6).toFixed(2)} MB`);
