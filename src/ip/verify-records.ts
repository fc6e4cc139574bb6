/** Full check of a database's records. */

import { yieldToEventLoop } from "../api/cooperative.ts";
import { type Database, DatabaseError, verifyDatabase } from "./mmdb/database.ts";
import { MmdbError, type MmdbValue } from "./mmdb/decoder.ts";
import { compareWithOracle } from "./mmdb/oracle.ts";
import { impossiblePosition } from "./names/record.ts";

export { openDatabase } from "./mmdb/database.ts";

/** Checks the structure, the answers of another reader, and each record; returns the number of records. */
export async function verifyAll(database: Database): Promise<number> {
  await verifyDatabase(database);
  compareWithOracle(database);
  return verifyRecords(database);
}

/** Records decoded per slice: 0.8 ms. */
const SLICE = 200;

/**
 * @internal for tests: decodes each record once; returns their number. Finds two of three flipped bits in a city database's data;
 * the others change a letter or a digit, which only the publisher's checksum detects.
 * @throws DatabaseError
 */
export async function verifyRecords(database: Database): Promise<number> {
  const { mmdb } = database.source;
  const seen = new Set<number>();
  mmdb.eachRecord((record) => {
    seen.add(record);
    return true;
  });
  let count = 0;
  try {
    for (const record of seen) {
      const value = mmdb.decode(record);
      const fault = damage(value) ?? impossiblePosition(value);
      if (fault !== undefined) throw new MmdbError(`corrupt: the record at byte ${record} has ${fault}`);
      if (++count % SLICE === 0) await yieldToEventLoop();
    }
  } catch (error) {
    throw error instanceof MmdbError ? new DatabaseError(database.file, error.message) : error;
  }
  return count;
}

/** Replacement character of invalid UTF-8, or a control character. */
const DAMAGED = /[\u0000-\u001f\u007f\ufffd]/;
/** Form of keys in real databases. */
const KEY = /^[A-Za-z][\w.:-]*$/;

function damage(value: MmdbValue): string | undefined {
  if (typeof value === "string") return DAMAGED.test(value) ? "a text that is not valid UTF-8" : undefined;
  if (typeof value !== "object" || value instanceof Uint8Array) return undefined;
  for (const [key, item] of Object.entries(value)) {
    if (!Array.isArray(value) && !KEY.test(key)) return `the key ${JSON.stringify(key.slice(0, 40))}`;
    const fault = damage(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
