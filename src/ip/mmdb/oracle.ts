import { Reader, type Response } from "mmdb-lib";
import { type Address, formatAddress, ipv4 } from "../../syntax/ip-address.ts";
import { type Database, DatabaseError } from "./database.ts";

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

/** Addresses spread over IPv4, or over the global unicast block of IPv6. */
function sampleAddress(family: 4 | 6, index: number): Address {
  const spread = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  if (family === 4) return ipv4(spread);
  return { family: 6, w0: 0x20000000 + (spread >>> 3), w1: spread, w2: 0, w3: 1, mapped: false };
}
