/** Irregularities of encoded content are reported, with the number of bytes decoded before. */

import { describe, expect, test } from "bun:test";
import zlib from "node:zlib";
import { openContent } from "../../src/http/wire/content.ts";
import type { DecodingFacts } from "../../src/http/wire/decoder.ts";

const plain = Buffer.from(Array.from({ length: 300 }, (_, i) => `${i * i} `).join(""));
const LIMITS = { maxBodyBytes: 10_000_000, maxDecodedBytes: 10_000_000 };
const gz = zlib.gzipSync(plain);
const zeros = Buffer.alloc(10);

/** Copy with one changed byte; a negative `at` counts from the end. */
function changed(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  const index = at < 0 ? copy.length + at : at;
  copy[index] = (copy[index] ?? 0) ^ 0x01;
  return copy;
}

async function decode(coding: string, bytes: Uint8Array, step = bytes.length) {
  const content = openContent(coding.split(", "), LIMITS);
  for (let at = 0; at < bytes.length; at += step) await content.write(bytes.subarray(at, at + step));
  const { decoding, undecodable } = await content.end(true);
  return { ...decoding, undecodable };
}

/** A gzip header with all of its optional parts (RFC 1952 section 2.3.1). */
const header = Buffer.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3, 97, 0, 98, 99, 0, 7, 7]);
const emptyExtra = Buffer.from([0x1f, 0x8b, 8, 0x04, 0, 0, 0, 0, 0, 3, 0, 0]);

type Row = readonly [what: string, coding: string, bytes: Uint8Array, facts: DecodingFacts, bytes?: number];

const gzipRows: readonly Row[] = [
  ["nothing odd", "gzip", gz, {}],
  ["a header with all parts", "gzip", Buffer.concat([header, gz.subarray(10)]), {}],
  ["an extra field of no length", "x-gzip", Buffer.concat([emptyExtra, gz.subarray(10)]), {}],
  ["another checksum", "gzip", changed(gz, -8), { flaw: { coding: "gzip", kind: "checksum" } }],
  ["another length", "gzip", changed(gz, -1), { flaw: { coding: "gzip", kind: "checksum" } }],
  ["no checksum", "gzip", gz.subarray(0, -8), { flaw: { coding: "gzip", kind: "cut" } }],
  ["part of one", "gzip", gz.subarray(0, -1), { flaw: { coding: "gzip", kind: "cut" } }],
  ["zeros behind", "gzip", Buffer.concat([gz, zeros, Buffer.from("x")]), { trailingBytes: 11 }],
  ["other bytes behind", "gzip", Buffer.concat([gz, Buffer.from("x")]), { trailingBytes: 1 }],
  [
    "half a header behind",
    "gzip",
    Buffer.concat([gz, Buffer.from([0x1f])]),
    { flaw: { coding: "gzip", kind: "cut" } },
  ],
  ["two members", "gzip", Buffer.concat([gz, gz]), { firstMemberBytes: plain.length }, 2 * plain.length],
  [
    "three members, the second broken",
    "gzip",
    Buffer.concat([gz, changed(gz, -8), gz]),
    { firstMemberBytes: plain.length, flaw: { coding: "gzip", kind: "checksum" } },
    2 * plain.length,
  ],
];

const cut = (coding: string): DecodingFacts => ({ flaw: { coding, kind: "cut" } });
const otherRows: readonly Row[] = [
  ["nothing odd", "deflate", zlib.deflateSync(plain), {}],
  ["bytes behind", "deflate", Buffer.concat([zlib.deflateSync(plain), zeros]), { trailingBytes: 10 }],
  ["bytes behind", "br", Buffer.concat([zlib.brotliCompressSync(plain), zeros]), { trailingBytes: 10 }],
  [
    "bytes behind, which begin no frame",
    "zstd",
    Buffer.concat([zlib.zstdCompressSync(plain), zeros]),
    { flaw: { coding: "zstd", kind: "data" } },
  ],
];

describe("complete content, in one piece and byte by byte", () => {
  for (const [what, coding, bytes, facts, count = plain.length] of [...gzipRows, ...otherRows])
    test(`${coding} with ${what}`, async () => {
      const undecodable = facts.flaw?.kind === "data";
      for (const step of [bytes.length, 1])
        expect(await decode(coding, bytes, step)).toEqual({ bytes: count, ...facts, undecodable });
    });

  test("of two codings", async () => {
    const bytes = Buffer.concat([zlib.gzipSync(zlib.brotliCompressSync(plain)), zeros]);
    expect(await decode("br, gzip", bytes)).toEqual({
      bytes: plain.length,
      trailingBytes: 10,
      undecodable: false,
    });
  });

  test("of no bytes", async () => {
    expect(await decode("gzip", zlib.gzipSync(""))).toEqual({ bytes: 0, undecodable: false });
    const two = Buffer.concat([zlib.gzipSync(""), gz]);
    expect(await decode("gzip", two)).toEqual({
      bytes: plain.length,
      firstMemberBytes: 0,
      undecodable: false,
    });
  });
});

describe("incomplete content", () => {
  test.each([
    ["gzip", gz],
    ["deflate", zlib.deflateSync(plain)],
    ["deflate", zlib.deflateRawSync(plain)],
    ["br", zlib.brotliCompressSync(plain)],
    ["zstd", zlib.zstdCompressSync(plain)],
  ] as const)("in the middle: %s", async (coding, bytes) => {
    const half = bytes.subarray(0, bytes.length >> 1);
    const { bytes: count = 0, ...rest } = await decode(coding, half);
    const isBare = coding === "deflate" && (bytes[0] ?? 0) !== 0x78;
    expect(rest).toEqual({ ...cut(coding), ...(isBare && { isBareDeflate: true }), undecodable: false });
    if (coding !== "zstd") expect([count > 0, count < plain.length]).toEqual([true, true]);
  });

  test("with complete deflate data, and no checksum or a wrong one", async () => {
    const bytes = zlib.deflateSync(plain);
    expect(await decode("deflate", bytes.subarray(0, -1))).toEqual({
      bytes: plain.length,
      ...cut("deflate"),
      undecodable: false,
    });
    const other = Buffer.concat([changed(bytes, -1)]);
    expect(await decode("deflate", other, 1)).toEqual({
      bytes: plain.length,
      flaw: { coding: "deflate", kind: "checksum" },
      undecodable: false,
    });
  });

  test("with invalid data later, which counts the bytes decoded before", async () => {
    // A stored block of two bytes, then a block of the reserved type 3 (RFC 1951 section 3.2.3).
    const bytes = Buffer.from([...header.subarray(0, 3), 0, 0, 0, 0, 0, 0, 3, 0, 2, 0, 0xfd, 0xff, 1, 2, 7]);
    expect(await decode("gzip", bytes, 17)).toEqual({
      bytes: 2,
      flaw: { coding: "gzip", kind: "data" },
      undecodable: true,
    });
  });
});

test.each([
  ["another first byte", [0x1e, 0x8b, 8, 0]],
  ["another second byte", [0x1f, 0x8c, 8, 0]],
  ["another method", [0x1f, 0x8b, 7, 0]],
  ["reserved flags", [0x1f, 0x8b, 8, 0x20]],
])("not gzip: %s", async (_name, start) => {
  const bytes = Buffer.concat([Buffer.from(start), Buffer.alloc(6), gz.subarray(10)]);
  expect(await decode("gzip", bytes)).toEqual({
    bytes: 0,
    flaw: { coding: "gzip", kind: "data" },
    undecodable: true,
  });
});
