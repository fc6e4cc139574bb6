/**
 * Makes the table of autonomous systems inside the executable, data/geo/autonomous-systems.mmdb, of the CSV files of
 * npm @ip-location-db/asn (Route Views' prefixes with the registries' and DB-IP's names, CC BY 4.0). The package is 64 MB
 * when unpacked, so nothing depends on it: get it by `npm pack @ip-location-db/asn` and unpack that.
 *
 *   bun run data asn-table FOLDER              the unpacked package
 *   bun run data asn-table --to FILE FOLDER    to another file
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Address, parseAddress } from "../../src/ip/address.ts";
import { map, mmdbFile, pointer, type RecordBlock, text, unsigned } from "../../src/ip/mmdb-writer.ts";

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    to: { type: "string", default: join(import.meta.dir, "../../data/geo/autonomous-systems.mmdb") },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("asn-table: which folder has asn-ipv4.csv, asn-ipv6.csv and package.json?");
  process.exit(2);
}

/** Bits of an address, as one number. */
function numberOf({ w0, w1, w2, w3 }: Address): bigint {
  return [w0, w1, w2, w3].reduce((sum, word) => (sum << 32n) | BigInt(word >>> 0), 0n);
}

function addressOf(family: 4 | 6, number: bigint): Address {
  const [w0, w1, w2, w3] = [96n, 64n, 32n, 0n].map((shift) => Number((number >> shift) & 0xffffffffn));
  return { family, mapped: false, w0: w0 ?? 0, w1: w1 ?? 0, w2: w2 ?? 0, w3: w3 ?? 0 };
}

/** The blocks that a range from `first` to `last` consists of. */
function blocksOf(family: 4 | 6, first: bigint, last: bigint, record: number): RecordBlock[] {
  const width = family === 4 ? 32 : 128;
  const blocks: RecordBlock[] = [];
  for (let at = first; at <= last; ) {
    let bits = 0;
    while (bits < width && (at >> BigInt(bits)) % 2n === 0n && at + (2n << BigInt(bits)) - 1n <= last) bits++;
    blocks.push({ address: addressOf(family, at), prefix: width - bits, record });
    at += 1n << BigInt(bits);
  }
  return blocks;
}

/** `start,end,number,name`, where a name with a comma or a quotation mark is quoted (RFC 4180). */
const ROW = /^([\da-f.:]+),([\da-f.:]+),(\d+),(?:"((?:[^"]|"")*)"|([^",]*))$/;

/** AS number and name → its record. The name is the one of the AS: a range whose row has another is told. */
const records = new Map<string, number>();
const encoded: Buffer[] = [];
const NUMBER_KEY = text("autonomous_system_number");
const keys = Buffer.concat([NUMBER_KEY, text("autonomous_system_organization")]);

function recordOf(number: number, name: string): number {
  const key = `${number} ${name}`;
  const known = records.get(key);
  if (known !== undefined) return known;
  records.set(key, encoded.length);
  encoded.push(
    map(
      [pointer(0), unsigned(6, number)],
      ...(name === "" ? [] : [[pointer(NUMBER_KEY.length), text(name)] as const]),
    ),
  );
  return encoded.length - 1;
}

const blocks: RecordBlock[] = [];
for (const family of [4, 6] as const) {
  const lines = (await Bun.file(join(folder, `asn-ipv${family}.csv`)).text()).split("\n");
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    const [, start = "", end = "", number = "", quoted, plain = ""] = ROW.exec(line.trim()) ?? [];
    const first = parseAddress(start);
    const last = parseAddress(end);
    if (first?.family !== family || last?.family !== family)
      throw new Error(`asn-ipv${family}.csv, line ${index + 1}: ${line}`);
    if (Number(number) === 0) continue;
    const record = recordOf(Number(number), (quoted?.replaceAll('""', '"') ?? plain).trim());
    for (const block of blocksOf(family, numberOf(first), numberOf(last), record)) blocks.push(block);
  }
}
const { version } = (await Bun.file(join(folder, "package.json")).json()) as { version: string };
// Its versions end in year, month, day and hour.
const [, year, month, day] = /\.(\d{4})(\d\d)(\d\d)\d\d$/.exec(version) ?? [];
const built = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000;
if (!(built > 0)) throw new Error(`version ${version} has no date`);
const facts = {
  type: "RouteViews-ASN",
  description:
    "Autonomous systems by Route Views, NRO and DB-IP, CC BY 4.0, by way of npm @ip-location-db/asn",
  built,
};
const bytes = mmdbFile(blocks, encoded, facts, keys);
await Bun.write(values.to, bytes);
console.log(
  `${values.to}: ${blocks.length} blocks, ${encoded.length} records, ${(bytes.length / 1e6).toFixed(1)} MB`,
);
