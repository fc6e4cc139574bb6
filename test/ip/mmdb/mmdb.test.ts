import { describe, expect, test } from "bun:test";
import { Reader, type Response } from "mmdb-lib";
import { MmdbError } from "../../../src/ip/mmdb/decoder.ts";
import { Mmdb } from "../../../src/ip/mmdb/mmdb.ts";
import { memoryOf } from "../../../src/platform/mapping.ts";
import { type Address, formatAddress, ipv4, parseAddress } from "../../../src/syntax/ip-address.ts";
import { Double, encode, Float, mmdbOf, Raw, writeDatabase } from "../mmdb-writer.ts";
import { CITY, NESTED_CITY } from "../sample-databases.ts";

function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(text);
  return parsed;
}

function get(mmdb: Mmdb, where: Address): [unknown, number] {
  const { record, prefix } = mmdb.find(where);
  return [record === 0 ? null : mmdb.decode(record), prefix];
}

/** Pseudorandom networks of every prefix length, a few hundred, always the same. */
function spread(
  ipVersion: 4 | 6,
): Record<
  string,
  { n: number; text: string; float: Float; double: Double; list: readonly (boolean | string)[] }
> {
  const networks: ReturnType<typeof spread> = {};
  for (let i = 0; i < 250; i++) {
    const value = Math.imul(i + 1, 0x9e3779b1) >>> 0;
    const cidr =
      ipVersion === 4 || i % 2 === 0
        ? `${(i % 223) + 1}.${value & 255}.${(value >>> 8) & 255}.0/${i > 222 ? 24 : 9 + (i % 20)}`
        : `2a${(i % 100).toString().padStart(2, "0")}:${(value & 0xffff).toString(16)}::/${20 + (i % 100)}`;
    networks[cidr] = {
      n: value,
      text: `é${"x".repeat(i * 3)}`,
      float: new Float(i / 8),
      double: new Double(i / 3),
      list: [true, false, "a"],
    };
  }
  return networks;
}

describe.each([24, 28, 32] as const)("record size %d", (recordSize) => {
  test.each([4, 6] as const)(
    "finds what mmdb-lib finds, IP version %d, with and without tables",
    (ipVersion) => {
      const networks = Object.fromEntries(Object.entries(spread(ipVersion)).slice(0, 220));
      const bytes = writeDatabase(networks, { type: "Test", ipVersion, recordSize });
      const oracle = new Reader<Response>(bytes);
      const mmdb = mmdbOf(bytes);
      for (const prepared of [false, true]) {
        if (prepared) expect([...mmdb.prepare()].length).toBeGreaterThan(0);
        for (let i = 0; i < 2000; i++) {
          const where = ipv4(Math.imul(i, 0x45d9f3b) ^ (i << 24));
          const expected: [unknown, number] = oracle.getWithPrefixLength(formatAddress(where));
          expect(get(mmdb, where)).toEqual(expected);
        }
        if (ipVersion === 4) continue;
        for (const cidr of Object.keys(networks).filter((text) => text.includes(":"))) {
          const text = cidr.split("/")[0] ?? "";
          expect(get(mmdb, address(text))).toEqual(oracle.getWithPrefixLength(text));
        }
      }
      mmdb.checkNodes(0, mmdb.metadata.nodeCount);
    },
  );
});

describe("families", () => {
  test("an IPv4 file has no answers for IPv6, and does not cover it", () => {
    const mmdb = mmdbOf(writeDatabase({ "1.0.0.0/8": { a: 1 } }, { type: "T", ipVersion: 4 }));
    expect([mmdb.covers(4), mmdb.covers(6)]).toEqual([true, false]);
    expect(mmdb.find(address("100::1"))).toEqual({ record: 0, prefix: 0 });
  });

  test("an IPv6 file without IPv4 addresses does not cover them", () => {
    const mmdb = mmdbOf(writeDatabase({ "2a00::/16": { a: 1 } }, { type: "T" }));
    expect([mmdb.covers(4), mmdb.covers(6)]).toEqual([false, true]);
  });

  test("a mapped address is its IPv4 address", () => {
    const mmdb = mmdbOf(CITY());
    const plain = { ...mmdb.find(address("5.1.2.3")) };
    expect(plain.record).toBeGreaterThan(0);
    expect(mmdb.find(address("::ffff:5.1.2.3"))).toEqual(plain);
  });
});

test("metadata", () => {
  const { metadata } = mmdbOf(CITY());
  expect(metadata).toMatchObject({
    type: "GeoLite2-City",
    buildEpoch: 1_780_000_000,
    ipVersion: 6,
    languages: ["en", "de"],
  });
});

test("a build date beyond the range of Date is absent", () => {
  const bytes = writeDatabase({ "1.0.0.0/8": "x" }, { type: "T", metadata: { build_epoch: 2 ** 53 } });
  expect(mmdbOf(bytes).metadata.buildEpoch).toBeUndefined();
});

describe("refused files", () => {
  const good = CITY();
  const MARKER = good.lastIndexOf(Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"));
  const cases: readonly (readonly [name: string, bytes: Buffer, message: RegExp])[] = [
    ["an empty file", Buffer.alloc(0), /^empty$/],
    ["gzip", Buffer.from(Bun.gzipSync(new Uint8Array(good))), /gzip/],
    ["ZIP", Buffer.from("PK\x03\x04rest of it"), /ZIP/],
    ["a tar archive", Buffer.concat([Buffer.alloc(257), Buffer.from("ustar"), Buffer.alloc(250)]), /tar/],
    ["HTML", Buffer.from("<!DOCTYPE html><title>Sign in</title>"), /HTML/],
    ["JSON", Buffer.from('{"error": "no licence"}'), /JSON/],
    ["text", Buffer.from("Invalid license key, sorry\n"), /^text/],
    ["noise", Buffer.from([1, 2, 3, 0, 255, 254, 7, 8, 9]), /not a MaxMind DB/],
    ["the end missing", good.subarray(0, MARKER), /does not end with metadata/],
    ["metadata cut", good.subarray(0, good.length - 20), /beyond its section/],
    ["the beginning missing", good.subarray(good.length - 400), /truncated/],
    [
      "another format version",
      writeDatabase({ "1.0.0.0/8": "x" }, { type: "T", metadata: { binary_format_major_version: 3 } }),
      /version 3/,
    ],
    [
      "an odd record size",
      writeDatabase({ "1.0.0.0/8": "x" }, { type: "T", metadata: { record_size: 20 } }),
      /record size 20/,
    ],
    [
      "IP version 5",
      writeDatabase({ "1.0.0.0/8": "x" }, { type: "T", metadata: { ip_version: 5 } }),
      /IP version 5/,
    ],
    [
      "a node count as text",
      writeDatabase({ "1.0.0.0/8": "x" }, { type: "T", metadata: { node_count: "9" } }),
      /node_count/,
    ],
    [
      "more nodes than bytes",
      writeDatabase({ "1.0.0.0/8": "x" }, { type: "T", metadata: { node_count: 4_000_000_000 } }),
      /truncated/,
    ],
    [
      "metadata that is not a map",
      Buffer.concat([Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"), encode([1])]),
      /not a map/,
    ],
  ];
  test.each(cases)("%s", (_name, bytes, message) => {
    expect(() => mmdbOf(bytes)).toThrow(message);
    expect(() => mmdbOf(bytes)).toThrow(MmdbError);
  });
});

describe("damage in the data", () => {
  const POINTER_TO_ITSELF = Buffer.from([0x20, 0]);
  /** Map with one value, a pointer to the map itself. */
  const CIRCLE = Buffer.concat([Buffer.from([0xe1]), encode("a"), POINTER_TO_ITSELF]);
  const nested = (depth: number): Buffer =>
    Buffer.concat([...Array.from({ length: depth }, () => Buffer.from([1, 4])), encode("x")]);

  /** Database with one record of raw bytes. */
  function raw(record: Buffer): Mmdb {
    return mmdbOf(writeDatabase({ "0.0.0.0/1": new Raw(record) }, { type: "T", ipVersion: 4 }));
  }

  test.each([
    ["a pointer at itself", POINTER_TO_ITSELF, /pointer/],
    ["a map that holds itself", CIRCLE, /deep|values/],
    ["arrays in arrays", nested(13), undefined],
    ["arrays in arrays without end", nested(100), /deep/],
    ["a pointer beyond the end", Buffer.from([0x2f, 0xff]), /beyond/],
    ["text beyond the end", Buffer.from([0x5c, 0x41]), /beyond/],
    ["a map beyond the end", Buffer.from([0xfc, 0x41]), /./],
    ["a type that is not", Buffer.from([0x00, 0x20]), /type/],
    ["an extended type below 8", Buffer.from([0x01, 0x00]), /extended/],
    ["a key that is a number", Buffer.from([0xe1, 0xa1, 5]), /key/],
    ["a double of three bytes", Buffer.from([0x63, 1, 2, 3]), /bytes/],
  ])("%s", (_name, record, message) => {
    const mmdb = raw(record);
    const { record: at } = mmdb.find(ipv4(1));
    expect(at).toBeGreaterThan(0);
    if (message === undefined) expect(() => mmdb.decode(at)).not.toThrow();
    else expect(() => mmdb.decode(at)).toThrow(message);
  });

  test("a tree that points outside the data, or at its own root", () => {
    const bytes = writeDatabase({ "0.0.0.0/2": "x" }, { type: "T", ipVersion: 4 });
    const outside = Buffer.from(bytes);
    outside.set([0, 0, 2 + 5], 0);
    expect(() => mmdbOf(outside).checkNodes(0, 2)).toThrow(/outside/);
    expect(() => mmdbOf(outside).find(ipv4(1))).toThrow(/outside/);
    const circle = Buffer.from(bytes);
    circle.set([0, 0, 0], 0);
    expect(() => mmdbOf(circle).find(ipv4(0))).toThrow(/deeper/);
    let visits = 0;
    mmdbOf(circle).eachRecord(() => ++visits > 0);
    expect(visits).toBe(0);
  });

  test.each([
    [4, "0.0.0.0", "255.255.255.255"],
    [6, "::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ] as const)("a tree of IPv%d that is one node deeper than an address", (ipVersion, first, last) => {
    const bits = ipVersion === 4 ? 32 : 128;
    const bytes = writeDatabase(
      { [`${first}/${bits}`]: "a", [`${last}/${bits}`]: "b" },
      { type: "T", ipVersion },
    );
    expect(get(mmdbOf(bytes), address(first))).toEqual(["a", bits]);
    // Nodes of the two paths alternate. The last node of the first path is linked to that of the second.
    const nodes = 2 * bits - 1;
    bytes.set([0, 0, nodes - 1], (nodes - 2) * 6);
    expect(() => mmdbOf(bytes).find(address(first))).toThrow("deeper than an address");
    expect(get(mmdbOf(bytes), address(last))).toEqual(["b", bits]);
  });

  test("every single byte changed: an answer or an MmdbError, in a short time", () => {
    const good = writeDatabase(
      { "5.0.0.0/12": NESTED_CITY, "2a00::/16": { a: [1, 2, { b: true }] } },
      { type: "City" },
    );
    for (let at = 0; at < good.length; at++) {
      for (const change of [0x01, 0x80, 0xff]) {
        const bad = Buffer.from(good);
        bad[at] = (bad[at] ?? 0) ^ change;
        try {
          const mmdb = mmdbOf(bad);
          for (const where of [ipv4(0x05000001), ipv4(0xdf000000), address("2a00::1")]) {
            const { record } = mmdb.find(where);
            if (record !== 0) mmdb.decode(record);
          }
        } catch (error) {
          if (!(error instanceof MmdbError)) throw error;
        }
      }
    }
  });
});

test("a closed database reads nothing", () => {
  const memory = memoryOf(CITY());
  const mmdb = new Mmdb(memory);
  const { record } = mmdb.find(address("5.1.1.1"));
  memory.release();
  expect(() => mmdb.decode(record)).toThrow(MmdbError);
  expect(() => mmdb.find(address("5.1.1.1"))).toThrow(MmdbError);
});

test("files made by netlens have the metadata types of the format, so that strict readers open them", () => {
  const bytes = writeDatabase({ "1.0.0.0/8": { country_code: "AU" } }, { type: "T", buildEpoch: 5 });
  const after = (key: string) => bytes.subarray(bytes.lastIndexOf(key) + key.length);
  // Control bytes: an extended type has 0 in the high bits, and the next byte is the type minus 7.
  expect([...after("build_epoch").subarray(0, 3)]).toEqual([1, 2, 5]);
  expect((after("node_count")[0] ?? 0) >>> 5).toBe(6);
  expect((after("record_size")[0] ?? 0) >>> 5).toBe(5);
});
