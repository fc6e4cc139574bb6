import { Reader, type Response } from "mmdb-lib";
import { type Address, formatAddress, ipv4 } from "../../syntax/ip-address.ts";
import { namesFor } from "../names/names.ts";
import { readAsn, readPlace } from "../names/record.ts";
import { type Database, DatabaseError } from "./database.ts";
import type { Mmdb } from "./mmdb.ts";

/** Number of compared addresses. */
const COMPARED = 200;

/** Compares this reader with mmdb-lib, which is widely used. @throws DatabaseError if results differ */
export function compareWithOracle({ file, families, memory, source: { mmdb } }: Database): void {
  if (memory === undefined) return;
  const oracle = new Reader<Response>(memory.buffer());
  for (const family of families)
    for (let i = 0; i < COMPARED; i++) {
      const address = sampleAddress(family, i);
      const { record } = mmdb.find(address);
      const ours = record === 0 ? null : mmdb.decode(record);
      const text = formatAddress(address);
      if (!Bun.deepEquals(ours, oracle.get(text)))
        throw new DatabaseError(file, `the record of ${text} reads differently with mmdb-lib`);
    }
}

/** First words of blocks that registries assign from: 2400::/12 and so on. */
const ASSIGNED = [0x24000000, 0x26000000, 0x28000000, 0x2a000000, 0x2c000000] as const;

/** Addresses spread over IPv4, or over the assigned blocks of IPv6. */
function sampleAddress(family: 4 | 6, index: number): Address {
  const spread = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  if (family === 4) return ipv4(spread);
  const w0 = (ASSIGNED[index % ASSIGNED.length] ?? 0) + (spread >>> 12);
  return { family: 6, w0, w1: spread, w2: 0, w3: 1, mapped: false };
}

/** Number of sampled addresses of each family, and the minimum that must be known. */
const SAMPLED = 10_000;
const LEAST_KNOWN = 200;

/**
 * Counts sampled addresses with an answer in `before`, and those with another country or autonomous system, or
 * none, in `fresh`. Zero if fewer than 200 have an answer.
 */
export function movedAddresses(before: readonly Database[], fresh: Database) {
  let [known, moved] = [0, 0];
  const isAsn = fresh.kind === "asn";
  for (const family of fresh.families) {
    const table = before.find(({ families, hasAsn }) => families.includes(family) && hasAsn === isAsn);
    for (let i = 0; table && i < SAMPLED; i++) {
      const address = sampleAddress(family, i);
      const was = answerOf(table.source.mmdb, address, isAsn);
      if (was === "") continue;
      known++;
      if (answerOf(fresh.source.mmdb, address, isAsn) !== was) moved++;
    }
  }
  return known < LEAST_KNOWN ? { known: 0, moved: 0 } : { known, moved };
}

function answerOf(mmdb: Mmdb, address: Address, isAsn: boolean): string | number {
  const { record } = mmdb.find(address);
  if (record === 0) return "";
  const value = mmdb.decode(record);
  return isAsn ? (readAsn(value)?.number ?? "") : (readPlace(value, namesFor("en"))?.countryCode ?? "");
}
