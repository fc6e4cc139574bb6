/** Reads our database files with mmdb-lib. */

import { expect, test } from "bun:test";
import { Reader } from "mmdb-lib";
import { map, mmdbFile, pointer, text, unsigned } from "../../../src/ip/mmdb/writer.ts";
import { parseNetwork } from "../../../src/syntax/ip-address.ts";

const block = (network: string, record: number) => {
  const parsed = parseNetwork(network);
  if (!parsed) throw new Error(network);
  return { ...parsed, record };
};
/** Opens a file; mmdb-lib's own types only cover MaxMind's databases. */
const read = <T>(file: Buffer) =>
  new Reader(file) as unknown as Pick<Reader<never>, "metadata"> & {
    get: (ip: string) => T | null;
    getWithPrefixLength: (ip: string) => [T | null, number];
  };
const FACTS = { type: "Test", description: "A test", built: 1_780_000_000 };

test("blocks of both families, most specific first; neighbours with the same record are merged", () => {
  const records = ["a", "b"].map((name) => map(["name", text(name)]));
  const blocks = [
    block("5.0.0.0/9", 0),
    block("5.128.0.0/9", 0),
    block("5.1.2.0/24", 1),
    block("2a00::/16", 0),
    block("2a00:1::/32", 1),
  ];
  const reader = read<{ name: string }>(mmdbFile(blocks, records, FACTS));
  const found = ["5.0.0.1", "5.200.0.1", "5.1.2.3", "5.1.3.0", "6.0.0.0", "2a00::1", "2a00:1::1", "2b00::"];
  expect(found.map((ip) => reader.get(ip)?.name)).toEqual([
    "a",
    "a",
    "b",
    "a",
    undefined,
    "a",
    "b",
    undefined,
  ]);
  expect(reader.getWithPrefixLength("5.200.0.1")[1]).toBe(9);
  expect(reader.metadata).toMatchObject({ databaseType: "Test", ipVersion: 6, recordSize: 24 });
  expect(reader.metadata.buildEpoch.getTime()).toBe(FACTS.built * 1000);
});

test("strings at lengths where their header changes, cut between characters", () => {
  const long = (bytes: number) => `${"x".repeat(bytes - 2)}é`;
  const texts = ["", "x", long(28), long(29), long(284), long(285), long(400)];
  const records = texts.map((each) => map(["t", text(each)]));
  const reader = read<{ t: string }>(
    mmdbFile(
      texts.map((_, index) => block(`${index + 1}.0.0.0/8`, index)),
      records,
      FACTS,
    ),
  );
  const told = texts.map((_, index) => reader.get(`${index + 1}.0.0.1`)?.t);
  expect(told).toEqual(["", "x", long(28), long(29), long(284), "x".repeat(283), "x".repeat(284)]);
});

test("integers, and keys that are written once and pointed to", () => {
  const key = text("autonomous_system_number");
  const numbers = [1, 255, 65_536, 4_294_967_295];
  const file = mmdbFile(
    numbers.map((_, index) => block(`${index + 1}.0.0.0/8`, index)),
    numbers.map((number) => map([pointer(0), unsigned(6, number)])),
    FACTS,
    key,
  );
  const reader = read<{ autonomous_system_number: number }>(file);
  expect(numbers.map((_, index) => reader.get(`${index + 1}.0.0.1`)?.autonomous_system_number)).toEqual(
    numbers,
  );
  expect(file.toString("latin1").split("autonomous_system_number")).toHaveLength(2);
  expect(pointer(0x7ff)).toEqual(Buffer.from([0x27, 0xff]));
  expect(() => pointer(0x800)).toThrow();
});

test("the first levels of both families are at the start of the file, level by level, since tables of them are loaded first", () => {
  const file = mmdbFile([block("5.1.2.0/28", 0), block("2a00::/24", 0)], [map(["n", text("a")])], FACTS);
  /** Numbers of the nodes on the path to an address. */
  const way = (bits: string) => {
    const nodes = [0];
    for (const bit of bits) nodes.push(file.readUIntBE((nodes.at(-1) ?? 0) * 6 + Number(bit) * 3, 3));
    return nodes;
  };
  const numbers = (from: number, to: number, step = 1) =>
    Array.from({ length: (to - from) / step + 1 }, (_, at) => from + at * step);
  // The last bit is omitted, since it leads to the record.
  const ipv4 = way("0".repeat(96) + "0000010100000001000000100000".slice(0, -1));
  const ipv6 = way("001010100000000000000000".slice(0, -1));
  // Node order: levels 0 to 16 of the tree, then the levels from the start of IPv4, then the rest.
  expect(ipv4.slice(0, 17)).toEqual([0, 1, 2, ...numbers(3, 29, 2)]);
  expect(ipv6.slice(0, 17)).toEqual([0, 1, 2, ...numbers(4, 30, 2)]);
  expect(ipv4.slice(96, 113)).toEqual(numbers(31, 47));
  expect(ipv4.slice(17, 96)).toEqual(numbers(48, 126));
  expect(ipv4.slice(113)).toEqual(numbers(127, 137));
  expect(ipv6.slice(17)).toEqual(numbers(138, 144));
});
