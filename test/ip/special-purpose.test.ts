import { describe, expect, test } from "bun:test";
import { SPECIAL_PURPOSE } from "../../data/special-purpose.ts";
import {
  embeddedIpv4,
  isGloballyReachable,
  narrowAroundSpecial,
  specialPurpose,
} from "../../src/ip/special-purpose.ts";
import {
  type Address,
  formatAddress,
  formatNetwork,
  type Network,
  networkContains,
  networkOf,
  parseAddress,
  parseNetwork,
} from "../../src/syntax/ip-address.ts";

function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(`${text} did not parse`);
  return parsed;
}

/** First and last address of a network, and the addresses before and after them. */
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

describe("specialPurpose", () => {
  test("every row applies to its own first address, unless a more specific row does", () => {
    for (const range of SPECIAL_PURPOSE) {
      const network = parseNetwork(range.network);
      if (network === undefined) throw new Error(range.network);
      expect(formatNetwork(network)).toBe(range.network);
      const found = specialPurpose(network.address);
      const width = Number(found?.network.split("/")[1]);
      expect(found === range || width > network.prefix).toBe(true);
    }
  });

  test("at the edges of every range the most specific row applies", () => {
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
    // Example of RFC 6052 section 2.4: 192.0.2.33 embedded after a /48.
    ["64:ff9b:1:c000:2:2100::", ["192.0.2.33", "0.0.0.0"]],
    ["64:ff9b:1::a00:1", ["0.0.0.0", "10.0.0.1"]],
    ["2002:c0a8:101::1", ["192.168.1.1"]],
    // Example of RFC 4380: server 65.54.227.120, client 192.0.2.45 with inverted bits.
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", ["65.54.227.120", "192.0.2.45"]],
    ["2606:4700::1111", []],
  ])("%s embeds %p", (text, expected) => {
    expect(embeddedIpv4(address(text)).map(formatAddress)).toEqual(expected);
  });
});

describe("a block around an address that is not special", () => {
  const special = SPECIAL_PURPOSE.map(({ network }) => parseNetwork(network)).filter(
    (one) => one !== undefined,
  );

  /** Expected prefix length, by a linear search of all blocks. */
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

  test.each(places)("contains no special-purpose block: %s", (text) => {
    const where = address(text);
    for (let prefix = 0; prefix <= (where.family === 4 ? 32 : 128); prefix++)
      expect([prefix, narrowAroundSpecial(where, prefix)]).toEqual([prefix, wanted(where, prefix)]);
  });

  test("there are such addresses in both families", () => {
    expect(places.length).toBeGreaterThan(25);
  });
});

test("each address at the registries' edges is in the most specific block", () => {
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
