import { describe, expect, test } from "bun:test";
import zlib from "node:zlib";
import { openFrameWalk } from "../../src/http/wire/zstd-frames.ts";

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

describe("each form of a frame (RFC 8878 section 3.1.1)", () => {
  /** Block header: last or not, type (0 raw, 1 RLE, 2 compressed), size. */
  const block = (isLast: boolean, type: number, size: number) => {
    const header = (isLast ? 1 : 0) | (type << 1) | (size << 3);
    const content = type === 1 ? 1 : size;
    return [header & 255, (header >> 8) & 255, header >> 16, ...new Array<number>(content).fill(7)];
  };
  const frame = (descriptor: number, head: number, blocks: readonly number[], tail = 0) =>
    Buffer.from([
      ...[0x28, 0xb5, 0x2f, 0xfd, descriptor],
      ...new Array<number>(head).fill(9),
      ...blocks,
      ...new Array<number>(tail).fill(5),
    ]);
  const raw = block(true, 0, 5);

  /** The descriptor: size of the content's size, single segment, checksum, size of the dictionary's id. */
  const frames: [name: string, bytes: Buffer][] = [
    ["a window", frame(0x00, 1, raw)],
    ["a dictionary of 1 byte", frame(0x01, 2, raw)],
    ["a dictionary of 2 bytes", frame(0x02, 3, raw)],
    ["a dictionary of 4 bytes", frame(0x03, 5, raw)],
    ["a content size of 2 bytes", frame(0x40, 3, raw)],
    ["a content size of 4 bytes", frame(0x80, 5, raw)],
    ["a content size of 8 bytes", frame(0xc0, 9, raw)],
    ["one segment", frame(0x20, 1, raw)],
    ["one segment, a content size of 2 bytes", frame(0x60, 2, raw)],
    ["one segment, a content size of 8 bytes, a dictionary of 4", frame(0xe3, 12, raw)],
    ["a checksum", frame(0x04, 1, raw, 4)],
    [
      "several blocks and a checksum",
      frame(0x24, 1, [...block(false, 2, 300), ...block(false, 1, 4000), ...raw], 4),
    ],
    ["a repeated byte", frame(0x20, 1, block(true, 1, 100_000))],
    ["a last block of nothing", frame(0x20, 1, block(true, 0, 0))],
    ["a large block", frame(0x20, 1, block(true, 0, 70_000))],
    ["an empty skippable frame", Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])],
    ["the last of the skippable frames", Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2])],
  ];
  test.each(frames)("%s", (_name, bytes) => {
    expect(isWhole(bytes)).toBe(true);
    expect(isWhole(bytes, bytes)).toBe(true);
    for (let length = 1; length < Math.min(bytes.length, 400); length++)
      expect([length, isWhole(bytes.subarray(0, length))]).toEqual([length, false]);
    expect(isWhole(bytes.subarray(0, -1))).toBe(false);
    expect(isWhole(bytes, Uint8Array.of(0x28))).toBe(false);
  });

  test("what begins like none is not walked through", () => {
    expect(isWhole(Buffer.from([0x60, 0x2a, 0x4d, 0x18, 2, 0, 0, 0]))).toBe(true);
    expect(isWhole(Buffer.from([0x4f, 0x2a, 0x4d, 0x18, 2, 0, 0, 0]))).toBe(true);
    expect(isWhole()).toBe(true);
  });
});
