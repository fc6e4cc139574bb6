import { describe, expect, test } from "bun:test";
import { clientAddress } from "../../src/server/pipeline/client-address.ts";
import { proxies } from "../../src/settings/forms.ts";

const trusted = proxies("10.0.0.0/8,::1");

type Case = readonly [what: string, value: string | null, ip: string];

/** Cases with the peer 10.0.0.1, whose address is used if the header cannot be parsed. */
function table(field: string, cases: readonly Case[]): void {
  describe(field, () => {
    for (const [what, value, ip] of cases)
      test(what, () => {
        const source = ip === "10.0.0.1" ? "socket" : field;
        expect(clientAddress("10.0.0.1", field, value, trusted)).toEqual({ ip, source });
      });
  });
}

describe("trusted addresses", () => {
  const cases: readonly (readonly [
    what: string,
    peer: string | undefined,
    value: string | null,
    settings: string,
    ip: string,
    source: string,
  ])[] = [
    ["nobody without a setting", "192.0.2.1", "8.8.8.8", "", "192.0.2.1", "socket"],
    ["a stranger is not", "192.0.2.1", "8.8.8.8", "10.0.0.0/8", "192.0.2.1", "socket"],
    ["a proxy is", "10.0.0.1", "203.0.113.9", "10.0.0.0/8", "203.0.113.9", "x-forwarded-for"],
    ["a proxy that says nothing", "10.0.0.1", null, "10.0.0.0/8", "10.0.0.1", "socket"],
    ["a mapped peer", "::ffff:10.0.0.1", "203.0.113.9", "10.0.0.0/8", "203.0.113.9", "x-forwarded-for"],
    ["an IPv6 peer", "::1", "2001:DB8:0::9", "::1", "2001:db8::9", "x-forwarded-for"],
    ["a Unix socket is not by itself", undefined, "8.8.8.8", "10.0.0.0/8", "", "socket"],
    ["a Unix socket that is named", undefined, "203.0.113.9", "unix", "203.0.113.9", "x-forwarded-for"],
    ["a named Unix socket that says nothing", undefined, null, "unix", "", "socket"],
    ["unix names no address", "10.0.0.1", "8.8.8.8", "unix", "10.0.0.1", "socket"],
    ["a peer that is not known", "", "8.8.8.8", "unix,0.0.0.0/0", "", "socket"],
  ];
  for (const [what, peer, value, settings, ip, source] of cases)
    test(what, () =>
      expect(clientAddress(peer, "x-forwarded-for", value, proxies(settings))).toEqual({ ip, source }),
    );
});

table("x-forwarded-for", [
  ["one", "203.0.113.9", "203.0.113.9"],
  ["the right-most that is not a proxy", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
  ["all are proxies: the left-most", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["left of nonsense", "1.1.1.1, nonsense", "10.0.0.1"],
  ["nonsense behind a proxy", "1.1.1.1, unknown, 10.0.0.2", "10.0.0.2"],
  ["with a port", "203.0.113.9:4711", "203.0.113.9"],
  ["IPv6", "1.1.1.1,2001:db8::9", "2001:db8::9"],
  ["IPv6 in brackets", "[2001:db8::9]", "2001:db8::9"],
  ["IPv6 in brackets with a port", "[2001:db8::9]:4711", "2001:db8::9"],
  ["mapped IPv4", "::ffff:203.0.113.9", "203.0.113.9"],
  ["empty members", " , 203.0.113.9,, ,", "203.0.113.9"],
  ["a comma first", ",203.0.113.9", "203.0.113.9"],
  ["a comma first, behind a proxy", ",203.0.113.9,10.0.0.2", "203.0.113.9"],
  ["nothing but commas", ",,", "10.0.0.1"],
  ["empty", "", "10.0.0.1"],
  ["a number is not an address", "134744072", "10.0.0.1"],
  ["with something behind the port", "203.0.113.9:80:80", "10.0.0.1"],
  ["IPv4 in brackets", "[203.0.113.9]", "10.0.0.1"],
  ["the grammar of another field", "for=203.0.113.9", "10.0.0.1"],
]);

table("forwarded", [
  ["one", "for=203.0.113.9", "203.0.113.9"],
  ["any case, other parameters", "by=x;For=203.0.113.9;proto=http", "203.0.113.9"],
  ["several, spaces", "for=1.1.1.1;by=x, For=203.0.113.9 ; proto=http , for=10.9.9.9", "203.0.113.9"],
  ["IPv6 is quoted and in brackets", 'for="[2001:db8::1]"', "2001:db8::1"],
  ["IPv6 with a port", 'for="[2001:db8::1]:4711";proto=https', "2001:db8::1"],
  ["IPv4 with a port is quoted", 'for="203.0.113.9:80"', "203.0.113.9"],
  ["an obfuscated port", 'for="203.0.113.9:_http"', "203.0.113.9"],
  ["quoted pairs", 'for="203\\.0.113.9"', "203.0.113.9"],
  ["obfuscated", "for=1.1.1.1, for=_hidden", "10.0.0.1"],
  ["obfuscated, behind a proxy", "for=_hidden, for=10.0.0.7", "10.0.0.7"],
  ["unknown", "for=unknown", "10.0.0.1"],
  ["without for", "for=1.1.1.1, proto=https", "10.0.0.1"],
  ["twice", "for=1.1.1.1;for=203.0.113.9", "10.0.0.1"],
  ["IPv6 as a token", "for=[2001:db8::1]", "10.0.0.1"],
  ["IPv4 with a port as a token", "for=203.0.113.9:80", "10.0.0.1"],
  ["a comma within quotes", 'for=203.0.113.9;host="a,for=1.1.1.1"', "203.0.113.9"],
  ["a quote within quotes", 'for=203.0.113.9;host="a\\", for=1.1.1.1"', "203.0.113.9"],
  ["a backslash at the end of quotes", 'for=1.1.1.1, for=203.0.113.9;host="a\\\\"', "203.0.113.9"],
  ["a quote that the client left open", 'for="1.1.1.1, for=203.0.113.9', "203.0.113.9"],
  ["and one that a proxy's quotes would close", 'for="_x, for="[2001:db8::1]"', "2001:db8::1"],
  ["an open quote beside a backslash", 'for="\\, for=203.0.113.9', "203.0.113.9"],
  ["a lone quote", 'for=1.1.1.1, "', "10.0.0.1"],
  ["junk behind the pair", "for=203.0.113.9 junk", "10.0.0.1"],
  ["empty elements", "for=203.0.113.9, ,", "203.0.113.9"],
  ["empty pairs", ";for=203.0.113.9;", "203.0.113.9"],
  ["a comma first", ",for=203.0.113.9", "203.0.113.9"],
  ["a comma first, behind a proxy", ",for=203.0.113.9,for=10.0.0.2", "203.0.113.9"],
  ["one character before a proxy", "a,for=10.0.0.2", "10.0.0.2"],
  ["a quoted string alone", '"for=203.0.113.9"', "10.0.0.1"],
  ["a quote first, behind a proxy", '"a", for=10.0.0.2', "10.0.0.2"],
  [
    "three backslashes before a quote within quotes",
    'for=1.1.1.1, for=203.0.113.9;host="\\\\\\", x"',
    "203.0.113.9",
  ],
  ["empty", "", "10.0.0.1"],
  ["the grammar of another field", "203.0.113.9", "10.0.0.1"],
]);

table("x-real-ip", [
  ["one", "203.0.113.9", "203.0.113.9"],
  ["IPv6", "2001:db8::1", "2001:db8::1"],
  ["with a port", "203.0.113.9:4711", "203.0.113.9"],
  ["a list is not a single address", "1.1.1.1, 203.0.113.9", "10.0.0.1"],
  ["a proxy's own", "10.0.0.7", "10.0.0.7"],
  ["nonsense", "nonsense", "10.0.0.1"],
]);

test("long headers take linear time", () => {
  const proxied = clientAddress("10.0.0.1", "x-forwarded-for", "10.0.0.2,".repeat(100_000), trusted);
  expect(proxied.ip).toBe("10.0.0.2");
  for (const value of [
    '"'.repeat(1e6),
    "\\".repeat(1e6),
    `"${"\\".repeat(1e6)}"`,
    "for=10.0.0.2;".repeat(1e5),
  ])
    expect(clientAddress("10.0.0.1", "forwarded", value, trusted).source).toBe("socket");
});
