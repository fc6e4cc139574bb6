import { describe, expect, test } from "bun:test";
import { isIP } from "node:net";
import {
  type Address,
  formatAddress,
  formatNetwork,
  networkContains,
  networkOf,
  parseAddress,
  parseNetwork,
  parseQuad,
} from "../../src/syntax/ip-address.ts";

function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(`${text} did not parse`);
  return parsed;
}

const CANONICAL: readonly (readonly [text: string, canonical: string, family: 4 | 6])[] = [
  ["0.0.0.0", "0.0.0.0", 4],
  ["255.255.255.255", "255.255.255.255", 4],
  ["192.0.2.1", "192.0.2.1", 4],
  ["::", "::", 6],
  ["::1", "::1", 6],
  ["1::", "1::", 6],
  ["2001:DB8::1", "2001:db8::1", 6],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1", 6],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1", 6],
  ["2001:0:0:1:0:0:0:1", "2001:0:0:1::1", 6],
  ["2001:0db8:0000:0000:0000:ff00:0042:8329", "2001:db8::ff00:42:8329", 6],
  ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0", 6],
  ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8", 6],
  ["::ffff:192.0.2.1", "192.0.2.1", 4],
  ["::ffff:c000:201", "192.0.2.1", 4],
  ["0:0:0:0:0:FFFF:192.0.2.1", "192.0.2.1", 4],
  ["64:ff9b::192.0.2.33", "64:ff9b::c000:221", 6],
  ["::192.0.2.1", "::c000:201", 6],
  ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304", 6],
  ["ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 6],
  ["ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 6],
];

const REFUSED: readonly string[] = [
  "",
  " ",
  "1.2.3",
  "1",
  "1.2.3.4.5",
  "1.2.3.",
  "10.20.30.",
  ".10.20.30",
  "10..20.30",
  ".1.2.3",
  "1..2.3",
  "256.1.1.1",
  "01.2.3.4",
  "1.2.3.00",
  "0x7f.0.0.1",
  "1.2.3.4 ",
  " 1.2.3.4",
  "1.2.3.4\n",
  "+1.2.3.4",
  "1.2.3.-4",
  "8.8.8.8/24",
  "8.8.8.8:53",
  "٨.8.8.8",
  ":",
  ":::",
  ":1",
  "1:",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7:8::",
  "::1:2:3:4:5:6:7:8",
  "1::2::3",
  "1:::2",
  "12345::",
  "g::",
  "fe80::1%eth0",
  "fe80::1%25eth0",
  "[::1]",
  "::1/64",
  "::1.2.3",
  "::1.2.3.4.5",
  "::1.2.3.04",
  "1.2.3.4::",
  "::1.2.3.4:1",
  "1:2:3:4:5:6:7:1.2.3.4",
  "localhost",
  "1:2:3:4:5:6:7:8:",
  "::ffff:1.2.3.4%1",
];

describe("parseAddress and formatAddress", () => {
  test.each(CANONICAL)("%s is %s", (text, canonical, family) => {
    const parsed = address(text);
    expect(formatAddress(parsed)).toBe(canonical);
    expect(parsed.family).toBe(family);
  });

  test.each(REFUSED.map((text) => [text]))("%j is refused", (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  test.each([
    ["0.0.0.0", 0],
    ["0.0.1.2", 258],
    ["255.255.255.255", 4_294_967_295],
    ["1.2.3.256", -1],
    ["1.2.3", -1],
    ["1.2.3.", -1],
    ["1.2.3.4.5", -1],
    ["1..2.3.4", -1],
    ["1.2.3.04", -1],
    ["1.2.3.4x", -1],
    ["1.2.3.4/", -1],
    ["1.2.3.4:", -1],
    ["1111.2222.3333.4444", -1],
    ["1.2.3.\u0134", -1],
    ["", -1],
  ])("the quad %j has the value %d", (text, value) => {
    expect(parseQuad(text)).toBe(value);
    expect(parseQuad(`9${text}`, 1)).toBe(value);
  });

  test("a mapped address is marked, an IPv4 address is not", () => {
    expect(address("::ffff:1.2.3.4").mapped).toBe(true);
    expect(address("1.2.3.4").mapped).toBe(false);
  });

  test("agrees with net.isIP on every mutation of valid addresses", () => {
    const alphabet = [..."0123456789abcdefABCDEF:.%/ g"];
    for (const [text] of CANONICAL) {
      for (let at = 0; at <= text.length; at++) {
        for (const char of alphabet) {
          for (const mutant of [
            text.slice(0, at) + char + text.slice(at),
            text.slice(0, at) + char + text.slice(at + 1),
          ]) {
            // Node's isIP accepts zone identifiers; netlens does not.
            const expected = !mutant.includes("%") && isIP(mutant) !== 0;
            if ((parseAddress(mutant) !== undefined) !== expected)
              throw new Error(`disagreement on ${mutant}`);
          }
        }
      }
    }
  });

  test("the canonical form is unchanged by parsing and formatting", () => {
    for (const [, canonical] of CANONICAL) expect(formatAddress(address(canonical))).toBe(canonical);
  });
});

describe("networks", () => {
  test.each([
    ["192.0.2.77/24", "192.0.2.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["10.1.2.3", "10.1.2.3/32"],
    ["2001:db8:ffff::/33", "2001:db8:8000::/33"],
    ["::/0", "::/0"],
    ["::1", "::1/128"],
    ["::ffff:192.0.2.0/120", "192.0.2.0/24"],
  ])("%s is %s", (text, canonical) => {
    const network = parseNetwork(text);
    expect(network && formatNetwork(network)).toBe(canonical);
  });

  test.each([
    ["1.2.3.4/33"],
    ["::/129"],
    ["1.2.3.4/"],
    ["1.2.3.4/08"],
    ["1.2.3.4/-1"],
    ["1.2.3/8"],
    ["/8"],
    ["::ffff:1.2.3.4/95"],
    ["1.2.3.4/8/8"],
  ])("%s is refused", (text) => expect(parseNetwork(text)).toBeUndefined());

  test.each([
    ["10.0.0.0/8", "10.255.255.255", true],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["0.0.0.0/0", "203.0.113.9", true],
    ["0.0.0.0/0", "::1", false],
    ["::/0", "10.0.0.1", false],
    ["128.0.0.0/1", "255.0.0.1", true],
    ["2001:db8::/32", "2001:db8:ffff::1", true],
    ["2001:db8::/32", "2001:db9::", false],
    ["::1/128", "::1", true],
    ["fe80::/10", "febf::1", true],
    ["fe80::/10", "fec0::1", false],
  ])("%s contains %s: %p", (network, text, expected) => {
    const parsed = parseNetwork(network);
    expect(parsed && networkContains(parsed, address(text))).toBe(expected);
  });

  test.each([
    [4, "255.255.255.255", 32],
    [6, "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 128],
  ] as const)(
    "of IPv%d with each prefix: host bits are cleared, and the next network starts after it",
    (_family, text, width) => {
      const ones = address(text);
      const { family } = ones;
      const numberOf = ({ w0, w1, w2, w3 }: Address) =>
        [w0, w1, w2, w3].reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
      const at = (value: bigint): Address => {
        const word = (index: bigint) => Number((value >> (32n * (3n - index))) & 0xffff_ffffn);
        return { family, w0: word(0n), w1: word(1n), w2: word(2n), w3: word(3n), mapped: false };
      };
      for (let prefix = 0; prefix <= width; prefix++) {
        const network = networkOf(ones, prefix);
        const first = numberOf(ones) - ((1n << BigInt(width - prefix)) - 1n);
        expect([prefix, numberOf(network.address)]).toEqual([prefix, first]);
        expect([at(first), ones].map((each) => networkContains(network, each))).toEqual([true, true]);
        if (prefix > 0) expect([prefix, networkContains(network, at(first - 1n))]).toEqual([prefix, false]);
      }
    },
  );

  test("networkOf clears host bits", () => {
    expect(formatNetwork(networkOf(address("198.51.100.200"), 27))).toBe("198.51.100.192/27");
  });
});
