/**
 * Agreement of the built-in country table with other databases, on random IPv4 addresses, and on random IPv6
 * addresses in blocks that registries allocate from. Only addresses that both databases have count.
 *
 *   bun build/measure/country-agreement.ts NAME=FILE,FILE …   MaxMind DB files, one or one per family
 *
 * Without arguments it compares with DB-IP City Lite, a development dependency.
 */

import { developmentCity, embeddedCountry } from "../../src/ip/mmdb/bundled.ts";
import { Mmdb } from "../../src/ip/mmdb/mmdb.ts";
import { namesFor } from "../../src/ip/names/names.ts";
import { readPlace } from "../../src/ip/names/record.ts";
import { specialPurpose } from "../../src/ip/special-purpose.ts";
import { fileMemory } from "../../src/platform/mapping.ts";
import { type Address, ipv4 } from "../../src/syntax/ip-address.ts";

const SAMPLES = 60_000;
/** First 16 bits of IANA's IPv6 allocations to registries, and prefix length; 0 if all 16 bits are fixed. */
const BLOCKS = [
  [0x2001, 0],
  [0x2400, 12],
  [0x2600, 12],
  [0x2800, 12],
  [0x2a00, 12],
  [0x2c00, 12],
] as const;

type Country = (address: Address) => string;

const english = namesFor("en");

/** Country from the first file with the address; "" if none has it. */
function countries(files: readonly string[]): Country {
  const all = files.map((file) => new Mmdb(fileMemory(file, "memory")));
  return (address) => {
    for (const mmdb of all) {
      if (!mmdb.covers(address.family)) continue;
      const { record } = mmdb.find(address);
      const code = record === 0 ? "" : readPlace(mmdb.decode(record), english)?.countryCode;
      if (code) return code;
    }
    return "";
  };
}

/** Mulberry32: the same addresses in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

function randomAddress(family: 4 | 6, next: () => number): Address {
  if (family === 4) return ipv4(next());
  const [first, bits] = BLOCKS[next() % BLOCKS.length] ?? BLOCKS[0];
  const high = first | (next() & (2 ** (bits === 0 ? 0 : 16 - bits) - 1));
  return { family: 6, w0: ((high << 16) | (next() & 0xffff)) >>> 0, w1: next(), w2: 0, w3: 1, mapped: false };
}

const given = process.argv.slice(2).map((argument) => {
  const [name = "", files = ""] = argument.split("=");
  return [name, countries(files.split(","))] as const;
});
const own = countries(embeddedCountry.map(({ file }) => file));
const others = given.length > 0 ? given : [["DB-IP City Lite", countries(developmentCity())] as const];

for (const family of [4, 6] as const) {
  const next = random(1);
  const addresses = Array.from({ length: SAMPLES }, () => randomAddress(family, next)).filter(
    (address) => specialPurpose(address) === undefined,
  );
  const all = [["inside", own] as const, ...others];
  const codes = all.map(([name, country]) => [name, addresses.map(country)] as const);
  for (const [name, theirs] of codes)
    console.log(`IPv${family} ${name}: knows ${theirs.filter(Boolean).length} of ${addresses.length}`);
  for (const [i, [one, a]] of codes.entries())
    for (const [other, b] of codes.slice(i + 1)) {
      const both = a.flatMap((code, at) => (code && b[at] ? [code === b[at]] : []));
      const same = both.filter(Boolean).length;
      const share = ((100 * same) / both.length).toFixed(1);
      console.log(`IPv${family} ${one} and ${other}: ${share} % of ${both.length}`);
    }
}
