import { describe, expect, test } from "bun:test";
import { closeSync, constants, mkdtempSync, openSync, promises, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import zlib from "node:zlib";
import { openDecoder } from "../../src/http/wire/decoder.ts";

const plain = Buffer.from(Array.from({ length: 20_000 }, (_, i) => `${i * i} `).join(""));
const zeros = Buffer.alloc(3_000_000);
const MOST = 2_000_000;

/** Each coding with its encoder. */
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
  return decoder.state;
}

const whole = { bytes: plain.length, full: false, broken: false };

describe.each(codings)("%s", (name, encode) => {
  test("whole, and in pieces", async () => {
    expect(await decode([name], encode(plain))).toEqual(whole);
    expect(await decode([name], encode(plain), 7)).toEqual(whole);
  });

  test("more than is read", async () => {
    expect(await decode([name], encode(zeros))).toEqual({ bytes: MOST, full: true, broken: false });
    expect(await decode(["gzip", name], encode(zlib.gzipSync(zeros)))).toMatchObject({
      bytes: MOST,
      full: true,
    });
  });

  test("something else", async () => {
    expect(await decode([name], Buffer.from("<!doctype html>"))).toMatchObject({ broken: true });
  });

  test("that is given up can be written to no more", async () => {
    const decoder = openDecoder([name], encode(plain), MOST);
    await decoder.end(false);
    await decoder.write(encode(plain));
    expect(decoder.state).toEqual({ bytes: 0, full: false, broken: false });
  });
});

// The platform takes a cut frame of zstd for a whole one: `zstd-frames.ts` finds that.
test.each(codings.filter(([name]) => name !== "zstd"))("%s without its end", async (name, encode) => {
  expect(await decode([name], encode(plain).subarray(0, -1))).toMatchObject({ broken: true });
});

test("two codings, the last one undone first", async () => {
  const bytes = zlib.brotliCompressSync(zlib.gzipSync(plain));
  expect(await decode(["gzip", "br"], bytes, 1000)).toEqual(whole);
});

test("members of gzip one after the other", async () => {
  const member = zlib.gzipSync(plain);
  expect(await decode(["gzip"], Buffer.concat([member, member]), 999)).toMatchObject({
    bytes: 2 * plain.length,
    broken: false,
  });
});

test("the bound has its two edges", async () => {
  const state = (bytes: number) => decode(["gzip"], zlib.gzipSync(Buffer.alloc(bytes)));
  expect(await state(MOST - 1)).toEqual({ bytes: MOST - 1, full: false, broken: false });
  expect(await state(MOST)).toEqual({ bytes: MOST, full: true, broken: false });
});

test.skipIf(process.platform !== "linux")(
  "a pool of threads that is blocked keeps nobody waiting",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "decoder-"));
    const pipe = join(folder, "pipe");
    Bun.spawnSync(["mkfifo", pipe]);
    // Each takes a thread until someone opens the other end.
    const opening = Array.from({ length: 64 }, () => promises.open(pipe, "r"));
    const decoding = decode(["gzip"], zlib.gzipSync(plain), 1000);
    const first = await Promise.race([decoding, Bun.sleep(3000).then(() => "the pool")]);
    const other = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    for (const file of await Promise.all(opening)) await file.close();
    closeSync(other);
    rmSync(folder, { recursive: true });
    expect(first).toEqual(whole);
  },
);
