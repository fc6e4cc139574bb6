/** Builds the table of autonomous systems from routing table dumps, recorded and made for the test. */

import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAddress } from "../../src/syntax/ip-address.ts";
import { mmdbOf } from "../../test/ip/mmdb-writer.ts";
import { type RibEntry, readRib } from "../data/mrt.ts";

const root = join(import.meta.dir, "../..");
const place = mkdtempSync(join(tmpdir(), "netlens-routes-"));
afterAll(() => rmSync(place, { recursive: true }));

/** MRT record with a type, a subtype and content. */
function record(type: number, subtype: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(type, 4);
  head.writeUInt16BE(subtype, 6);
  head.writeUInt32BE(content.length, 8);
  return Buffer.concat([head, content]);
}

const numbers = (width: 2 | 4, ...all: readonly number[]) =>
  Buffer.concat(all.map((each) => Buffer.from(each.toString(16).padStart(2 * width, "0"), "hex")));
const sequence = (...path: readonly number[]) =>
  Buffer.concat([Buffer.of(2, path.length), numbers(4, ...path)]);
const set = (...members: readonly number[]) =>
  Buffer.concat([Buffer.of(1, members.length), numbers(4, ...members)]);
const origin = Buffer.of(0x40, 1, 1, 0);
const pathOf = (...segments: readonly Uint8Array[]) => {
  const value = Buffer.concat(segments);
  return Buffer.concat([Buffer.of(0x40, 2, value.length), value]);
};
const longPathOf = (...segments: readonly Uint8Array[]) => {
  const value = Buffer.concat(segments);
  return Buffer.concat([Buffer.of(0x50, 2), numbers(2, value.length), value]);
};

/** MRT record of a prefix with the route of each peer. */
function rib(subtype: number, bits: number, prefix: readonly number[], paths: readonly Uint8Array[]): Buffer {
  const hasId = subtype > 7;
  const entries = paths.map((path, peer) => {
    const attributes = Buffer.concat([origin, path]);
    const head = [numbers(2, peer), numbers(4, 1), ...(hasId ? [numbers(4, 9)] : [])];
    return Buffer.concat([...head, numbers(2, attributes.length), attributes]);
  });
  const content = [numbers(4, 0), Buffer.of(bits, ...prefix), numbers(2, entries.length), ...entries];
  return record(13, subtype, Buffer.concat(content));
}

const routesOf = (peers: number, path: Uint8Array) => Array.from({ length: peers }, () => path);

async function entriesOf(dump: Uint8Array, step = dump.length): Promise<string[]> {
  async function* chunks() {
    for (let at = 0; at < dump.length; at += step) yield dump.subarray(at, at + step);
  }
  const systems: string[] = [];
  const words = ({ family, bits, prefix, origins }: RibEntry) =>
    `${family} ${Buffer.from(prefix).toString("hex")}/${bits} ${[...origins].map((pair) => pair.join("×")).join(" ")}`;
  for await (const entry of readRib(chunks())) systems.push(words(entry));
  return systems;
}

describe("a dump", () => {
  // Dump written by Quagga: peers, two IPv4 prefixes and an IPv6 prefix, with private systems and addresses.
  const QUAGGA =
    "589ecde0000d00010000002ec0a800120000000202ac10000ac0a8000a0000fde803ac10000afd020000000000" +
    "0000000000000000100000fde8589ecde0000d0002000000580000000018ac110000010000589ecd3c00464001" +
    "01005002001a0206fa56ea00fa56ea00fa56ea000000fc000000fc000000fc00400304c0a8000a800404000000" +
    "0a40050400000064c0080cfde80064fde800c8fde8012c589ecde0000d0004000000ef0000000340fd01000100" +
    "00000000020001589ecd440070400101005002001a0206fa56ea00fa56ea00fa56ea000000fc000000fc000000" +
    "fc008004040000000a40050400000064c0080cfde80064fde800c8fde8012c800e2e00020120fd020000000000" +
    "000000000000000010fe8000000000000002060afffe0efff00040fd010001000000000000589ecd3c00604001" +
    "01005002001a0206fa56ea00fa56ea00fa56ea000000fc000000fc000000fc008004040000000a400504000000" +
    "64c0080cfde80064fde800c8fde8012c800e1e0002011000000000000000000000ffffc0a8000a0040fd010001" +
    "00000000";

  test("of Quagga is read, in chunks of any size", async () => {
    const dump = Buffer.from(QUAGGA, "hex");
    const read = ["4 ac1100/24 64512×1", "6 fd01000100000000/64 64512×2"];
    for (const step of [dump.length, 1, 7, 50]) expect(await entriesOf(dump, step)).toEqual(read);
  });

  test("gives the last system of each path; an AS set gives none", async () => {
    const paths = [
      pathOf(sequence(64500, 64501)),
      longPathOf(sequence(64500), sequence(64502, 64501)),
      pathOf(sequence(64500), set(64503, 64504)),
      pathOf(set(64503), sequence(64505)),
      pathOf(),
    ];
    const dump = Buffer.concat([
      record(16, 4, Buffer.alloc(20)),
      rib(2, 9, [8, 128], paths),
      rib(8, 0, [], paths.slice(0, 1)),
      rib(10, 16, [0x20, 1], paths.slice(3)),
    ]);
    expect(await entriesOf(dump)).toEqual(["4 0880/9 64501×2 64505×1", "4 /0 64501×1", "6 2001/16 64505×1"]);
  });

  test("that ends early is an error, and so is a truncated record", async () => {
    const dump = rib(2, 8, [8], [pathOf(sequence(64500))]);
    expect(entriesOf(dump.subarray(0, -1))).rejects.toThrow("the dump ends in the middle of a record");
    const short = record(13, 2, dump.subarray(12, -2));
    expect(entriesOf(short)).rejects.toThrow(RangeError);
  });
});

async function make(dumps: readonly string[], ...more: string[]) {
  const to = join(place, "asn.mmdb");
  rmSync(to, { force: true });
  const command = ["build/data/routes-table.ts", "--to", to, "--day", "2026-11-26"];
  const run = Bun.spawn([process.execPath, ...command, ...more, ...dumps], {
    cwd: root,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([run.stdout.text(), run.stderr.text()]);
  return { code: await run.exited, out, err, to };
}

function dumpOf(name: string, content: Uint8Array): string {
  const file = join(place, name);
  writeFileSync(file, content);
  return file;
}

const LEVEL3 = pathOf(sequence(64500, 3356));
const GOOGLE = pathOf(sequence(64500, 15169));
const NEW = pathOf(sequence(64500, 4200000001));
const V4 = [
  rib(2, 9, [8, 0], routesOf(5, LEVEL3)),
  rib(2, 24, [8, 8, 8], [...routesOf(6, GOOGLE), ...routesOf(7, LEVEL3).slice(2)]),
  rib(2, 24, [8, 8, 4], routesOf(4, NEW)),
  rib(2, 25, [8, 1, 2, 128], routesOf(9, NEW)),
  rib(2, 24, [240, 0, 0], routesOf(5, NEW)),
  rib(2, 7, [8], routesOf(9, NEW)),
];
const V6 = [rib(4, 32, [0x20, 1, 0x48, 0x60], routesOf(5, GOOGLE))];

test("uses the origin that most peers see, and the narrowest prefix", async () => {
  const dumps = [dumpOf("v4", Buffer.concat(V4)), dumpOf("v6", Buffer.concat(V6))];
  const { code, out, err, to } = await make(dumps, "--fewest", "4");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^\d+ of \d+ addresses in both tables have the same system\n/);
  expect(out).toEndWith(`${to}: 4 routes of 3 systems, 0.0 MB\n`);
  const mmdb = mmdbOf(readFileSync(to));
  const systemOf = (text: string) => {
    const address = parseAddress(text);
    const { record: found } = address ? mmdb.find(address) : { record: 0 };
    return found === 0 ? undefined : Object.values(mmdb.decode(found) as object).join(" ");
  };
  // System names come from the current table.
  expect(systemOf("8.8.8.8")).toStartWith("15169 Google");
  expect(systemOf("2001:4860:4860::8888")).toStartWith("15169 Google");
  expect(systemOf("240.0.0.1")).toBe("4200000001");
  // Skipped: a route of only four peers, and routes with too long or too short a prefix.
  for (const address of ["8.8.4.4", "8.1.2.200"]) expect(systemOf(address)).toMatch(/^3356 \w/);
  expect([systemOf("9.9.9.9"), systemOf("192.0.2.1")]).toEqual([undefined, undefined]);
});

test.skipIf(Bun.which("bzip2") === null)(
  "a packed dump is read with bzip2; a truncated one is an error",
  async () => {
    const packed = Bun.spawnSync(["bzip2", "-c"], { stdin: Buffer.concat(V4) }).stdout;
    const { err } = await make([dumpOf("v4.bz2", packed)]);
    expect(err).toContain("3 routes are too few");
    const cut = await make([dumpOf("cut.bz2", packed.subarray(0, -20))], "--fewest", "0");
    expect([cut.code, cut.err]).toEqual([1, expect.stringContaining("cut.bz2 is not a complete bzip2 file")]);
  },
);

test("half a dump makes no table, nor does one that contradicts the current table", async () => {
  const half = await make([dumpOf("v4", Buffer.concat(V4))]);
  expect([half.code, half.err]).toEqual([
    1,
    expect.stringContaining("3 routes are too few: at least 900000"),
  ]);
  const other = [rib(2, 9, [8, 0], routesOf(5, NEW))];
  const odd = await make([dumpOf("other", Buffer.concat(other))], "--fewest", "1");
  expect([odd.code, odd.err]).toEqual([1, expect.stringContaining("nothing is written")]);
  expect(await Bun.file(odd.to).exists()).toBe(false);
});
