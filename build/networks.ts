/**
 * `bun run networks [COUNT] [SEED]`: CPU time that kinds of networks add to a city lookup, in one process, by
 * the minimum of alternating rounds. Prints how many of 20,000 random public addresses have each kind, and
 * the size of answers. Fails if a lookup takes 0.4 µs more, or if an answer without a kind of network
 * changes.
 */

import { openGeo } from "../src/ip/geo.ts";
import { lookupIp, lookupQuadJson } from "../src/ip/lookup.ts";
import { developmentCity, embeddedAsn, embeddedCountry, embeddedNetworks } from "../src/ip/mmdb/bundled.ts";
import type { GeoDatabases } from "../src/ip/mmdb/lookup-source.ts";
import { specialPurpose } from "../src/ip/special-purpose.ts";
import { connectionText } from "../src/jobs/visitor/address-text.ts";
import { ipv4 } from "../src/syntax/ip-address.ts";

const [count = 20_000, seed = 1, file] = [...process.argv.slice(2, 4).map(Number), ...process.argv.slice(4)];
const ROUNDS = 15;
/** Maximum additional microseconds of a lookup. */
const MOST = 0.4;

let state = Number(seed) >>> 0;
/** An unsigned number of 32 bits (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
}
const values: number[] = [];
while (values.length < Number(count)) {
  const value = random();
  if (specialPurpose(ipv4(value)) === undefined) values.push(value);
}

const geo = await openGeo(
  {
    load: "memory",
    usualPlaces: [],
    city: developmentCity(),
    ...(typeof file === "string" && { networks: file }),
    ...{ embeddedCountry, embeddedAsn, embeddedNetworks },
  },
  () => {},
);
await geo.prepared;
const whole = geo.current();
const { connections: _, ...bare } = whole;

/** Microseconds of CPU per address. */
function cost(databases: GeoDatabases): number {
  const before = process.cpuUsage();
  for (const value of values) lookupQuadJson(value, databases);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / values.length;
}

const least = { bare: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
for (let round = 0; round < ROUNDS; round++) {
  least.bare = Math.min(least.bare, cost(bare));
  least.whole = Math.min(least.whole, cost(whole));
}
const more = least.whole - least.bare;
console.log(
  `${least.bare.toFixed(2)} µs an address without, ${least.whole.toFixed(2)} with: ${more.toFixed(2)} more, ${(least.whole / least.bare).toFixed(2)} times (${values.length} addresses, least of ${ROUNDS} rounds)`,
);

const kinds = new Map<string, number>();
const bytes = { bare: 0, whole: 0, withKind: 0, times: 0 };
let differing = 0;
for (const value of values) {
  const without = lookupQuadJson(value, bare);
  const text = lookupQuadJson(value, whole);
  bytes.bare += without.length;
  bytes.whole += text.length;
  if (!text.includes('"connection":')) {
    if (text !== without) differing++;
    continue;
  }
  bytes.withKind += text.length - without.length;
  bytes.times++;
  for (const { kind } of lookupIp(JSON.parse(text).ip, whole).connection ?? [])
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
}
for (const [kind, times] of [...kinds].toSorted((a, b) => b[1] - a[1]))
  console.log(`${times} ${connectionText({ connection: [{ kind: kind as "vpn", source: "", since: "" }] })}`);
console.log(
  `${values.length - bytes.times} of which nothing is said, ${differing} of these with another answer; ${(bytes.bare / values.length).toFixed(0)} bytes an answer, ${(bytes.withKind / bytes.times).toFixed(0)} more where something is said`,
);
geo.close();
process.exit(more > MOST || differing > 0 ? 1 : 0);
