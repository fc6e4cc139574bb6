/** Reverse DNS names: validity, and when they are looked up. */

import { describe, expect, test } from "bun:test";
import { confirmedName, type HostNames, withHostname } from "../../src/ip/hostname.ts";
import { startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { cli } from "../cli/fake-io.ts";
import { dnsServer } from "../http/dns-server.ts";

const names = (
  reverse: readonly string[] | undefined,
  forward: Readonly<Record<string, readonly string[] | undefined>>,
) => {
  const asked: string[] = [];
  const given: HostNames = {
    reverse: async () => reverse,
    forward: async (name) => {
      asked.push(name);
      return forward[name];
    },
  };
  return { given, asked };
};

describe("a name counts only if it resolves to the address", () => {
  const LONG = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;
  const cases: readonly (readonly [
    what: string,
    reverse: readonly string[] | undefined,
    forward: Record<string, readonly string[] | undefined>,
    expected: string,
  ])[] = [
    ["it does", ["Dns.Example."], { "dns.example": ["192.0.2.9", "8.8.8.8"] }, "dns.example"],
    ["it leads elsewhere", ["dns.example"], { "dns.example": ["192.0.2.9"] }, ""],
    ["it leads nowhere", ["dns.example"], { "dns.example": [] }, ""],
    ["no answer comes", ["dns.example"], {}, ""],
    ["there is none", [], {}, ""],
    ["no answer about names comes", undefined, {}, ""],
    ["the second does", ["a.example", "b.example"], { "b.example": ["8.8.8.8"] }, "b.example"],
    [
      "the first of two that do",
      ["b.example", "a.example"],
      { "a.example": ["8.8.8.8"], "b.example": ["8.8.8.8"] },
      "b.example",
    ],
    ["it has an underscore", ["_a.b_c.example"], { "_a.b_c.example": ["8.8.8.8"] }, "_a.b_c.example"],
    ["it is as long as can be", [LONG], { [LONG]: ["8.8.8.8"] }, LONG],
  ];
  test.each(cases)("%s", async (_, reverse, forward, expected) => {
    expect(await confirmedName("8.8.8.8", names(reverse, forward).given)).toBe(expected);
  });
  test("only the first four names are confirmed", async () => {
    const reverse = [1, 2, 3, 4, 5].map((index) => `n${index}.example`);
    const { given, asked } = names(reverse, { "n5.example": ["8.8.8.8"] });
    expect(await confirmedName("8.8.8.8", given)).toBe("");
    expect(asked).toEqual(reverse.slice(0, 4));
  });
  test.each([
    "<b>.example",
    "a b.example",
    "a\u001b[31m.example",
    "example",
    "-a.example",
    "a-.example",
    `${"a".repeat(64)}.example`,
    `${LONG}d`,
    "",
  ])("an invalid host name is not looked up: %j", async (name) => {
    const { given, asked } = names([name], { [name]: ["8.8.8.8"] });
    expect(await confirmedName("8.8.8.8", given)).toBe("");
    expect(asked).toEqual([]);
  });
  test("an IPv6 address in any form", async () => {
    const { given } = names(["a.example"], { "a.example": ["2001:DB8:0:0::1"] });
    expect(await confirmedName("2001:db8::1", given)).toBe("a.example");
  });
});

test("the service does not look up names of addresses that are not public", async () => {
  const secret = async () => "secret.corp.example";
  const result = { ip: "10.0.0.1", ipType: 4, code: "private", source: "socket" } as const;
  expect(await withHostname(result, secret)).toEqual({ ...result, hostname: "" });
  expect((await withHostname(result, secret, true)).hostname).toBe("secret.corp.example");
  for (const [code, special, expected] of [
    ["geoip", undefined, "secret.corp.example"],
    ["unknown", undefined, "secret.corp.example"],
    ["unknown", "documentation", ""],
  ] as const)
    expect(
      (await withHostname({ ip: "192.0.2.1", ipType: 4, code, ...(special && { special }) }, secret))
        .hostname,
    ).toBe(expected);
});

const server = () =>
  dnsServer((type, name) => {
    if (name === "8.8.8.8.in-addr.arpa") return ["dns.example"];
    if (name === "1.0.0.10.in-addr.arpa") return ["inside.example"];
    if (name === "dns.example") return type === "A" ? ["8.8.8.8"] : [];
    if (name === "inside.example") return type === "A" ? ["10.0.0.1"] : [];
    return { code: 3 };
  });

test("the service looks up names only on request", async () => {
  await using dns = await server();
  const flags = {
    listen: "127.0.0.1:0",
    drain: "off",
    dns: `127.0.0.1:${dns.port}`,
    "rate-limit": "100/1h",
  };
  const service = await startService(loadConfig(flags, {}).settings, () => {}, []);
  const get = (path: string, accept = "*/*") =>
    fetch(`http://${service.address}${path}`, { headers: { accept } });
  const json = async (path: string) => (await (await get(path)).json()) as Record<string, unknown>;
  try {
    const plain = await json("/v1/ip/8.8.8.8");
    expect(plain).not.toHaveProperty("hostname");
    expect(await json("/v1/ip/8.8.8.8?reverse=false")).toEqual(plain);
    expect(dns.questions).toEqual([]);
    expect(await json("/v1/ip/8.8.8.8?reverse=true")).toEqual({ ...plain, hostname: "dns.example" });
    expect(await json("/v1/ip/8.8.8.8/?locale=de&reverse=true")).toMatchObject({
      countryName: "Vereinigte Staaten",
      hostname: "dns.example",
    });
    expect(await json("/v1/ip/8.8.4.4?reverse=true")).toMatchObject({ hostname: "" });
    const asked = dns.questions.length;
    expect(await json("/v1/ip/10.0.0.1?reverse=true")).toMatchObject({ code: "private", hostname: "" });
    expect(await json("/v1/ip?reverse=true")).toMatchObject({
      ip: "127.0.0.1",
      hostname: "",
      source: "socket",
    });
    expect(dns.questions.length).toBe(asked);
    expect(await json("/v1/ip/8.8.8.8?reverse=yes")).toMatchObject({ error: "invalid-param" });
    expect(await json("/v1/ip/x?reverse=true")).toMatchObject({ error: "invalid-ip" });
    const page = await (await get("/v1/ip/8.8.8.8?reverse=true", "text/html")).text();
    expect(page).toContain("dns.example");
    expect(page).toContain('href="/v1/ip/8.8.8.8?reverse=true&amp;format=json"');
    expect((await get("/v1/ip/8.8.8.8?reverse=yes", "text/html")).status).toBe(400);
    const before = Number(/r=(\d+)/.exec((await get("/v1/ip/8.8.8.8")).headers.get("ratelimit") ?? "")?.[1]);
    const { headers } = await get("/v1/ip/8.8.8.8?reverse=true");
    expect(headers.get("ratelimit")).toStartWith(`"default";r=${before - 5};`);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await (await get("/?q=8.8.8.8", "text/html")).text()).toContain(
      '<a href="/?ip=8.8.8.8&amp;reverse=true">Look up the host name</a>',
    );
    expect(await (await get("/?q=10.0.0.1", "text/html")).text()).not.toContain("reverse=true");
  } finally {
    await service.stop();
  }
});

test("a batch with names, in order, at the cost of an address with its name", async () => {
  await using dns = await server();
  const settings = { drain: "off", dns: `127.0.0.1:${dns.port}`, "rate-limit": "1000/1h" };
  const service = await startService(loadConfig({ listen: "127.0.0.1:0", ...settings }, {})
    .settings, () => {}, []);
  const ips = [
    "8.8.8.8",
    "x",
    "10.0.0.1",
    ...Array.from({ length: 30 }, (_, index) => `9.9.9.${index}`),
    "8.8.8.8",
  ];
  const post = async (query: string) => {
    const response = await fetch(`http://${service.address}/v1/ip${query}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ips }),
    });
    const left = Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
    const { results } = (await response.json()) as { results: Record<string, unknown>[] };
    return { left, results };
  };
  try {
    const plain = await post("");
    expect(dns.questions).toEqual([]);
    const { left, results } = await post("?reverse=true");
    expect(plain.left - left).toBe(5 * ips.length);
    expect(results.map(({ hostname, error }) => hostname ?? error)).toEqual([
      "dns.example",
      "invalid-ip",
      ...Array<string>(31).fill(""),
      "dns.example",
    ]);
    expect(results.map(({ hostname, ...rest }) => rest)).toEqual(plain.results);
  } finally {
    await service.stop();
  }
});

test("the command line looks up names in its own network too", async () => {
  await using dns = await server();
  const settings = ["--dns", `127.0.0.1:${dns.port}`];
  const one = await cli(["ip", "10.0.0.1", "--reverse", "--field", "hostname", ...settings]);
  expect([one.code, one.out]).toEqual([0, "inside.example\n"]);
  expect((await cli(["ip", "8.8.8.8", "--reverse", ...settings])).out).toMatch(/^host name +dns\.example$/m);
  const { out } = await cli(["ip", "-", "--reverse", ...settings], { input: ["8.8.8.8\n10.0.0.1\nx\n"] });
  const lines = out.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).hostname ?? JSON.parse(line).error)).toEqual([
    "dns.example",
    "inside.example",
    "invalid-ip",
  ]);
  expect((await cli(["ip", "8.8.8.8", "1.1.1.1", ...settings])).out).not.toContain("HOST NAME");
});
