/** Random databases are read as mmdb-lib reads them; damaged ones give a value or a documented error. */

import { expect, test } from "bun:test";
import fc from "fast-check";
import { Reader, type Response } from "mmdb-lib";
import { MmdbError } from "../../../src/ip/mmdb/decoder.ts";
import type { Mmdb } from "../../../src/ip/mmdb/mmdb.ts";
import { formatAddress, ipv4, parseAddress } from "../../../src/syntax/ip-address.ts";
import { Double, mmdbOf, type Value, writeDatabase } from "../mmdb-writer.ts";

const quad = fc.nat(2 ** 32 - 1).map((value) => formatAddress(ipv4(value)));
/** Global unicast addresses, which never overlap the IPv4 part of the tree. */
const six = fc
  .tuple(fc.integer({ min: 0x2000, max: 0x3fff }), fc.nat(0xffff), fc.nat(0xffff))
  .map((groups) => `${groups.map((group) => group.toString(16)).join(":")}::`);

const value = fc.letrec<{ any: Value; map: Value }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.nat(2 ** 31 - 1),
    fc.boolean(),
    fc.double({ noNaN: true }).map((number) => new Double(number)),
    fc.array(tie("any"), { maxLength: 4 }),
    tie("map"),
  ),
  map: fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), tie("any"), { maxKeys: 5, noNullPrototype: true }),
}));

/** Networks that do not overlap: the first bits are unique. */
const networks = fc
  .tuple(
    fc.uniqueArray(fc.tuple(quad, fc.integer({ min: 12, max: 32 })), {
      maxLength: 12,
      selector: ([text]) => text.split(".", 1)[0],
    }),
    fc.uniqueArray(fc.tuple(six, fc.integer({ min: 16, max: 48 })), {
      maxLength: 8,
      selector: ([text]) => text.split(":", 1)[0],
    }),
  )
  .map(([four, sixes]) => [...four, ...sixes].map(([text, prefix]) => `${text}/${prefix}`));

const database = fc
  .tuple(networks, fc.array(value.map, { minLength: 20, maxLength: 20 }), fc.constantFrom(24, 28, 32))
  .map(([cidrs, values, recordSize]) => ({
    cidrs,
    bytes: writeDatabase(Object.fromEntries(cidrs.map((cidr, index) => [cidr, values[index] ?? {}])), {
      type: "Test",
      recordSize: recordSize as 24 | 28 | 32,
    }),
  }));

/** Record of an address, and the prefix length of its network. */
function find(mmdb: Mmdb, text: string): [unknown, number] {
  const address = parseAddress(text);
  if (!address) throw new Error(text);
  const { record, prefix } = mmdb.find(address);
  return [record === 0 ? null : mmdb.decode(record), prefix];
}

test("finds what mmdb-lib finds, inside and outside of its networks", () => {
  fc.assert(
    fc.property(
      database,
      fc.array(fc.oneof(quad, six), { maxLength: 20 }),
      fc.boolean(),
      ({ cidrs, bytes }, others, prepared) => {
        const mmdb = mmdbOf(bytes);
        if (prepared) for (const _ of mmdb.prepare());
        const oracle = new Reader<Response>(bytes);
        for (const text of [...cidrs.map((cidr) => cidr.split("/")[0] ?? ""), ...others]) {
          const family = text.includes(":") ? 6 : 4;
          if (!mmdb.covers(family)) continue;
          expect(find(mmdb, text), text).toEqual(oracle.getWithPrefixLength(text) as [unknown, number]);
        }
      },
    ),
    { numRuns: 150 },
  );
}, 30_000);

test("a damaged or truncated file gives a value or a documented error", () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      database,
      damage,
      fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      quad,
      six,
      ({ cidrs, bytes }, places, cut, ...others) => {
        const broken = Buffer.from(bytes);
        for (const [at, byte] of places) broken[at % broken.length] = byte;
        const kept = cut === null ? broken : broken.subarray(0, Math.floor(broken.length * cut));
        try {
          const mmdb = mmdbOf(kept);
          for (const text of [...cidrs.map((cidr) => cidr.split("/")[0] ?? ""), ...others]) find(mmdb, text);
        } catch (error) {
          if (!(error instanceof MmdbError)) throw error;
        }
      },
    ),
    { numRuns: 500 },
  );
}, 30_000);
