/** The header of the PROXY protocol, cut and bent in every way. */

import { describe, expect, test } from "bun:test";
import { parseProxyHeader } from "../../src/server/proxy-header.ts";

const SIGNATURE = "\r\n\r\n\0\r\nQUIT\n";
const latin1 = (text: string) => Buffer.from(text, "latin1");
/** @param family address family and transport */
export function binary(
  command: number,
  family: number,
  content: Uint8Array,
  length = content.length,
): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt8(command, 0);
  head.writeUInt8(family, 1);
  head.writeUInt16BE(length, 2);
  return Buffer.concat([latin1(SIGNATURE), head, content]);
}
const IPV4 = Buffer.from([192, 0, 2, 1, 198, 51, 100, 1, 0x30, 0x39, 0, 80]);
const IPV6 = Buffer.concat([
  Buffer.from("20010db8000000000000000000000001", "hex"),
  Buffer.from("20010db8000000000000000000000002", "hex"),
  Buffer.from([0x30, 0x39, 0, 80]),
]);
const UNIX = Buffer.alloc(216);
const TLV = Buffer.from([0x05, 0, 2, 1, 2]);

const WHOLE: readonly (readonly [what: string, header: Buffer, client: string | undefined])[] = [
  ["TCP4", latin1("PROXY TCP4 192.0.2.1 198.51.100.1 12345 80\r\n"), "192.0.2.1"],
  ["TCP6", latin1("PROXY TCP6 2001:DB8::1 2001:db8::2 0 65535\r\n"), "2001:db8::1"],
  ["UNKNOWN", latin1("PROXY UNKNOWN\r\n"), ""],
  ["UNKNOWN and more", latin1("PROXY UNKNOWN ffff::1 what ever\r\n"), ""],
  ["the longest line", latin1(`PROXY UNKNOWN ${"a".repeat(91)}\r\n`), ""],
  ["IPv4", binary(0x21, 0x11, IPV4), "192.0.2.1"],
  ["IPv6", binary(0x21, 0x21, IPV6), "2001:db8::1"],
  [
    "IPv4 in IPv6",
    binary(
      0x21,
      0x21,
      Buffer.concat([Buffer.from("00000000000000000000ffffc0000201", "hex"), IPV6.subarray(16)]),
    ),
    "192.0.2.1",
  ],
  ["a Unix socket", binary(0x21, 0x31, UNIX), ""],
  ["no family", binary(0x21, 0x00, NOTHING()), ""],
  ["no family, with content", binary(0x21, 0x00, Buffer.from([9, 9])), ""],
  ["a connection of its own", binary(0x20, 0x00, NOTHING()), undefined],
  ["a connection of its own, with addresses", binary(0x20, 0x11, IPV4), undefined],
  ["a connection of its own, of another family", binary(0x20, 0x55, Buffer.alloc(3)), undefined],
  ["with fields", binary(0x21, 0x11, Buffer.concat([IPV4, TLV, Buffer.from([4, 0, 0])])), "192.0.2.1"],
  [
    "the longest",
    binary(
      0x21,
      0x11,
      Buffer.concat([IPV4, Buffer.from([4, (4080 - 15) >> 8, (4080 - 15) & 255]), Buffer.alloc(4080 - 15)]),
    ),
    "192.0.2.1",
  ],
];
function NOTHING(): Buffer {
  return Buffer.alloc(0);
}

describe("headers", () => {
  for (const [what, header, client] of WHOLE)
    test(what, () => {
      const whole = { kind: "whole", length: header.length, client } as const;
      expect(parseProxyHeader(header)).toEqual(whole);
      expect(parseProxyHeader(Buffer.concat([header, latin1("GET / HTTP/1.1\r\n")]))).toEqual(whole);
      for (let end = 0; end < header.length; end++)
        expect(parseProxyHeader(header.subarray(0, end)), `cut at ${end}`).toEqual({ kind: "open" });
    });
});

test.each([
  ["HTTP", latin1("GET / HTTP/1.1\r\n")],
  ["TLS", Buffer.from([0x16, 3, 1])],
  ["lower case", latin1("proxy TCP4 192.0.2.1 198.51.100.1 1 80\r\n")],
  ["two spaces", latin1("PROXY  TCP4 192.0.2.1 198.51.100.1 1 80\r\n")],
  ["a tab", latin1("PROXY TCP4\t192.0.2.1 198.51.100.1 1 80\r\n")],
  ["UNKNOWNX", latin1("PROXY UNKNOWNX\r\n")],
  ["UDP4", latin1("PROXY UDP4 192.0.2.1 198.51.100.1 1 80\r\n")],
  ["the other family", latin1("PROXY TCP4 ::1 ::1 1 80\r\n")],
  ["the other family again", latin1("PROXY TCP6 192.0.2.1 198.51.100.1 1 80\r\n")],
  ["one address", latin1("PROXY TCP4 192.0.2.1 1 80\r\n")],
  ["an octal address", latin1("PROXY TCP4 192.0.02.1 198.51.100.1 1 80\r\n")],
  ["a number for an address", latin1("PROXY TCP4 3221225985 198.51.100.1 1 80\r\n")],
  ["a wrong destination", latin1("PROXY TCP4 192.0.2.1 198.51.100 1 80\r\n")],
  ["a port too high", latin1("PROXY TCP4 192.0.2.1 198.51.100.1 65536 80\r\n")],
  ["a port with a zero before it", latin1("PROXY TCP4 192.0.2.1 198.51.100.1 01 80\r\n")],
  ["a space at the end", latin1("PROXY TCP4 192.0.2.1 198.51.100.1 1 80 \r\n")],
  ["LF alone", latin1("PROXY TCP4 192.0.2.1 198.51.100.1 1 80\n")],
  ["CR alone", latin1("PROXY TCP4 192.0.2.1 198.51.100.1 1 80\rG")],
  ["a line too long", latin1(`PROXY UNKNOWN ${"a".repeat(92)}\r\n`)],
  ["a line without an end", latin1(`PROXY UNKNOWN ${"a".repeat(100)}`)],
  ["another version", binary(0x11, 0x11, IPV4)],
  ["another command", binary(0x22, 0x11, IPV4)],
  ["UDP", binary(0x21, 0x12, IPV4)],
  ["another family", binary(0x21, 0x41, IPV4)],
  ["IPv4 cut short by its length", binary(0x21, 0x11, IPV4.subarray(0, 11))],
  ["IPv6 with IPv4's length", binary(0x21, 0x21, IPV4)],
  ["a field longer than the rest", binary(0x21, 0x11, Buffer.concat([IPV4, Buffer.from([5, 0, 3, 1, 2])]))],
  ["a field cut short", binary(0x21, 0x11, Buffer.concat([IPV4, Buffer.from([5, 0])]))],
  ["one byte too long", binary(0x21, 0x11, IPV4, 4081)],
  ["as long as can be said", binary(0x21, 0x11, IPV4, 65_535)],
] as const)("%s is wrong", (_, bytes) => expect(parseProxyHeader(bytes).kind).toBe("wrong"));
