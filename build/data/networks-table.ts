/**
 * Makes the table of kinds of networks inside the executable, data/geo/networks.mmdb: the networks that the
 * autonomous systems of data/networks/systems.txt announce according to the built-in table of autonomous
 * systems, and the lists of data/networks/open-lists.txt. Each list is downloaded to data/networks/open; if
 * that fails, its previous text is used, which begins with its date. The table has the date of that of
 * autonomous systems.
 *
 *   bun run data networks-table [--mirror URL] [--to FOLDER] [--lists FOLDER]
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { asnFiles } from "../../data/geo/asn-files.ts";
import { type ListedNetwork, networkDatabase } from "../../src/ip/connection/network-database.ts";
import { publishedNetworks, readList } from "../../src/ip/connection/network-lists.ts";
import { Mmdb } from "../../src/ip/mmdb/mmdb.ts";
import { readAsn } from "../../src/ip/names/record.ts";
import { CONNECTION_KINDS } from "../../src/ip/schema.ts";
import { fileMemory } from "../../src/platform/mapping.ts";

const folder = join(import.meta.dir, "../../data");
const { values: flags } = parseArgs({
  options: {
    mirror: { type: "string" },
    to: { type: "string", default: join(folder, "geo") },
    lists: { type: "string", default: join(folder, "networks/open") },
  },
});
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
const asns = new Mmdb(fileMemory(asnFiles[0]?.file ?? "", "memory"));
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

async function textOf(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return response.text();
}

const lists = publishedNetworks(await Bun.file(join(folder, "networks/open-lists.txt")).text());
for (const list of lists) {
  const file = join(flags.lists, `${list.id}.txt`);
  try {
    const page = list.find && !flags.mirror ? list.find(await textOf(list.url)) : list.url;
    const text = await textOf(flags.mirror ? `${flags.mirror}/${list.id}` : (page ?? list.url));
    readList(list, text);
    await Bun.write(file, `# ${new Date().toISOString().slice(0, 10)}\n${text}`);
  } catch (error) {
    console.warn(`${list.id} keeps its text: ${error instanceof Error ? error.message : error}`);
  }
  const text = await Bun.file(file)
    .text()
    .catch(() => "");
  if (text === "") continue;
  const { kind, url } = list;
  for (const { network, service } of readList(list, text).networks)
    rows.push({ network, connection: { kind, service, source: url, since: text.slice(2, 12) } });
}

const bytes = networkDatabase(rows, built);
await Bun.write(join(flags.to, "networks.mmdb"), bytes);
console.log(
  `${rows.length} networks of ${found.size} systems and of lists, ${(bytes.length / 1e6).toFixed(2)} MB`,
);
