import { describe, expect, test } from "bun:test";
import { parseNetwork } from "../../src/ip/address.ts";
import { clientAddress } from "../../src/server/client-address.ts";

const trusted = ["10.0.0.0/8", "::1/128"].map((text) => {
  const network = parseNetwork(text);
  if (!network) throw new Error(text);
  return network;
});

type Case = readonly [
  what: string,
  peer: string | undefined,
  forwarded: string | null,
  xForwardedFor: string | null,
  ip: string,
  source: string,
];

const cases: readonly Case[] = [
  ["no proxy", "192.0.2.1", null, null, "192.0.2.1", "socket"],
  ["headers of a stranger are not believed", "192.0.2.1", "for=1.1.1.1", "2.2.2.2", "192.0.2.1", "socket"],
  ["trusted proxy without a header", "10.0.0.1", null, null, "10.0.0.1", "socket"],
  ["trusted proxy, X-Forwarded-For", "10.0.0.1", null, "203.0.113.9", "203.0.113.9", "x-forwarded-for"],
  [
    "right-most untrusted counts",
    "10.0.0.1",
    null,
    "1.1.1.1, 203.0.113.9, 10.0.0.2",
    "203.0.113.9",
    "x-forwarded-for",
  ],
  ["all trusted: the left-most", "10.0.0.1", null, "10.0.0.3, 10.0.0.2", "10.0.0.3", "x-forwarded-for"],
  [
    "what stands left of nonsense is not believed",
    "10.0.0.1",
    null,
    "1.1.1.1, nonsense",
    "10.0.0.1",
    "socket",
  ],
  [
    "nonsense behind a trusted hop",
    "10.0.0.1",
    null,
    "1.1.1.1, unknown, 10.0.0.2",
    "10.0.0.2",
    "x-forwarded-for",
  ],
  ["port is cut", "10.0.0.1", null, "203.0.113.9:4711", "203.0.113.9", "x-forwarded-for"],
  ["Forwarded wins", "10.0.0.1", "for=203.0.113.9", "1.1.1.1", "203.0.113.9", "forwarded"],
  [
    "Forwarded, quoted IPv6 with port",
    "10.0.0.1",
    'for="[2001:db8::1]:4711";proto=https',
    null,
    "2001:db8::1",
    "forwarded",
  ],
  [
    "Forwarded, several",
    "10.0.0.1",
    "for=1.1.1.1;by=x, For=203.0.113.9 ;proto=http, for=10.9.9.9",
    null,
    "203.0.113.9",
    "forwarded",
  ],
  ["Forwarded, obfuscated", "10.0.0.1", "for=_hidden", null, "10.0.0.1", "socket"],
  [
    "Forwarded, comma within quotes",
    "10.0.0.1",
    'for=203.0.113.9;host="a,b"',
    null,
    "203.0.113.9",
    "forwarded",
  ],
  ["Forwarded without for", "10.0.0.1", "proto=https", null, "10.0.0.1", "socket"],
  ["mapped peer", "::ffff:10.0.0.1", null, "203.0.113.9", "203.0.113.9", "x-forwarded-for"],
  ["IPv6 loopback peer", "::1", null, "2001:DB8:0::9", "2001:db8::9", "x-forwarded-for"],
  ["Unix socket", undefined, null, "203.0.113.9", "203.0.113.9", "x-forwarded-for"],
  ["Unix socket without a header", undefined, null, null, "", "socket"],
];

describe("client address", () => {
  for (const [what, peer, forwarded, xForwardedFor, ip, source] of cases)
    test(what, () => expect(clientAddress(peer, forwarded, xForwardedFor, trusted)).toEqual({ ip, source }));
});
