import { describe, expect, test } from "bun:test";
import { isIP } from "node:net";
import { SPECIAL_PURPOSE } from "../../data/special-purpose.ts";
import {
  type Address,
  embeddedIpv4,
  formatAddress,
  formatNetwork,
  isGloballyReachable,
  type Network,
  narrowAroundSpecial,
  networkContains,
  networkOf,
  parseAddress,
  parseNetwork,
  parseQuad,
  parseQuadBytes,
  specialPurpose,
} from "../../src/ip/address.ts";

function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(`${text} did not parse`);
  return parsed;
}

/** The first and the last address of a network, and those before and behind them. */
function edgesOf({ address: { family, w0, w1, w2, w3 }, prefix }: Network): readonly Address[] {
  const bits = family === 4 ? 32 : 128;
  const first = [w0, w1, w2, w3].reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
  const last = first + (1n << BigInt(bits - prefix)) - 1n;
  return [first - 1n, first, last, last + 1n]
    .filter((value) => value >= 0n && value < 1n << BigInt(bits))
    .map((value) => {
      const word = (index: bigint) => Number((value >> (32n * (3n - index))) & 0xffff_ffffn);
      return { family, w0: word(0n), w1: word(1n), w2: word(2n), w3: word(3n), mapped: false };
    });
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
    expect(parseQuadBytes(Buffer.from(`9${text}9`), 1, 1 + text.length)).toBe(value);
  });

  test("a mapped address says so, an IPv4 address does not", () => {
    expect(address("::ffff:1.2.3.4").mapped).toBe(true);
    expect(address("1.2.3.4").mapped).toBe(false);
  });

  test("agrees with the platform on every mutation of good addresses", () => {
    const alphabet = [..."0123456789abcdefABCDEF:.%/ g"];
    for (const [text] of CANONICAL) {
      for (let at = 0; at <= text.length; at++) {
        for (const char of alphabet) {
          for (const mutant of [
            text.slice(0, at) + char + text.slice(at),
            text.slice(0, at) + char + text.slice(at + 1),
          ]) {
            // The platform allows zone identifiers; netlens does not.
            const expected = !mutant.includes("%") && isIP(mutant) !== 0;
            if ((parseAddress(mutant) !== undefined) !== expected)
              throw new Error(`disagreement on ${mutant}`);
          }
        }
      }
    }
  });

  test("canonical form is a fixed point", () => {
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
  ])("%s holds %s: %p", (network, text, expected) => {
    const parsed = parseNetwork(network);
    expect(parsed && networkContains(parsed, address(text))).toBe(expected);
  });

  test("networkOf clears host bits", () => {
    expect(formatNetwork(networkOf(address("198.51.100.200"), 27))).toBe("198.51.100.192/27");
  });
});

describe("specialPurpose", () => {
  test("every row answers for its own first address, unless a narrower row does", () => {
    for (const range of SPECIAL_PURPOSE) {
      const network = parseNetwork(range.network);
      if (network === undefined) throw new Error(range.network);
      expect(formatNetwork(network)).toBe(range.network);
      const found = specialPurpose(network.address);
      const width = Number(found?.network.split("/")[1]);
      expect(found === range || width > network.prefix).toBe(true);
    }
  });

  test("at the edges of every range it is the narrowest of all that hold the address", () => {
    for (const { network } of SPECIAL_PURPOSE) {
      const range = parseNetwork(network);
      if (range === undefined) throw new Error(network);
      for (const edge of edgesOf(range)) {
        const holding = SPECIAL_PURPOSE.flatMap((row) => parseNetwork(row.network) ?? [])
          .filter((each) => networkContains(each, edge))
          .sort((a, b) => b.prefix - a.prefix);
        const narrowest = holding[0] && formatNetwork(holding[0]);
        expect([formatAddress(edge), specialPurpose(edge)?.network]).toEqual([
          formatAddress(edge),
          narrowest,
        ]);
      }
    }
  });

  test.each([
    ["10.20.30.40", "private-use"],
    ["172.31.255.255", "private-use"],
    ["172.32.0.0", undefined],
    ["100.64.0.1", "shared-address-space"],
    ["100.128.0.1", undefined],
    ["127.9.9.9", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["0.0.0.0", "this-host-on-this-network"],
    ["0.0.0.1", "this-network"],
    ["192.0.0.9", "port-control-protocol-anycast"],
    ["192.0.0.100", "ietf-protocol-assignments"],
    ["239.1.1.1", "multicast"],
    ["250.1.1.1", "reserved"],
    ["255.255.255.255", "limited-broadcast"],
    ["8.8.8.8", undefined],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["fd00::1", "unique-local"],
    ["fe80::1", "link-local"],
    ["ff02::1", "multicast"],
    ["2001::1", "teredo"],
    ["2001:1::1", "port-control-protocol-anycast"],
    ["2001:100::1", "ietf-protocol-assignments"],
    ["2001:200::1", undefined],
    ["2002:c000:201::", "6to4"],
    ["3fff:fff::1", "documentation"],
    ["2606:4700::1111", undefined],
  ])("%s is %p", (text, name) => {
    expect(specialPurpose(address(text))?.name).toBe(name as string);
  });

  test.each([
    ["8.8.8.8", true],
    ["10.0.0.1", false],
    ["192.0.0.9", true],
    ["2606:4700::1111", true],
    ["2001:db8::1", false],
    ["fec0::1", false],
    ["4000::1", false],
    ["::5.6.7.8", false],
    ["64:ff9b::808:808", true],
  ])("%s globally reachable: %p", (text, expected) => {
    expect(isGloballyReachable(address(text))).toBe(expected);
  });
});

describe("embeddedIpv4", () => {
  test.each([
    ["::ffff:10.0.0.1", ["10.0.0.1"]],
    ["10.0.0.1", []],
    ["::10.0.0.1", ["10.0.0.1"]],
    ["::1", []],
    ["::2", ["0.0.0.2"]],
    ["::", []],
    ["64:ff9b::10.0.0.1", ["10.0.0.1"]],
    // RFC 6052 section 2.4 writes 192.0.2.33 behind a /48 like this.
    ["64:ff9b:1:c000:2:2100::", ["192.0.2.33", "0.0.0.0"]],
    ["64:ff9b:1::a00:1", ["0.0.0.0", "10.0.0.1"]],
    ["2002:c0a8:101::1", ["192.168.1.1"]],
    // RFC 4380: server 65.54.227.120, client 192.0.2.45 with every bit flipped.
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", ["65.54.227.120", "192.0.2.45"]],
    ["2606:4700::1111", []],
  ])("%s carries %p", (text, expected) => {
    expect(embeddedIpv4(address(text)).map(formatAddress)).toEqual(expected);
  });
});

describe("a block around an address that is not special", () => {
  const special = SPECIAL_PURPOSE.map(({ network }) => parseNetwork(network)).filter(
    (one) => one !== undefined,
  );

  /** Reads every block for every prefix. */
  function wanted(where: Address, prefix: number): number {
    const width = where.family === 4 ? 32 : 128;
    const inside = special.filter((one) => one.address.family === where.family && one.prefix > prefix);
    let narrowed = prefix;
    while (
      narrowed < width &&
      inside.some((one) => one.prefix > narrowed && networkContains(networkOf(where, narrowed), one.address))
    )
      narrowed++;
    return narrowed;
  }

  const places = [
    "1.2.3.4",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.0.0.1",
    "169.253.255.255",
    "172.15.0.1",
    "172.32.0.1",
    "191.255.255.255",
    "192.0.1.1",
    "192.0.3.0",
    "192.31.195.255",
    "198.17.255.255",
    "198.20.0.0",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
    "2a00::1",
    "2400::",
    "2001:200::1",
    "2001:db7:ffff::",
    "2001:db9::",
    "2003::",
    "2620:4f:7fff::",
    "2620:4f:8001::",
    "3ffe::1",
    "3fff:1000::",
    "4000::",
    "64:ff9a::",
    "64:ff9b:2::",
    "ff::",
    "101::",
  ].filter((text) => specialPurpose(address(text)) === undefined);

  test.each(places)("holds no special block: %s", (text) => {
    const where = address(text);
    for (let prefix = 0; prefix <= (where.family === 4 ? 32 : 128); prefix++)
      expect([prefix, narrowAroundSpecial(where, prefix)]).toEqual([prefix, wanted(where, prefix)]);
  });

  test("there are such places in both families", () => {
    expect(places.length).toBeGreaterThan(25);
  });
});

test("each address of the registries' edges is in the most specific block", () => {
  const networks = SPECIAL_PURPOSE.map((range) => ({ range, network: parseNetwork(range.network) }));
  const edges = networks.flatMap(({ network }) => {
    if (network === undefined) return [];
    const { w0, w1, w2, w3 } = network.address;
    const near = [-1, 0, 1].map((step) => ({ ...network.address, w3: (w3 + step) >>> 0 }));
    return [
      ...near,
      { ...network.address, w0: (w0 ^ 1) >>> 0 },
      { ...network.address, w1: (w1 ^ 1) >>> 0 },
      { ...network.address, w2: (w2 ^ 1) >>> 0 },
    ];
  });
  for (const edge of edges.filter(({ family, w0, w1, w2 }) => family === 6 || (w0 | w1 | w2) === 0)) {
    const holding = networks.filter(({ network }) => network !== undefined && networkContains(network, edge));
    const best = holding.toSorted((a, b) => (b.network?.prefix ?? 0) - (a.network?.prefix ?? 0))[0];
    expect([formatAddress(edge), specialPurpose(edge)?.network]).toEqual([
      formatAddress(edge),
      best?.range.network,
    ]);
  }
});
