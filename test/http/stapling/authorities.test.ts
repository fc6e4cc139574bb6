import { describe, expect, test } from "bun:test";
import { acceptedText, plainAuthorities, sealedAuthorities } from "../../../src/http/stapling/authorities.ts";
import { uint, vector } from "../../../src/http/stapling/bytes.ts";

const der = (tag: number, ...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128 ? uint(content.length, 1) : Buffer.concat([uint(0x82, 1), uint(content.length, 2)]);
  return Buffer.concat([uint(tag, 1), length, content]);
};
/** An attribute of a name: the last byte of its identifier below 2.5.4, and its value. */
const attribute = (type: number, value: string | Buffer, tag = 0x0c) =>
  der(0x31, der(0x30, der(0x06, Buffer.from([0x55, 4, type])), der(tag, Buffer.from(value))));
const name = (...attributes: Uint8Array[]) => der(0x30, ...attributes);
const request = (...names: Uint8Array[]) =>
  Buffer.concat([
    vector(1, uint(1, 1)),
    vector(2, uint(0x0403, 2)),
    vector(2, ...names.map((each) => vector(2, each))),
  ]);
const sealed = (...extensions: Buffer[]) => Buffer.concat([vector(1), vector(2, ...extensions)]);
const extension = (type: number, content: Buffer) => Buffer.concat([uint(type, 2), vector(2, content)]);

const staff = name(attribute(6, "DE"), attribute(10, "Gäste"), attribute(3, "CA"));
const unicode = attribute(3, Buffer.from("004700e4", "hex"), 0x1e);

describe("names of authorities", () => {
  test.each<[string, Uint8Array, string]>([
    ["in order", staff, "C=DE, O=Gäste, CN=CA"],
    ["in UTF-16", name(unicode), "CN=Gä"],
    ["in Latin-1", name(attribute(3, Buffer.from("G\xe4", "latin1"), 0x14)), "CN=Gä"],
    ["by an attribute that is not shown", name(attribute(5, "1")), "a name without words"],
    ["with control characters and marks of direction", name(attribute(3, "a\n\x1b[1m\u202eb")), "CN=a [1m b"],
    ["of 120 letters", name(attribute(3, "a".repeat(117))), `CN=${"a".repeat(117)}`],
    ["longer than that", name(attribute(3, "a".repeat(118))), `CN=${"a".repeat(117)}…`],
    ["that are no DER", Buffer.from("xyz"), "a name without words"],
    ["of no byte", Buffer.alloc(0), "a name without words"],
  ])("%s", (_what, given, text) => expect(plainAuthorities(request(given, staff), 0x0303)[0]).toBe(text));

  test("before TLS 1.2", () => {
    const old = Buffer.concat([vector(1, uint(1, 1)), vector(2, vector(2, staff))]);
    expect(plainAuthorities(old, 0x0302)).toEqual(["C=DE, O=Gäste, CN=CA"]);
  });
  test("in TLS 1.3, where they may be absent", () => {
    const names = extension(47, vector(2, vector(2, staff), vector(2, staff)));
    expect(sealedAuthorities(sealed(extension(13, Buffer.alloc(4)), names))).toHaveLength(2);
    expect(sealedAuthorities(sealed(extension(13, Buffer.alloc(4))))).toEqual([]);
    expect(sealedAuthorities(Buffer.alloc(0))).toEqual([]);
  });
  test.each([
    [0, ""],
    [5, ' It accepts those of "0", "1", "2", "3", "4".'],
    [7, ' It accepts those of "0", "1", "2", "3", "4" and 2 more.'],
  ])("%d in a sentence", (count, text) =>
    expect(acceptedText(Array.from({ length: count }, (_, index) => String(index)))).toBe(text),
  );
});
