import { describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { refusalOf } from "../../src/api/plugin.ts";
import type { IpDeps } from "../../src/ip/deps.ts";
import { lookupIp } from "../../src/ip/lookup.ts";
import { type GeoDatabases, lookupSource } from "../../src/ip/mmdb/lookup-source.ts";
import { lookupPrefix } from "../../src/ip/prefix.ts";
import { ipRoutes } from "../../src/ip/routes.ts";
import { mmdbOf } from "./mmdb-writer.ts";
import { CITY } from "./sample-databases.ts";

const city = [lookupSource(mmdbOf(CITY()))];
const GEO: GeoDatabases = { places: { 4: city, 6: city }, asns: { 4: [], 6: [] } };
const CALLER = { ip: "5.0.1.2", source: "x-forwarded-for" };

function service(deps: Partial<IpDeps> = {}) {
  const app = new Elysia()
    .onError(({ error, code }) =>
      Response.json({ error: refusalOf(error, code)?.code ?? String(error) }, { status: 400 }),
    )
    .use(ipRoutes({ geo: () => GEO, caller: () => CALLER, ...deps }));
  return async (path: string, init?: RequestInit) => {
    const response = await app.handle(new Request(`http://localhost${path}`, init));
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      body: (await response.json()) as unknown,
    };
  };
}

function resultsOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "results" in body ? body.results : undefined;
}

const get = service();
const post = (body: string, query = "", type = "application/json") =>
  get(`/v1/ip${query}`, { method: "POST", body, headers: { "content-type": type } });

describe("one address", () => {
  test.each([
    ["/v1/ip/5.0.1.2", "5.0.1.2"],
    ["/v1/ip/5.0.1.2/", "5.0.1.2"],
    ["/v1/ip/2A00:100::1", "2a00:100::1"],
    ["/v1/ip/2a00%3A100%3a%3A1/", "2a00:100::1"],
    ["/v1/ip/::ffff:5.0.1.2", "5.0.1.2"],
    ["/v1/ip/10.0.0.1?unknown=1", "10.0.0.1"],
  ])("%s", async (path, ip) => {
    expect(await get(path)).toEqual({ status: 200, type: "application/json", body: lookupIp(ip, GEO) });
  });

  // A plain address takes a fast path; a slash, query or percent-encoding takes the general one.
  test.each(["5.0.1.2", "5.0.255.255", "10.0.0.1", "0.0.0.0", "255.255.255.255", "99.1.2.3", "192.0.2.1"])(
    "%s: one answer however it is written",
    async (ip) => {
      const plain = await get(`/v1/ip/${ip}`);
      expect(plain.body).toEqual(lookupIp(ip, GEO));
      for (const path of [`${ip}/`, `${ip}?locale=en`, `${ip}?/v1/ip/1.2.3.4`, ip.replace(".", "%2E")])
        expect(await get(`/v1/ip/${path}`)).toEqual(plain);
    },
  );
  test.each(["1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "1.2.3.4%20", "1.2.3.x"])(
    "%s is not an address",
    async (text) => expect((await get(`/v1/ip/${text}`)).body).toMatchObject({ error: "invalid-ip" }),
  );

  test("opens only databases that it needs", async () => {
    const closed = Object.defineProperty({ ...lookupSource(mmdbOf(CITY())) }, "mmdb", {
      get: () => {
        throw new Error("opened");
      },
    });
    const geo: GeoDatabases = { places: { 4: city, 6: [closed] }, asns: { 4: [], 6: [] } };
    const ask = service({ geo: () => geo });
    for (const path of ["/v1/ip/5.0.1.2", "/v1/ip/10.0.0.1", "/v1/ip/fe80::1"])
      expect((await ask(path)).status).toBe(200);
    expect((await ask("/v1/ip/2a00:100::1")).body).toEqual({ error: "Error: opened" });
  });

  test("in a language", async () => {
    expect((await get("/v1/ip/5.0.1.2?locale=de")).body).toMatchObject({
      countryName: "Deutschland",
      city: "München",
    });
    for (const locale of ["pt-BR", "pt_BR", "pt_PT_ao90", "pt_BR.UTF-8"])
      expect((await get(`/v1/ip/5.0.1.2/?x=1&locale=${locale}`)).body).toMatchObject({
        countryName: "Alemanha",
      });
  });

  test.each([
    ["/v1/ip/nonsense", "invalid-ip"],
    ["/v1/ip/%zz", "invalid-ip"],
    ["/v1/ip/5.0.1.2%", "invalid-ip"],
    ["/v1/ip/5.0.1.2/x", "invalid-ip"],
    ["/v1/ip/5.0.1.2/33", "invalid-ip"],
    ["/v1/ip/5.0.1.2/7", "invalid-ip"],
    ["/v1/ip/5.0.1.2/24?locale=!", "invalid-param"],
    ["/v1/ip/5.0.1.2?locale=", "invalid-param"],
    ["/v1/ip/5.0.1.2?locale=!", "invalid-param"],
    ["/v1/ip/10.0.0.1?locale=!", "invalid-param"],
  ])("%s is %s", async (path, error) => {
    expect(await get(path)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("a block", () => {
  test.each(["/v1/ip/5.0.1.0/24?locale=de", "/v1/ip/5.0.1.2/24/?locale=de"])("%s", async (path) => {
    const body = await lookupPrefix("5.0.1.0/24", () => GEO, "de");
    expect(body).toMatchObject({ prefix: "5.0.1.0/24", city: "München" });
    expect(await get(path)).toEqual({ status: 200, type: "application/json", body });
  });
});

describe("the client's own address", () => {
  test.each([["/v1/ip"], ["/v1/ip/"], ["/v1/ip/?locale=en"]])("%s", async (path) => {
    expect((await get(path)).body).toEqual({ ...lookupIp(CALLER.ip, GEO), source: CALLER.source });
  });

  test("unknown", async () => {
    expect((await service({ caller: () => undefined })("/v1/ip")).body).toEqual({ error: "invalid-ip" });
  });
});

describe("a batch", () => {
  test("in order, bad items in place", async () => {
    const { status, body } = await post('{"ips": ["5.0.1.2", "x", 5, null, "::1"]}', "?locale=de");
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        lookupIp("5.0.1.2", GEO, "de"),
        { error: "invalid-ip", message: expect.any(String) },
        { error: "invalid-ip", message: expect.any(String) },
        { error: "invalid-ip", message: expect.any(String) },
        lookupIp("::1", GEO),
      ],
    });
  });

  test("of a thousand, and no more", async () => {
    const ips = Array.from({ length: 1000 }, (_, i) => `5.0.${i >> 8}.${i & 255}`);
    expect(resultsOf((await post(JSON.stringify({ ips }))).body)).toHaveLength(1000);
    expect((await post(JSON.stringify({ ips: [...ips, "5.0.0.1"] }))).body).toEqual({
      error: "invalid-param",
    });
  });

  test("without a database only public addresses fail", async () => {
    const none = service({ geo: () => ({ places: { 4: [], 6: [] }, asns: { 4: [], 6: [] } }) });
    const { body } = await none("/v1/ip", {
      method: "POST",
      body: '{"ips":["10.0.0.1","5.0.1.2"]}',
      headers: { "content-type": "application/json" },
    });
    expect(resultsOf(body)).toMatchObject([{ code: "private" }, { error: "geo-database-unavailable" }]);
  });

  test("is rewritten if a file was modified meanwhile", async () => {
    const next: GeoDatabases = { places: { 4: [], 6: [] }, asns: { 4: [], 6: [] } };
    let current = next;
    const changed = { ...lookupSource(mmdbOf(CITY()), () => (current = next)), intact: () => false };
    current = { ...next, places: { 4: [changed], 6: [changed] } };
    const answer = await service({ geo: () => current })("/v1/ip", {
      method: "POST",
      body: '{"ips":["10.0.0.1","5.0.1.2"]}',
      headers: { "content-type": "application/json" },
    });
    expect(resultsOf(answer.body)).toMatchObject([
      { code: "private" },
      { error: "geo-database-unavailable" },
    ]);
  });

  test("an array behind another shares no bytes with it", async () => {
    const [first, second] = await Promise.all([post('{"ips": ["5.0.1.2"]}'), post('{"ips": ["::1", "x"]}')]);
    expect(resultsOf(first?.body)).toEqual([lookupIp("5.0.1.2", GEO)]);
    expect(resultsOf(second?.body)).toMatchObject([lookupIp("::1", GEO), { error: "invalid-ip" }]);
  });

  test.each([
    ['{"ips": [', "", "application/json", "invalid-json"],
    ["", "", "application/json", "invalid-json"],
    ['{"ips": "5.0.1.2"}', "", "application/json", "invalid-param"],
    ["[]", "", "application/json", "invalid-param"],
    ["null", "", "application/json", "invalid-param"],
    ['{"ips": ["5.0.1.2"]}', "?locale=!", "application/json", "invalid-param"],
    ['{"ips": []}', "", "text/plain", "unsupported-media-type"],
  ])("%s %s %s is %s", async (body, query, type, error) => {
    expect((await post(body, query, type)).body).toEqual({ error });
  });

  test("empty", async () => {
    expect((await post('{"ips": []}', "", "application/json; charset=utf-8")).body).toEqual({ results: [] });
  });
});

test.each(["/v1/ip/5.0.1.2", "/v1/ip"])(
  "%s is answered at once: a promise costs more than a lookup",
  (path) => {
    const app = new Elysia()
      .onError(() => new Response(null, { status: 400 }))
      .use(ipRoutes({ geo: () => GEO, caller: () => CALLER }));
    expect(app.fetch(new Request(`http://localhost${path}`))).toBeInstanceOf(Response);
  },
);
