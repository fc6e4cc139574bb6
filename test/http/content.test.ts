/** Counting and decoding of content, up to its limits. */

import { describe, expect, test } from "bun:test";
import zlib from "node:zlib";
import { openContent } from "../../src/http/wire/content.ts";

const LIMITS = { maxBodyBytes: 100, maxDecodedBytes: 1000 };
const bytes = (length: number) => Buffer.alloc(length, "x");

/** Result of the content, and after each piece whether the decoder accepts more. */
async function read(
  codings: readonly string[],
  pieces: readonly Uint8Array[],
  {
    limits = LIMITS,
    complete = true,
    stopAt,
  }: { limits?: typeof LIMITS; complete?: boolean; stopAt?: "timeout" } = {},
) {
  const content = openContent(codings, limits);
  const more: boolean[] = [];
  for (const piece of pieces) more.push(await content.write(piece));
  if (stopAt) content.stopAt(stopAt);
  return { more, ...(await content.end(complete)) };
}

describe("plain content", () => {
  test.each([
    [[], { wireBytes: 0, decodedBytes: 0, truncated: false }, undefined, []],
    [[99], { wireBytes: 99, decodedBytes: 99, truncated: false }, undefined, [true]],
    [[100], { wireBytes: 100, decodedBytes: 100, truncated: false }, undefined, [true]],
    [[60, 40, 0], { wireBytes: 100, decodedBytes: 100, truncated: false }, undefined, [true, true, true]],
    [[101], { wireBytes: 100, decodedBytes: 100, truncated: true }, "maxBodyBytes", [false]],
    [
      [60, 41, 9],
      { wireBytes: 100, decodedBytes: 100, truncated: true },
      "maxBodyBytes",
      [true, false, false],
    ],
  ] as const)("of %j bytes", async (lengths, body, limit, more) => {
    const result = await read([], lengths.map(bytes));
    expect(result.body).toEqual({ ...body, encoding: "" });
    expect([result.limit, result.undecodable, result.more]).toEqual([limit, false, [...more]]);
  });

  test("that is cut off, or stopped for another reason", async () => {
    expect(await read([], [bytes(5)], { complete: false })).toMatchObject({ body: { truncated: true } });
    expect(await read([], [bytes(5)], { stopAt: "timeout" })).toMatchObject({
      body: { truncated: true },
      limit: "timeout",
    });
    expect((await read([], [bytes(101)], { stopAt: "timeout" })).limit).toBe("maxBodyBytes");
    const stopped = openContent([], LIMITS);
    await stopped.write(bytes(5));
    expect(stopped.stop()).toEqual({
      body: { wireBytes: 5, decodedBytes: 5, encoding: "", truncated: true },
      undecodable: false,
    });
  });

  test("is decoded synchronously", () => {
    const content = openContent(["Identity", ""], LIMITS);
    expect([content.write(bytes(5)), content.write(bytes(96))]).toEqual([true, false]);
    expect(content.end(true)).not.toBeInstanceOf(Promise);
  });
});

describe("encoded content", () => {
  const packed = zlib.gzipSync(bytes(500));

  test.each([
    ["at once", [packed]],
    ["byte by byte", [...packed].map((byte) => Uint8Array.of(byte))],
    ["with nothing between", [packed.subarray(0, 1), new Uint8Array(), packed.subarray(1)]],
  ])("%s", async (_name, pieces) => {
    const result = await read(["GZIP", "identity"], pieces);
    expect(result).toMatchObject({
      body: { wireBytes: packed.length, decodedBytes: 500, encoding: "gzip", truncated: false },
      undecodable: false,
    });
    expect(new Set(result.more)).toEqual(new Set([true]));
    expect("limit" in result).toBe(false);
  });

  test("of no bytes", async () => {
    const result = await read(["gzip"], []);
    expect([result.body, result.undecodable]).toEqual([
      { wireBytes: 0, decodedBytes: 0, encoding: "gzip", truncated: false },
      false,
    ]);
  });

  test("of one byte is incomplete", async () => {
    const result = await read(["gzip"], [packed.subarray(0, 1)]);
    expect([result.body, result.decoding]).toEqual([
      { wireBytes: 1, decodedBytes: 0, encoding: "gzip", truncated: false },
      { bytes: 0, flaw: { coding: "gzip", kind: "cut" } },
    ]);
  });

  test.each([
    [999, 999, undefined],
    [1000, 1000, "maxDecodedBytes"],
    [1001, 1000, "maxDecodedBytes"],
  ] as const)("that becomes %d bytes", async (length, decodedBytes, limit) => {
    const result = await read(["gzip"], [zlib.gzipSync(bytes(length))]);
    expect([result.body.decodedBytes, result.limit, result.body.truncated, result.more]).toEqual([
      decodedBytes,
      limit,
      limit !== undefined,
      [limit === undefined],
    ]);
  });

  test("that is longer than the limit", async () => {
    const noise = Buffer.from(Array.from({ length: 300 }, (_, n) => (n * 7919 + (n >> 3)) & 255));
    const result = await read(["gzip"], [zlib.gzipSync(noise)]);
    expect(result).toMatchObject({
      limit: "maxBodyBytes",
      undecodable: false,
      body: { wireBytes: 100, truncated: true },
      more: [false],
    });
  });

  test("that ends early has a flaw, unless the connection was cut", async () => {
    const kindOf = async (...given: Parameters<typeof read>) => {
      const { undecodable, decoding } = await read(...given);
      return undecodable ? "undecodable" : decoding?.flaw?.kind;
    };
    expect(await kindOf(["gzip"], [packed.subarray(0, -1)])).toBe("cut");
    const cut = await read(["gzip"], [packed.subarray(0, -1)], { complete: false });
    expect([cut.decoding?.flaw, cut.body.truncated]).toEqual([undefined, true]);
    const frame = zlib.zstdCompressSync(bytes(500));
    expect((await read(["zstd"], [frame])).body.decodedBytes).toBe(500);
    expect(await kindOf(["zstd"], [frame.subarray(0, -1)])).toBe("cut");
    expect(await kindOf(["zstd"], [frame.subarray(0, -1)], { complete: false })).toBe(undefined);
    expect(await kindOf(["zstd"], [frame.subarray(0, -1)], { stopAt: "timeout" })).toBe(undefined);
  });

  test("that is not encoded", async () => {
    const result = await read(["gzip"], [Buffer.from("plain text")]);
    expect(result).toMatchObject({ undecodable: true, body: { wireBytes: 10, encoding: "gzip" } });
    expect("decodedBytes" in result.body).toBe(false);
  });

  test("in up to four codings, one inside the other", async () => {
    const codings = (count: number) => Array.from({ length: count }, () => "gzip");
    const wrapped = (count: number) =>
      codings(count).reduce((inner: Buffer) => zlib.gzipSync(inner), bytes(10));
    const limits = { maxBodyBytes: 1000, maxDecodedBytes: 1000 };
    expect(await read(codings(4), [wrapped(4)], { limits })).toMatchObject({
      body: { decodedBytes: 10, encoding: "gzip, gzip, gzip, gzip" },
      undecodable: false,
    });
    const five = await read(codings(5), [wrapped(5)], { limits });
    expect([five.undecodable, "decodedBytes" in five.body, five.more]).toEqual([false, false, [true]]);
  });

  test("in an unknown coding is only counted", async () => {
    const content = openContent(["gzip", "x-own"], LIMITS);
    expect([content.write(bytes(60)), content.write(bytes(41))]).toEqual([true, false]);
    expect(await content.end(true)).toEqual({
      body: { wireBytes: 100, encoding: "gzip, x-own", truncated: true },
      limit: "maxBodyBytes",
      undecodable: false,
    });
  });

  test("whose decoding is stopped", async () => {
    const content = openContent(["gzip"], LIMITS);
    await content.write(packed.subarray(0, -1));
    expect(content.stop()).toMatchObject({ body: { truncated: true, wireBytes: packed.length - 1 } });
  });
});
