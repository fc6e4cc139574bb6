import { describe, expect, test } from "bun:test";
import zlib from "node:zlib";
import { openDecoder } from "../../src/http/wire/decoder.ts";

const plain = Buffer.from(Array.from({ length: 20_000 }, (_, i) => `${i * i} `).join(""));
const zeros = Buffer.alloc(3_000_000);
const MOST = 2_000_000;

/** Name and encoder of each content coding. */
const codings: readonly [name: string, encode: (bytes: Uint8Array) => Buffer][] = [
  ["gzip", zlib.gzipSync],
  ["x-gzip", zlib.gzipSync],
  ["deflate", zlib.deflateSync],
  ["deflate", zlib.deflateRawSync],
  ["br", (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ["zstd", (bytes) => zlib.zstdCompressSync(bytes)],
];

async function decode(names: readonly string[], bytes: Uint8Array, step = bytes.length) {
  const decoder = openDecoder(names, bytes.subarray(0, 2), MOST);
  for (let at = 0; at < bytes.length; at += step) await decoder.write(bytes.subarray(at, at + step));
  await decoder.end(true);
  return { ...decoder.state, flaw: decoder.facts().flaw?.kind };
}

const whole = { bytes: plain.length, full: false, flaw: undefined };

describe.each(codings)("%s", (name, encode) => {
  test("complete, and in pieces", async () => {
    expect(await decode([name], encode(plain))).toEqual(whole);
    expect(await decode([name], encode(plain), 97)).toEqual(whole);
  });

  test("more than the limit", async () => {
    const decoder = openDecoder([name], encode(zeros), MOST);
    await decoder.write(encode(zeros));
    expect(decoder.facts()).toEqual(
      name === "deflate" && encode(zeros)[0] !== 0x78 ? { isBareDeflate: true } : {},
    );
    expect(await decode([name], encode(zeros))).toEqual({ bytes: MOST, full: true, flaw: undefined });
    expect(await decode(["gzip", name], encode(zlib.gzipSync(zeros)))).toMatchObject({
      bytes: MOST,
      full: true,
    });
  });

  test("invalid data", async () => {
    expect(await decode([name], Buffer.from("<!doctype html>"))).toMatchObject({ flaw: "data" });
  });

  test("a stopped decoder ignores further data", async () => {
    const decoder = openDecoder([name], encode(plain), MOST);
    await decoder.end(false);
    await decoder.write(encode(plain));
    expect(decoder.state).toEqual({ bytes: 0, full: false });
  });
});

test.each(codings)("%s without its end", async (name, encode) => {
  expect(await decode([name], encode(plain).subarray(0, -1))).toMatchObject({ flaw: "cut" });
});

test("two codings, the last one decoded first", async () => {
  const bytes = zlib.brotliCompressSync(zlib.gzipSync(plain));
  expect(await decode(["gzip", "br"], bytes, 1000)).toEqual(whole);
});

test("several members of gzip", async () => {
  const member = zlib.gzipSync(plain);
  expect(await decode(["gzip"], Buffer.concat([member, member]), 999)).toMatchObject({
    bytes: 2 * plain.length,
    flaw: undefined,
  });
});

test("at most a thousand members of gzip, even empty ones", async () => {
  const members = (count: number) => Buffer.concat(Array.from({ length: count }, () => zlib.gzipSync("a")));
  expect(await decode(["gzip"], members(999))).toEqual({ bytes: 999, full: false, flaw: undefined });
  expect(await decode(["gzip"], members(1000))).toEqual({ bytes: 1000, full: true, flaw: undefined });
  expect(await decode(["gzip"], members(3000), 64)).toEqual({ bytes: 1000, full: true, flaw: undefined });
});

test("the limit has both edges", async () => {
  const state = (bytes: number) => decode(["gzip"], zlib.gzipSync(Buffer.alloc(bytes)));
  expect(await state(MOST - 1)).toEqual({ bytes: MOST - 1, full: false, flaw: undefined });
  expect(await state(MOST)).toEqual({ bytes: MOST, full: true, flaw: undefined });
});
