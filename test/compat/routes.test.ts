/** Responses compatible with echoip, and redirects for links to redirect.li. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Elysia } from "elysia";
import { EchoipAnswer, echoipJson, TEXT_ANSWERS } from "../../src/compat/echoip.ts";
import { compatRoutes } from "../../src/compat/routes.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

const PLACE = {
  ip: "2001:db8::1",
  ipType: 6,
  code: "geoip",
  countryCode: "EB",
  countryName: "Elbonia",
  regionCode: "",
  regionName: "North Elbonia",
  city: "Bornyasherk",
  postCode: "1234",
  timeZone: "Europe/Bornyasherk",
  latitude: 63.4167,
  longitude: -10.4,
  isInEuropeanUnion: false,
  asn: { number: 59795, organization: "Hosting4Real" },
} as const;

describe("echoip", () => {
  test("all members as JSON, indented, without unknown ones", () => {
    const json = echoipJson(PLACE, "curl/7.43.0 (x86_64) libcurl");
    expect(json).toStartWith(
      '{\n  "ip": "2001:db8::1",\n  "ip_decimal": 42540766411282592856903984951653826561,\n',
    );
    const answer = JSON.parse(json) as unknown;
    expect(Value.Check(EchoipAnswer, answer)).toBe(true);
    expect(answer).toEqual({
      ip: "2001:db8::1",
      ip_decimal: Number(42540766411282592856903984951653826561n),
      country: "Elbonia",
      country_iso: "EB",
      country_eu: false,
      region_name: "North Elbonia",
      zip_code: "1234",
      city: "Bornyasherk",
      latitude: 63.4167,
      longitude: -10.4,
      time_zone: "Europe/Bornyasherk",
      asn: "AS59795",
      asn_org: "Hosting4Real",
      user_agent: {
        product: "curl",
        version: "7.43.0",
        comment: "(x86_64) libcurl",
        raw_value: "curl/7.43.0 (x86_64) libcurl",
      },
    });
  });
  const agents: readonly (readonly [value: string, object])[] = [
    ["Wget", { product: "Wget", raw_value: "Wget" }],
    ["/", { raw_value: "/" }],
    ['a/1 "ip_decimal": "5"', { product: "a", version: "1", comment: '"ip_decimal": "5"' }],
  ];
  for (const [value, parts] of agents)
    test(`an agent ${value}`, () => {
      const answer = JSON.parse(echoipJson({ ip: "1.2.3.4", ipType: 4, code: "unknown" }, value)) as object;
      expect(answer).toMatchObject({ ip_decimal: 16909060, user_agent: parts });
    });

  const lines: Readonly<Record<string, readonly [known: string, unknown: string]>> = {
    "/ip": ["2001:db8::1", "10.0.0.1"],
    "/country": ["Elbonia", ""],
    "/country-iso": ["EB", ""],
    "/city": ["Bornyasherk", ""],
    "/coordinates": ["63.416700,-10.400000", ""],
    "/asn": ["AS59795", ""],
    "/asn-org": ["Hosting4Real", ""],
  };
  for (const { path, text } of TEXT_ANSWERS)
    test(path, () => {
      const nothing = { ip: "10.0.0.1", ipType: 4, code: "private" } as const;
      expect([text(PLACE), text(nothing)]).toEqual([...(lines[path] ?? [])]);
    });
});

test.each(["/ip", "/json", "/asn/"])("%s of a caller who is not known", async (path) => {
  const errors: unknown[] = [];
  const deps = { geo: () => ({ places: { 4: [], 6: [] }, asns: { 4: [], 6: [] } }), caller: () => undefined };
  const app = new Elysia()
    .onError(({ error }) => {
      errors.push(error);
      return new Response("");
    })
    .use(compatRoutes(deps, { base: "" }));
  await app.handle(new Request(`http://localhost${path}`));
  expect(errors).toEqual([
    expect.objectContaining({
      code: "invalid-ip",
      message: `The caller's address is unknown; use ${path}?ip=….`,
    }),
  ]);
  await app.handle(new Request(`http://localhost${path}?ip=10.0.0.1`));
  expect(errors.length).toBe(1);
});

describe("over HTTP", () => {
  let service: Service;
  let origin: string;
  beforeAll(async () => {
    const { settings } = loadConfig({ listen: "127.0.0.1:0", drain: "off" }, {});
    service = await startService(settings, () => {}, []);
    origin = `http://${service.address}`;
  });
  afterAll(() => service.stop());

  const answers: readonly (readonly [path: string, text: string])[] = [
    ["/ip", "127.0.0.1\n"],
    ["/ip?ip=", "127.0.0.1\n"],
    ["/ip/?ip=2001:DB8::1", "2001:db8::1\n"],
    ["/country?ip=8.8.8.8", "United States\n"],
    ["/country-iso/?ip=8.8.8.8&locale=de", "US\n"],
    ["/city?ip=10.0.0.1", "\n"],
    ["/asn", "\n"],
    ["/", "127.0.0.1\n"],
  ];
  for (const [path, text] of answers)
    test(path, async () => {
      const response = await fetch(origin + path, { headers: { "user-agent": "curl/8.5.0", accept: "*/*" } });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(await response.text()).toBe(text);
    });

  test("/json", async () => {
    const response = await fetch(`${origin}/json?ip=8.8.8.8`, { headers: { "user-agent": "curl/8.5.0" } });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({
      ip: "8.8.8.8",
      ip_decimal: 134744072,
      country: "United States",
      country_iso: "US",
      user_agent: { product: "curl", version: "8.5.0" },
    });
  });

  for (const path of ["/ip?ip=1.2.3", "/json?ip=x", "/asn/?ip=%"])
    test(`${path} is refused with echoip's members status and error`, async () => {
      const response = await fetch(origin + path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ status: 400, error: "invalid-ip" });
    });

  const links: readonly (readonly [path: string, location: string])[] = [
    ["/map/?ip=8.8.8.8", "/?ip=8.8.8.8"],
    ["/map?ip=2001:db8::1", "/?ip=2001%3Adb8%3A%3A1"],
    ["/map/", "/"],
    ["/agent/?agent=Mozilla%2F5.0%20(X11)%20%26%20more", "/?useragent=Mozilla%2F5.0%20(X11)%20%26%20more"],
    ["/http/?url=https%3A%2F%2Fexample.com%2F%3Fa%3Db%26c", "/?url=https%3A%2F%2Fexample.com%2F%3Fa%3Db%26c"],
    ["/http/?url=//evil.example/", "/?url=%2F%2Fevil.example%2F"],
    ["/http/status/code/404/", "/v1/status/404"],
    ["/http/status/code/404", "/v1/status/404"],
    ["/http/status/code//evil.example", "/v1/status/%2Fevil.example"],
  ];
  for (const [path, location] of links)
    test(`${path} redirects to a page of ours`, async () => {
      const response = await fetch(origin + path, { redirect: "manual" });
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toBe(location);
      const page = await fetch(origin + location, { headers: { accept: "text/html" } });
      expect(page.status).toBe(location.includes("evil") && location.startsWith("/v1") ? 400 : 200);
      await page.arrayBuffer();
    });
});
