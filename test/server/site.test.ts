/** Site checks by the service: bounds, limits, progress, the kept report, and a service that does not allow them. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { SERVED_SITE } from "../../src/api/limits.ts";
import { SiteReport } from "../../src/jobs/site/schema.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

let asked: string[] = [];
/** Milliseconds until a page is sent. */
let delay = 0;
const pages: Record<string, () => Response> = {
  "/robots.txt": () => new Response("User-agent: *\nDisallow: /private"),
  "/sitemap.xml": () => new Response(null, { status: 404 }),
  "/": () => page('<a href="/a">a</a>\n<a href="/dead">b</a><a href="/private">c</a>'),
  "/dead": () => new Response(null, { status: 404 }),
  "/wide/": () => page(Array.from({ length: 300 }, (_, at) => `<a href="/wide/${at}">x</a>`).join("")),
};
const page = (markup: string) =>
  new Response(`<!doctype html>${markup}`, { headers: { "content-type": "text/html" } });
const target = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch({ url }) {
    const { pathname } = new URL(url);
    asked.push(pathname);
    await Bun.sleep(delay);
    return (pages[pathname] ?? (() => page("a")))();
  },
});
const start = (more: Readonly<Record<string, string>>) => {
  const { settings } = loadConfig({ listen: "127.0.0.1:0", drain: "off", ...more }, {});
  return startService(settings, () => {}, []);
};
let on: Service;
let off: Service;
let limited: Service;
let guarded: Service;
beforeAll(async () => {
  const open = { site: "on", "http-allow": "127.0.0.0/8" };
  on = await start({ ...open, keep: "1h" });
  off = await start({});
  limited = await start({ ...open, "http-rate-limit": "3/1s", "rate-limit": "45/1s" });
  guarded = await start({ site: "on" });
});
afterAll(async () => {
  target.stop(true);
  await Promise.all([on, off, limited, guarded].map((service) => service?.stop()));
});

const at = (service: Service, path: string, init: RequestInit = {}) =>
  fetch(`http://${service.address}${path}`, init);
const check = (service: Service, path = "/", init: RequestInit = {}) => {
  asked = [];
  return at(service, `/v1/site?url=${encodeURIComponent(`${target.url.origin}${path}`)}`, init);
};
const html = { headers: { accept: "text/html" } };

test("the report follows its schema, and robots.txt is obeyed", async () => {
  const answer = await check(on);
  expect(answer.headers.get("content-type")).toBe("application/json");
  const report = (await answer.json()) as SiteReport;
  expect([...Value.Errors(SiteReport, report)]).toEqual([]);
  expect(report.counts).toMatchObject({ lookedUp: 3, broken: 1, disallowed: 1 });
  expect(report.groups[0]).toMatchObject({ name: "site-link-broken", count: 1, where: "on 1 of 1 of /" });
  const missing = expect.stringMatching(/^\/netlens-/);
  expect(asked.toSorted()).toEqual(["/", "/a", "/dead", missing, "/robots.txt", "/sitemap.xml"]);
});

test("at most 200 pages are looked up, and the rest is counted", async () => {
  const report = (await (await check(on, "/wide/")).json()) as SiteReport;
  expect(report.counts).toMatchObject({ lookedUp: SERVED_SITE.pages, notLookedUp: 301 - SERVED_SITE.pages });
  expect(report.unchecked).toEqual([
    { what: "page", count: 101, reason: "the limit of 200 pages was reached" },
  ]);
});

test("lines of progress come before the report, and another check of the client is refused until then", async () => {
  delay = 200;
  const answer = await check(on, "/", { headers: { accept: "application/x-ndjson" } });
  const other = await check(on);
  expect(other.status).toBe(503);
  expect(await other.text()).toContain("Too many site checks at once (1 running");
  const lines = (await answer.text()).trimEnd().split("\n");
  delay = 0;
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    progress: { done: expect.any(Number), found: expect.any(Number), left: expect.any(Number) },
  });
  expect(JSON.parse(lines.at(-1) ?? "").report.counts.lookedUp).toBe(3);
});

test("a client that leaves ends its check", async () => {
  delay = 300;
  const left = new AbortController();
  const answer = await check(on, "/wide/", { signal: left.signal });
  const reading = answer.text();
  left.abort();
  expect(await reading.catch((error: Error) => error.name)).toBe("AbortError");
  await Bun.sleep(100);
  delay = 0;
  const count = asked.length;
  await Bun.sleep(400);
  expect(asked.length).toBe(count);
  expect((await check(on)).status).toBe(200);
});

test("lookups wait for the client's limit, and a check that starts beyond it is refused", async () => {
  // Five requests with three in each second.
  const report = (await (await check(limited)).json()) as SiteReport;
  expect(report.counts.lookedUp).toBe(3);
  expect(report.unchecked).toEqual([{ what: "page", count: 1, reason: "disallowed by robots.txt" }]);
  const answers = [];
  for (let count = 0; count < 4; count++)
    answers.push((await at(limited, `/v1/http?url=${target.url}`)).status);
  expect(answers).toContain(429);
  expect((await check(limited)).status).toBe(429);
});

test("private addresses are not requested", async () => {
  const report = (await (await check(guarded)).json()) as SiteReport;
  expect(asked).toEqual([]);
  expect(report.counts).toMatchObject({ lookedUp: 1, broken: 1 });
});

test.each(["http://a:b@a.example/", "ftp://a.example/", ""])("%p is refused", async (url) => {
  expect((await at(on, `/v1/site?url=${encodeURIComponent(url)}`)).status).toBe(400);
  expect((await at(on, `/site?url=${encodeURIComponent(url)}`, html)).status).toBe(url === "" ? 200 : 400);
});

test("HEAD checks nothing", async () => {
  expect((await check(on, "/", { method: "HEAD" })).status).toBe(200);
  await at(on, `/site?url=${target.url}`, { ...html, method: "HEAD" });
  expect(asked).toEqual([]);
});

describe("the page", () => {
  test("has the report by job, and a link to keep it", async () => {
    const text = await (await at(on, `/site?url=${target.url}`, html)).text();
    expect(text).toContain("<h2>Dead</h2>");
    expect(text).toContain("1 dead URL, linked in 1 place.");
    const [path = ""] = /\/r\/[\w-]{22}/.exec(text) ?? [];
    const kept = await (await at(on, path, { ...html, method: "POST" })).text();
    expect(kept).toContain("this link lives until");
    expect(kept).toContain("<h2>Dead</h2>");
    const json = (await (await at(on, `${path}?format=json`)).json()) as SiteReport;
    expect(json.counts.lookedUp).toBe(3);
  });

  test("is also at the URL of the API", async () => {
    const text = await (await at(on, `/v1/site?url=${target.url}`, html)).text();
    expect(text).toContain("<h2>Dead</h2>");
  });

  test("shows the progress", async () => {
    delay = 200;
    const text = await (await at(on, `/site?url=${target.url}`, html)).text();
    delay = 0;
    expect(text).toMatch(/<p class="now">\d pages checked, \d found, \d left<\/p>/);
  });
});

describe("a service without --site", () => {
  test("says so on the page, and how to check without it", async () => {
    for (const path of ["/site", `/site?url=${target.url}`, "/forms"]) {
      const text = await (await at(off, path, html)).text();
      expect(text).toContain("its operator can allow it with netlens serve --site");
      expect(text).toContain("netlens site --output html=report.html");
      expect(text).not.toContain('action="/site');
    }
  });

  test("has no endpoint", async () => {
    expect((await check(off)).status).toBe(404);
    expect(await (await at(off, "/openapi.json")).text()).not.toContain("/v1/site");
    expect(await (await at(on, "/openapi.json")).text()).toContain("/v1/site");
  });
});
