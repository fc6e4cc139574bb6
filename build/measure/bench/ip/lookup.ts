/**
 * Address → JSON in one process: `bun lookup.ts netlens|mmdb-lib CITY ADDRESSES ROUNDS` prints nanoseconds of
 * CPU per address, best round.
 */

import { readFileSync } from "node:fs";
import { Reader, type Response } from "mmdb-lib";
import { lookupIpJson } from "../../../../src/ip/lookup.ts";
import { openDatabase, verifyDatabase } from "../../../../src/ip/mmdb/database.ts";
import type { GeoDatabases } from "../../../../src/ip/mmdb/lookup-source.ts";

const [which = "netlens", city = "", addresses = "", rounds = "5"] = process.argv.slice(2);
const lines = readFileSync(addresses, "utf8").trim().split("\n");

async function netlens(): Promise<(ip: string) => string> {
  const database = openDatabase(city, "map");
  await verifyDatabase(database);
  const sources = { 4: [database.source], 6: [] };
  const geo: GeoDatabases = { places: sources, asns: { 4: [], 6: [] } };
  return (ip) => lookupIpJson(ip, geo);
}

function mmdbLib(): (ip: string) => string {
  const reader = new Reader<Response>(readFileSync(city));
  return (ip) => {
    const [record, prefix] = reader.getWithPrefixLength(ip);
    return JSON.stringify({ ip, ipType: 4, code: record === null ? "unknown" : "geoip", ...record, prefix });
  };
}

const answer = which === "netlens" ? await netlens() : mmdbLib();
// Writes to a buffer, as the C program does, because concatenated strings are flattened late.
const out = Buffer.alloc(4096);
let best = Number.POSITIVE_INFINITY;
let bytes = 0;
for (let round = 0; round < Number(rounds); round++) {
  const from = process.cpuUsage();
  for (const line of lines) bytes += out.write(answer(line));
  const { user, system } = process.cpuUsage(from);
  best = Math.min(best, ((user + system) * 1000) / lines.length);
}
console.error(answer(lines.at(-1) ?? ""));
console.log(Math.round(best), bytes);
