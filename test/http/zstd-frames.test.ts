import { describe, expect, test } from "bun:test";
import zlib from "node:zlib";
import { openFrameWalk } from "../../src/http/zstd-frames.ts";

const random = (length: number) =>
  Buffer.from(Array.from({ length }, (_, i) => (i * 7919 + (i >> 3)) & 0xff));
const withChecksum = { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } };
const skippable = Buffer.from("5a2a4d1803000000abcdef", "hex");
const small = zlib.zstdCompressSync("hello");

const wholes: [name: string, bytes: Buffer][] = [
  ["a short text", small],
  ["nothing", zlib.zstdCompressSync("")],
  ["one byte repeated", zlib.zstdCompressSync("a".repeat(300_000))],
  ["several blocks", zlib.zstdCompressSync(random(300_000))],
  ["a checksum", zlib.zstdCompressSync(random(1000), withChecksum)],
  ["a skippable frame before it", Buffer.concat([skippable, small])],
  ["two frames", Buffer.concat([small, small])],
];

const isWhole = (...pieces: Uint8Array[]) => {
  const walk = openFrameWalk();
  for (const piece of pieces) walk.push(piece);
  return walk.isWhole;
};

describe("zstd data that comes to its end", () => {
  for (const [name, bytes] of wholes)
    test(name, () => {
      expect(isWhole(bytes)).toBe(true);
      expect(
        isWhole(...[...bytes.subarray(0, 2000)].map((byte) => Uint8Array.of(byte)), bytes.subarray(2000)),
      ).toBe(true);
    });
});

describe("and that does not, wherever it is cut", () => {
  const ends = new Set([small.length, skippable.length]);
  for (const [name, bytes] of wholes)
    test(name, () => {
      const step = Math.max(1, Math.floor(bytes.length / 500));
      for (let length = bytes.length - 1; length > 0; length -= step)
        if (!ends.has(length)) expect([length, isWhole(bytes.subarray(0, length))]).toEqual([length, false]);
    });
});

test("what is not zstd is for the decoder to tell", () =>
  expect(isWhole(Buffer.from("plain text"))).toBe(true));
