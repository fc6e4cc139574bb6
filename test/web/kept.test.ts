/** Cached results: the same response for the stated time, and never one that only its user may see. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { SharedReports } from "../../src/http/lookup-cache.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { boundedReports, createSharedCalls } from "../../src/server/shared/calls.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { openKeptResults } from "../../src/web/kept-results.ts";
import { faultsOf, textOf } from "./markup.ts";

let service: Service;
let target: ReturnType<typeof Bun.serve>;
let asked = 0;
beforeAll(async () => {
  target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response("<p>", { headers: { "content-type": "text/html", "x-count": String(++asked) } }),
  });
  service = await start({});
});
afterAll(async () => {
  await service.stop();
  await target.stop(true);
});

const start = (more: Record<string, string>) =>
  startService(loadConfig({ listen: "127.0.0.1:0", "http-allow": "127.0.0.0/8", drain: "off", ...more }, {})
    .settings, () => {}, []);
const get = async (path: string, headers: Record<string, string> = {}, of = service) => {
  const response = await fetch(`http://${of.address}${path}`, {
    headers: { accept: "text/html", ...headers },
  });
  return { status: response.status, fields: response.headers, body: await response.text() };
};
const post = (path: string, fields: Record<string, string>) =>
  fetch(`http://${service.address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });
const at = () => `http://127.0.0.1:${target.port}`;
const idIn = (body: string) => /action="\/r\/([\w-]+)"/.exec(body)?.[1];

describe("a result", () => {
  const shown: readonly (readonly [name: string, ask: () => Promise<string>, field: string])[] = [
    ["of a lookup", async () => (await get(`/?q=${at()}/`)).body, "steps"],
    ["of a comparison", async () => (await get(`/compare?a=${at()}/&b=${at()}/x`)).body, "differences"],
    ["of a page", async () => (await get(`/page?url=${at()}/`)).body, "resources"],
    ["of a map", async () => (await post("/redirects", { base: at(), map: "/a /b" })).text(), "redirects"],
  ];
  test.each(shown)("%s is the same response, as page, JSON and file", async (_name, ask, field) => {
    const body = await ask();
    expect(faultsOf(body)).toEqual([]);
    const before = asked;
    const kept = await post(`/r/${idIn(body)}`, {});
    expect(kept.status).toBe(303);
    const path = kept.headers.get("location") ?? "";
    expect(path).toMatch(/^\/r\/[\w-]{22}$/);
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.fields.get("x-robots-tag")).toBe("noindex");
    expect(page.fields.get("cache-control")).toBe("no-store");
    expect(page.fields.get("vary")).toContain("Accept");
    expect(faultsOf(page.body)).toEqual([]);
    expect(textOf(page.body)).toMatch(
      /Result of \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT by netlens \S+; this link lives until \w{3}, \d\d /,
    );
    expect(page.body.includes(">Look up again</a>")).toBe(field !== "redirects");
    expect(page.body).not.toContain('href="/v1/');
    const json = await get(path, { accept: "application/json" });
    expect(json.fields.get("content-type")).toBe("application/json");
    expect(JSON.parse(json.body)).toHaveProperty(field);
    expect(json.body).toBe((await get(`${path}?format=json`)).body);
    const file = await get(`${path}?format=file`);
    expect(file.fields.get("content-disposition")).toMatch(/^attachment; filename="netlens-[\w.-]+\.html"$/);
    expect(file.body).toContain("Made by netlens");
    expect(file.body).not.toMatch(/href="\/|<form/);
    expect(asked).toBe(before);
  });

  test("is kept immediately with ?keep=1", async () => {
    const { body } = await get(`/?url=${at()}/&keep=1`);
    expect(textOf(body)).toMatch(/Kept until \w{3}, \d\d /);
    expect((await get(/href="(\/r\/[\w-]{22})"/.exec(body)?.[1] ?? "")).status).toBe(200);
  });

  const refused: readonly (readonly [name: string, path: () => string, headers?: Record<string, string>])[] =
    [
      ["a name and a password in the URL", () => `/?url=http://a:b@127.0.0.1:${target.port}/&keep=1`, {}],
      ["fields that are sent", () => `/?url=${at()}/&header=Accept-Language:+de&keep=1`, {}],
      ["a token", () => `/?url=${at()}/&keep=1`, { authorization: "Bearer x" }],
      ["what was pasted", () => "/?q=Age:+60&keep=1", {}],
    ];
  test.each(refused)("is not offered with %s", async (_name, path, headers) => {
    const { status, body } = await get(path(), headers);
    expect(status).toBe(200);
    expect(idIn(body)).toBeUndefined();
    expect(body).not.toContain("/r/");
  });

  test.each(["AAAAAAAAAAAAAAAAAAAAAA", "x", "", "..%2f", "constructor", "A".repeat(10_000)])(
    "is not there under the name %j",
    async (id) => {
      expect((await get(`/r/${id}`)).status).toBe(404);
      expect((await post(`/r/${id}`, {})).status).toBe(404);
    },
  );

  test("has no link with --keep 0", async () => {
    const other = await start({ keep: "0" });
    const { body } = await get(`/?url=${at()}/&keep=1`, {}, other);
    expect(body).not.toContain("/r/");
    await other.stop();
  });
});

describe("kept results", () => {
  let now = 0;
  const result = (size = 1) => ({
    title: "t",
    made: 1,
    markup: Buffer.from(crypto.getRandomValues(new Uint8Array(size))).toString("base64"),
    json: "{}",
    again: "",
  });
  const open = (capacity: number, shared?: SharedReports, life = 86_400_000) =>
    openKeptResults({
      life,
      capacity,
      shared,
      owner: "o",
      clock: () => now,
      random: () => crypto.getRandomValues(new Uint8Array(16)),
    });

  test("have an id of 128 bits", () => {
    const results = open(1e6);
    const names = Array.from({ length: 100 }, () => results.offer(result(), true));
    expect(new Set(names).size).toBe(100);
    for (const name of names) expect(Buffer.from(name, "base64url").length).toBe(16);
  });
  test("has the time at which its link ends", async () => {
    const results = open(1e6);
    now = 0;
    const [offered, kept] = [results.offer(result(), false), results.offer(result(), true)];
    expect((await results.find(offered))?.until).toBe(result().made + 900_000);
    expect((await results.find(kept))?.until).toBe(result().made + 86_400_000);
    expect(await results.keep(offered, 5000)).toBe(true);
    expect((await results.find(offered))?.until).toBe(5000 + 86_400_000);
  });
  test("expire: offered ones after 15 minutes, kept ones after their lifetime", async () => {
    const results = open(1e6);
    now = 0;
    const [offered, kept] = [results.offer(result(), false), results.offer(result(), true)];
    now = 899_999;
    expect(await results.find(offered)).toBeDefined();
    now = 900_000;
    expect(await results.find(offered)).toBeUndefined();
    expect(await results.keep(offered, 0)).toBe(false);
    now = 86_399_999;
    expect(await results.find(kept)).toBeDefined();
    now = 86_400_000;
    expect(await results.find(kept)).toBeUndefined();
  });
  test("are limited in bytes: the oldest is evicted, and offers never evict kept ones", async () => {
    const results = open(40_000);
    const kept = results.offer(result(3000), true);
    const offers = Array.from({ length: 50 }, () => results.offer(result(1000), false));
    expect(await results.find(kept)).toBeDefined();
    expect(await results.find(offers[0] ?? "")).toBeUndefined();
    expect(await results.find(offers.at(-1) ?? "")).toBeDefined();
    for (let more = 0; more < 20; more++) results.offer(result(3000), true);
    expect(await results.find(kept)).toBeUndefined();
  });
  test("are found by other replicas, and only by this one while Redis is unavailable", async () => {
    const store = new Map<string, string>();
    const shared: SharedReports = {
      turn: async (key) => {
        const text = store.get(key);
        return text === undefined ? { kind: "mine" } : { kind: "kept", text, left: 1000 };
      },
      renew: async () => {},
      release: async () => {},
      keep: async (key, _owner, text) => void store.set(key, text),
    };
    const away: SharedReports = { ...shared, turn: async () => undefined, keep: async () => undefined };
    const [one, other, alone] = [open(1e6, shared), open(1e6, shared), open(1e6, away)];
    const id = one.offer(result(), false);
    expect(await other.keep(id, 0)).toBe(true);
    expect((await other.find(id))?.title).toBe("t");
    const own = alone.offer(result(), true);
    expect(await alone.find(own)).toBeDefined();
    expect(await one.find(own)).toBeUndefined();
  });
  test("stay in this process if Redis fails in any call, or returns damaged data", async () => {
    const store = new Map<string, string>();
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", onUnhandled);
    const calls = createSharedCalls(
      1000,
      () => Promise.reject(new Error("away")),
      () => {},
      () => {},
    );
    let [made, at] = [0, 0];
    const call = <T>(value: T): Promise<T> =>
      ++made === at ? Promise.reject(new Error("OOM")) : Promise.resolve(value);
    const shared = boundedReports(calls, {
      turn: (key) => call({ kind: "kept", text: store.get(key) ?? "damaged", left: 1000 }),
      renew: () => call(undefined),
      release: () => call(undefined),
      keep: (key, _owner, text) => call(void store.set(key, text)),
    });
    for (at = 1; at <= 4; at++) {
      made = 0;
      const results = open(1e6, shared);
      const id = results.offer(result(), false);
      expect(await results.keep(id, 0)).toBe(true);
      expect((await results.find(id))?.title).toBe("t");
      expect(await results.find("A".repeat(22))).toBeUndefined();
    }
    await Bun.sleep(1);
    process.off("unhandledRejection", onUnhandled);
    expect(unhandled).toEqual([]);
  });
});
