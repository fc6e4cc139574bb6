/** Each setting reaches the room that uses it. */

import { describe, expect, test } from "bun:test";
import { clientForLog, geoSettings, httpSettings, remember, resolverOf } from "../../src/server/wiring.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { formatAddress } from "../../src/syntax/ip-address.ts";

const settings = (flags: Record<string, string>) => loadConfig(flags, {}).settings;

test("limits of lookups", () => {
  const given = settings({
    "http-allow": "10.0.0.0/8",
    "http-ports": "81",
    dns: "192.0.2.53:54",
    "http-timeout": "1001ms",
    "http-connect-timeout": "1002ms",
    "http-tls-timeout": "1003ms",
    "http-head-timeout": "1004ms",
    "http-idle-timeout": "1005ms",
    "http-max-redirects": "6",
    "http-proxy": "http://u:p@192.0.2.9:3128",
    "http-max-head": "70007",
    "http-well-known-paths": "on",
    "http-max-body": "80008",
    "http-max-decoded": "90009",
    "http-max-informational": "11",
    "http-max-lookups": "12",
    "http-max-queue": "13",
  });
  const { allow, ownAddresses, userAgent, ...rest } = httpSettings(given, ["192.0.2.1", "nonsense", "::1"]);
  expect(rest).toEqual({
    guarded: true,
    rdap: "",
    proxy: "http://u:p@192.0.2.9:3128",
    proxies: {
      http: {
        scheme: "http",
        host: "192.0.2.9",
        port: 3128,
        credentials: { user: "u", password: "p" },
        from: "--http-proxy",
      },
      https: expect.anything(),
      except: [],
    },
    ports: [{ from: 81, to: 81 }],
    resolver: { host: "192.0.2.53", port: 54 },
    timeout: 1001,
    connectTimeout: 1002,
    tlsTimeout: 1003,
    headTimeout: 1004,
    idleTimeout: 1005,
    maxRedirects: 6,
    maxHeadBytes: 70_007,
    wellKnownPaths: "on",
    browser: "off",
    maxBodyBytes: 80_008,
    maxDecodedBytes: 90_009,
    maxInformational: 11,
    maxLookups: 12,
    maxQueue: 13,
  });
  expect(allow).toHaveLength(1);
  expect(ownAddresses.map(formatAddress)).toEqual(["192.0.2.1", "::1"]);
  expect(userAgent).toStartWith("netlens/");
});

test("default limits of lookups", () => {
  const { allow, ownAddresses, userAgent, ...rest } = httpSettings(settings({}), []);
  expect(rest).toEqual({
    guarded: true,
    rdap: "",
    proxy: "",
    proxies: undefined,
    ports: [
      { from: 80, to: 80 },
      { from: 443, to: 443 },
      { from: 1024, to: 65_535 },
    ],
    resolver: undefined,
    timeout: 15_000,
    connectTimeout: 5000,
    tlsTimeout: 5000,
    headTimeout: 10_000,
    idleTimeout: 5000,
    maxRedirects: 10,
    maxHeadBytes: 262_144,
    wellKnownPaths: "off",
    browser: "off",
    maxBodyBytes: 2_097_152,
    maxDecodedBytes: 16_777_216,
    maxInformational: 16,
    maxLookups: 64,
    maxQueue: 256,
  });
  expect([allow, ownAddresses]).toEqual([[], []]);
});

test("this machine's addresses are refreshed, but not for each lookup", () => {
  let now = 1000;
  const answers = [["192.0.2.1"], ["192.0.2.2"], ["192.0.2.3"]];
  let asked = 0;
  const http = httpSettings(
    settings({}),
    () => answers[asked++] ?? [],
    () => now,
  );
  expect(asked).toBe(0);
  const own = () => http.ownAddresses.map(formatAddress).join();
  expect([own(), own(), asked]).toEqual(["192.0.2.1", "192.0.2.1", 1]);
  now = 5999;
  expect(own()).toBe("192.0.2.1");
  now = 6000;
  expect(own()).toBe("192.0.2.2");
  now = 10_999;
  expect(own()).toBe("192.0.2.2");
  now = 11_000;
  expect(own()).toBe("192.0.2.3");
});

test("the databases", () => {
  const given = settings({ "geo-city": "/a.mmdb,/b.mmdb", "geo-asn": "/c.mmdb", "geo-load": "memory" });
  expect(geoSettings(given)).toMatchObject({
    city: ["/a.mmdb", "/b.mmdb"],
    asn: "/c.mmdb",
    load: "memory",
    usualPlaces: ["/var/lib/netlens", "/var/lib/GeoIP", "/usr/share/GeoIP"],
  });
});

test.each([
  ["", {}],
  ["192.0.2.53", { server: "192.0.2.53:53" }],
  ["[2001:db8::53]:54", { server: "[2001:db8::53]:54" }],
])("the resolver %j", (resolver, expected) =>
  expect(resolverOf(settings(resolver === "" ? {} : { dns: resolver }))).toEqual(expected),
);

describe("client addresses in the log", () => {
  test.each([
    ["full", "192.0.2.7", "192.0.2.7"],
    ["full", "2001:db8::7", "2001:db8::7"],
    ["full", "", ""],
    ["prefix", "192.0.2.7", "192.0.2.0/24"],
    ["prefix", "2001:db8:1:2::7", "2001:db8:1::/48"],
    ["prefix", "", ""],
    ["none", "192.0.2.7", ""],
  ])("%s %j: %j", (how, ip, told) => expect(clientForLog(settings({ "log-client": how }))(ip)).toBe(told));
  test.each([
    ["full", "unix"],
    ["prefix", "unix"],
    ["none", ""],
  ])("%s on a Unix socket whose proxy sends no address: %j", (how, told) =>
    expect(clientForLog(settings({ "log-client": how, listen: "unix:/run/x" }))("")).toBe(told),
  );
});

test("cached per argument, up to a number of arguments", () => {
  let made = 0;
  const make = remember((_: { readonly a: number }) => ++made);
  expect([make({ a: 1 }), make({ a: 1 }), make({ a: 2 }), make({ a: 2 }), make({ a: 1 })]).toEqual([
    1, 1, 2, 2, 1,
  ]);
  for (let a = 3; a <= 100; a++) make({ a });
  expect([make({ a: 1 }), make({ a: 101 }), make({ a: 2 }), make({ a: 1 })]).toEqual([1, 101, 2, 102]);
});
