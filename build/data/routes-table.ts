/**
 * Makes the table of autonomous systems inside the executable, data/geo/autonomous-systems.mmdb, from routing
 * tables of Route Views (CC BY 4.0): the origin of each prefix that most peers have. Systems keep their names
 * of the current table. New systems have no name: RIPE's list of names, like its routes, has no licence to
 * redistribute.
 *
 *   bun run data routes-table --day 2026-11-26 FILE|URL …
 *   bun run data routes-table --to FILE …                   to another file
 *
 * Tables are files such as https://archive.routeviews.org/bgpdata/2026.11/RIBS/rib.20261126.0000.bz2 and
 * https://archive.routeviews.org/route-views6/bgpdata/2026.11/RIBS/rib.20261126.0000.bz2 (needs bzip2).
 * Prints how often the new and the current table agree on 20,000 random addresses that both have, and writes
 * nothing if they rarely agree.
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { Mmdb } from "../../src/ip/mmdb/mmdb.ts";
import { map, mmdbFile, pointer, type RecordBlock, text, unsigned } from "../../src/ip/mmdb/writer.ts";
import { readAsn } from "../../src/ip/names/record.ts";
import { fileMemory, memoryOf } from "../../src/platform/mapping.ts";
import { type Address, ipv4 } from "../../src/syntax/ip-address.ts";
import { readRib } from "./mrt.ts";

/** Minimum number of peers with a route; routes with fewer peers are local. */
const FEWEST_PEERS = 5;
/** Prefix lengths of routes that are announced everywhere; others are mistakes or local. */
const WIDTHS = { 4: [8, 24], 6: [16, 48] } as const;
const SAMPLES = 20_000;
/**
 * Minimum percentage of addresses with the same system in both tables; even tables of different years agree
 * on more.
 */
const LEAST_AGREEMENT = 90;

const PRESENT = join(import.meta.dir, "../../data/geo/autonomous-systems.mmdb");
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    to: { type: "string", default: PRESENT },
    day: { type: "string", default: "" },
    fewest: { type: "string", default: "900000" },
  },
});
const built = Date.parse(values.day) / 1000;
if (!(built > 0) || positionals.length === 0) {
  console.error("routes-table: needs --day YYYY-MM-DD, and files of routes");
  process.exit(2);
}
const present = new Mmdb(fileMemory(PRESENT, "memory"));

async function bytesOf(source: string): Promise<ReadableStream<Uint8Array>> {
  const response = /^https?:/.test(source) ? await fetch(source) : new Response(Bun.file(source));
  if (!response.ok || !response.body) throw new Error(`${source} answers ${response.status}`);
  return response.body;
}

async function* unpacked(source: string): AsyncGenerator<Uint8Array> {
  const packed = await bytesOf(source);
  if (!source.endsWith(".bz2")) return yield* packed;
  const bzip2 = Bun.spawn(["bzip2", "-dc"], { stdin: packed, stdout: "pipe", stderr: "inherit" });
  yield* bzip2.stdout;
  if ((await bzip2.exited) !== 0) throw new Error(`${source} is not a complete bzip2 file`);
}

/** Names of systems in the current table. */
function presentNames(): Map<number, string> {
  const known = new Set([...present.networks()].map(({ record }) => record));
  return new Map(
    [...known].flatMap((record) => {
      const { number, organization = "" } = readAsn(present.decode(record)) ?? {};
      return number === undefined || organization === "" ? [] : [[number, organization] as const];
    }),
  );
}

function addressOf(family: 4 | 6, prefix: Uint8Array): Address {
  const bytes = new DataView(new ArrayBuffer(16));
  for (const [at, byte] of prefix.entries()) bytes.setUint8((family === 4 ? 12 : 0) + at, byte);
  const word = (at: number) => bytes.getInt32(4 * at);
  return { family, mapped: false, w0: word(0), w1: word(1), w2: word(2), w3: word(3) };
}

/** System number → its record. */
const records = new Map<number, number>();
const blocks: RecordBlock[] = [];
for (const source of positionals)
  for await (const { family, bits, prefix, origins } of readRib(unpacked(source))) {
    const [widest, narrowest] = WIDTHS[family];
    const [origin, peers] = [...origins].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0]);
    if (peers < FEWEST_PEERS || bits < widest || bits > narrowest) continue;
    const record = records.getOrInsert(origin, records.size);
    blocks.push({ address: addressOf(family, prefix), prefix: bits, record });
  }
if (blocks.length < Number(values.fewest))
  throw new Error(`${blocks.length} routes are too few: at least ${values.fewest} are expected`);

const names = presentNames();
const NUMBER_KEY = text("autonomous_system_number");
const keys = Buffer.concat([NUMBER_KEY, text("autonomous_system_organization")]);
const encoded = [...records.keys()].map((number) => {
  const name = names.get(number);
  const named = name === undefined ? [] : [[pointer(NUMBER_KEY.length), text(name)] as const];
  return map([pointer(0), unsigned(6, number)], ...named);
});
const facts = {
  type: "RouteViews-ASN",
  description: "Autonomous systems by Route Views, with names of the registries and DB-IP, CC BY 4.0",
  built,
};
const bytes = mmdbFile(blocks, encoded, facts, keys);

function originIn(mmdb: Mmdb, address: number): number | undefined {
  const { record } = mmdb.find(ipv4(address));
  return record === 0 ? undefined : readAsn(mmdb.decode(record))?.number;
}

const made = new Mmdb(memoryOf(bytes));
let [both, same] = [0, 0];
// Linear congruential generator: the same addresses in each run (Numerical Recipes).
for (let at = 1, tries = 0; both < SAMPLES && tries < 20 * SAMPLES; tries++) {
  at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
  const [mine, theirs] = [originIn(made, at), originIn(present, at)];
  if (mine === undefined || theirs === undefined) continue;
  both++;
  if (mine === theirs) same++;
}
console.log(`${same} of ${both} addresses in both tables have the same system`);
if (100 * same < LEAST_AGREEMENT * both) throw new Error("the current table differs: nothing is written");
await Bun.write(values.to, bytes);
console.log(
  `${values.to}: ${blocks.length} routes of ${records.size} systems, ${(bytes.length / 1e6).toFixed(1)} MB`,
);
