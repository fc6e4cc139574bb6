import { describe, expect, test } from "bun:test";
import { refuseAddress, refusePort } from "../../src/http/wire/guard.ts";
import { type Address, parseAddress } from "../../src/syntax/ip-address.ts";
import { defaultSettings, networks } from "./servers.ts";

function address(text: string): Address {
  const parsed = parseAddress(text);
  if (!parsed) throw new Error(`${text} is not an address`);
  return parsed;
}

const strict = {
  guarded: true,
  allow: [],
  ownAddresses: [address("203.0.114.7")],
  ports: defaultSettings.ports,
};

const refused: readonly string[] = [
  // IANA IPv4 special-purpose registry
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.1.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.0.8",
  "192.0.0.170",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  // IPv6 special-purpose addresses
  "::",
  "::1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:2::1",
  "2001:db8::1",
  "2002::1",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "febf::1",
  "fec0::1",
  "ff02::1",
  "4000::1",
  "::2",
  // metadata services of cloud platforms
  "169.254.169.254",
  "fd00:ec2::254",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "169.254.170.2",
  "fd20:ce::254",
  // IPv4 inside IPv6: mapped, compatible, NAT64 (both prefixes, both layouts of the second), 6to4, Teredo (server, client)
  "::ffff:127.0.0.1",
  "::ffff:169.254.169.254",
  "::127.0.0.1",
  "::10.0.0.1",
  "64:ff9b::127.0.0.1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b::a83f:8110",
  "64:ff9b:1:7f00:0:100::",
  "64:ff9b:1::8.8.8.8",
  "2002:7f00:1::1",
  "2002:808:808::1",
  "2001:0:808:808::80ff:fffe",
  "2001:0:7f00:1::1",
  // addresses of the service itself
  "203.0.114.7",
  "::ffff:203.0.114.7",
  "64:ff9b::cb00:7207",
];

const permitted: readonly string[] = [
  "8.8.8.8",
  "1.1.1.1",
  "93.184.216.34",
  "172.15.0.1",
  "172.32.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "11.0.0.1",
  "9.255.255.255",
  "126.255.255.255",
  "128.0.0.1",
  "169.253.255.255",
  "169.255.0.0",
  "192.0.0.9",
  "192.0.1.1",
  "192.31.196.1",
  "198.17.255.255",
  "198.20.0.1",
  "203.0.112.1",
  "223.255.255.255",
  "168.63.129.15",
  "168.63.129.17",
  "2606:4700::1111",
  "2a00:1450:4001::1",
  "2620:4f:8000::1",
  "2001:4860:4860::8888",
  "::ffff:8.8.8.8",
  "64:ff9b::808:808",
];

describe("addresses", () => {
  for (const text of refused)
    test(`${text} is refused`, () => {
      expect(refuseAddress(address(text), strict)).toMatchObject({
        code: "forbidden-address",
        phase: "policy",
      });
    });
  for (const text of permitted)
    test(`${text} is permitted`, () => {
      expect(refuseAddress(address(text), strict)).toBeUndefined();
    });
});

describe("addresses allowed by the operator", () => {
  const open = { ...strict, allow: networks("10.1.0.0/16", "fd00:1::/32", "203.0.114.7/32") };
  const rows: [text: string, allowed: boolean][] = [
    ["10.1.2.3", true],
    ["10.2.0.1", false],
    ["::ffff:10.1.2.3", true],
    ["64:ff9b::a01:203", true],
    ["64:ff9b::a02:203", false],
    ["fd00:1::1", true],
    ["fd00:2::1", false],
    ["203.0.114.7", true],
  ];
  for (const [text, allowed] of rows)
    test(`${text} ${allowed ? "is permitted" : "is refused"}`, () => {
      expect(refuseAddress(address(text), open) === undefined).toBe(allowed);
    });
});

test("a refusal names the kind of address", () => {
  expect(refuseAddress(address("168.63.129.16"), strict)?.message).toContain("the platform service of Azure");
  expect(refuseAddress(address("10.0.0.1"), strict)?.message).toContain("private-use");
  expect(refuseAddress(address("203.0.114.7"), strict)?.message).toContain("this server's own");
});

describe("ports", () => {
  const rows: [port: number, ranges: [number, number][], allowed: boolean][] = [
    [80, [[80, 80]], true],
    [443, [[80, 80]], false],
    [
      22,
      [
        [80, 80],
        [443, 443],
        [1024, 65535],
      ],
      false,
    ],
    [
      8080,
      [
        [80, 80],
        [443, 443],
        [1024, 65535],
      ],
      true,
    ],
    [65535, [[1024, 65535]], true],
    [0, [[1024, 65535]], false],
    [6379, [[1024, 65535]], false],
    [
      6379,
      [
        [1024, 65535],
        [6379, 6379],
      ],
      true,
    ],
    [25, [[25, 25]], true],
    [3306, [[3306, 3307]], false],
  ];
  for (const [port, ranges, allowed] of rows)
    test(`${port} in ${ranges.map((range) => range.join("-")).join(",")}`, () => {
      const refusal = refusePort(port, { guarded: true, ports: ranges.map(([from, to]) => ({ from, to })) });
      expect(refusal?.code).toBe(allowed ? undefined : "forbidden-port");
    });
});
