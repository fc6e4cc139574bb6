/** Decodes each type at its minimum and maximum size, and each size of pointer. */

import { describe, expect, test } from "bun:test";
import { Decoder, MmdbError } from "../../../src/ip/mmdb/decoder.ts";
import { memoryOf } from "../../../src/platform/mapping.ts";

/** Decodes the value at `at` in a data section of `bytes` from `start`. */
function decoded(bytes: Uint8Array, at = 0, start = 0) {
  return new Decoder(memoryOf(Buffer.from(bytes)), start, bytes.length).decode(at);
}

const text = (length: number, ...head: readonly number[]) =>
  Buffer.concat([Buffer.from(head), Buffer.alloc(length, "x")]);

describe("sizes", () => {
  test.each([
    [0, [0x40]],
    [28, [0x5c]],
    [29, [0x5d, 0]],
    [284, [0x5d, 255]],
    [285, [0x5e, 0, 0]],
    [65_820, [0x5e, 255, 255]],
    [65_821, [0x5f, 0, 0, 0]],
    [66_078, [0x5f, 0, 1, 1]],
  ])("a text of %d bytes", (length, head) => {
    expect(decoded(text(length, ...head))).toBe("x".repeat(length));
    if (length > 0) expect(() => decoded(text(length - 1, ...head))).toThrow("beyond its section");
  });
});

describe("types", () => {
  test.each([
    ["an empty number", [0xa0], 0],
    ["16 bits", [0xa2, 1, 2], 258],
    ["32 bits", [0xc4, 255, 255, 255, 255], 4_294_967_295],
    ["signed", [0x04, 1, 255, 255, 255, 254], -2],
    ["signed, short", [0x01, 1, 5], 5],
    ["64 bits", [0x08, 2, 0, 0, 0, 1, 0, 0, 0, 2], 4_294_967_298],
    ["128 bits", [0x10, 3, ...new Array<number>(15).fill(0), 9], 9],
    ["a double", [0x68, 0x40, 0x45, 0, 0, 0, 0, 0, 0], 42],
    ["a float", [0x04, 8, 0x42, 0x28, 0, 0], 42],
    ["true", [0x01, 7], true],
    ["false", [0x00, 7], false],
    ["bytes", [0x82, 7, 8], new Uint8Array([7, 8])],
    ["an array", [0x02, 4, 0xa1, 5, 0x41, 0x61], [5, "a"]],
    ["a map", [0xe1, 0x41, 0x61, 0xa1, 5], { a: 5 }],
  ])("%s", (_name, bytes, value) => {
    expect(decoded(Uint8Array.from(bytes))).toEqual(value);
    expect(() => decoded(Uint8Array.from(bytes).subarray(0, -1))).toThrow(MmdbError);
  });

  test.each([
    ["16 bits in 3 bytes", [0xa3, 1, 2, 3], "at most 2"],
    ["32 bits in 5 bytes", [0xc5, 1, 2, 3, 4, 5], "at most 4"],
    ["signed in 5 bytes", [0x05, 1, 1, 2, 3, 4, 5], "at most 4"],
    ["64 bits in 9 bytes", [0x09, 2, ...new Array<number>(9).fill(1)], "at most 8"],
    ["128 bits in 17 bytes", [0x11, 3, ...new Array<number>(17).fill(1)], "at most 16"],
    ["a double of 7 bytes", [0x67, 1, 2, 3, 4, 5, 6, 7], "7 bytes where its type has 8"],
    ["a float of 5 bytes", [0x05, 8, 1, 2, 3, 4, 5], "5 bytes where its type has 4"],
    ["a boolean of 2", [0x02, 7], "neither 0 nor 1"],
    ["the data cache container", [0x00, 5], "type 12 is not in the format"],
    ["the end marker", [0x00, 6], "type 13 is not in the format"],
    ["type 16", [0x00, 9], "type 16 is not in the format"],
    ["an extended type below 8", [0x00, 0], "below 8"],
    ["a key that is a number", [0xe1, 0xa1, 5, 0xa1, 5], "a key that is not text"],
  ])("%s is refused", (_name, bytes, message) => {
    expect(() => decoded(Uint8Array.from(bytes))).toThrow(message);
  });

  test("a key that points to a number is refused", () => {
    const bytes = [0xa1, 5, 0xe1, 0x20, 0, 0xa1, 5];
    expect(() => decoded(Uint8Array.from(bytes), 2)).toThrow("a key that is not text");
  });
});

describe("pointers are relative to the section; each size starts where the smaller one ends", () => {
  const START = 10;

  test.each([
    ["11 bits", 5, [0x20, 5]],
    ["11 bits, the greatest", 2047, [0x27, 255]],
    ["19 bits, the least", 2048, [0x28, 0, 0]],
    ["19 bits", 2048 + 65_536 + 258, [0x29, 1, 2]],
    ["27 bits, the least", 526_336, [0x30, 0, 0, 0]],
    ["27 bits", 526_336 + 515, [0x30, 0, 2, 3]],
    ["32 bits", 770, [0x38, 0, 0, 3, 2]],
    ["32 bits, the lowest of the first byte left out", 770, [0x3f, 0, 0, 3, 2]],
  ])("%s", (_name, target, pointer) => {
    const bytes = Buffer.alloc(START + target + 3 + pointer.length);
    bytes.set([0x42, 0x68, 0x69], START + target);
    const at = START + target + 3;
    bytes.set(pointer, at);
    const decoder = new Decoder(memoryOf(bytes), START, bytes.length);
    expect([decoder.decode(at), decoder.decode(at)]).toEqual(["hi", "hi"]);
  });

  test("to the last byte, but not beyond, and not to another pointer", () => {
    expect(decoded(Uint8Array.from([0x20, 2, 0x40]))).toBe("");
    expect(() => decoded(Uint8Array.from([0x20, 3, 0x40]))).toThrow("beyond the data section");
    expect(() => decoded(Uint8Array.from([0x20, 2, 0x20, 0]))).toThrow("a pointer points at a pointer");
    expect(decoded(Uint8Array.from([0x20, 2, 0xa1, 7]))).toBe(7);
  });

  test("of keys and of values, and what follows them", () => {
    const bytes = [0x41, 0x61, 0xa1, 7, 0xe2, 0x20, 0, 0x20, 2, 0x41, 0x62, 0xa1, 8];
    expect(decoded(Uint8Array.from(bytes), 4)).toEqual({ a: 7, b: 8 });
  });

  test("of two texts with the same cache slot", () => {
    const bytes = Buffer.alloc(4200);
    bytes.set([0x41, 0x61], 4);
    bytes.set([0x41, 0x62], 4 + 4096);
    bytes.set([0x03, 4, 0x20, 4, 0x28, 8, 4, 0x20, 4], 4150);
    expect(decoded(bytes, 4150)).toEqual(["a", "b", "a"]);
  });
});

test("values are nested at most 64 deep and at most 20,000 in number", () => {
  const nested = (depth: number) =>
    Buffer.concat([...Array.from({ length: depth }, () => Buffer.from([1, 4])), text(1, 0x41)]);
  expect(() => decoded(nested(64))).not.toThrow();
  expect(() => decoded(nested(65))).toThrow("more than 64 deep");
  const many = (count: number) => {
    const size = count - 1 - 285;
    return Buffer.concat([Buffer.from([30, 4, size >> 8, size & 255]), Buffer.alloc(count - 1, 0x40)]);
  };
  expect(decoded(many(20_000))).toHaveLength(19_999);
  expect(() => decoded(many(20_001))).toThrow("more than 20000 values");
});
