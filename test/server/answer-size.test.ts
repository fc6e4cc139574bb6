/** Every route limits the size of its answer relative to the input. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { endpointOf } from "../../src/api/endpoint.ts";
import { ANSWER } from "../../src/api/limits.ts";
import { createSite } from "../../src/api/site.ts";
import { openQueue } from "../../src/http/queue.ts";
import { openGeo } from "../../src/ip/geo.ts";
import { createApp } from "../../src/server/app.ts";
import { geoSettings, httpSettings } from "../../src/server/wiring.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { openService } from "./open-service.ts";

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));

/** References of a page, enough to exceed the limit if each repeats all policies. */
const ROWS = 700;
/** Bytes sent by the target, header lines included. */
let sent = 0;
/** Long policies that are fast to parse. */
const policies = many(
  8,
  (at) => `script-src 'none'; img-src h${at}.example; report-uri /${"r".repeat(2000)}`,
);
const base = `<base href="/${"b".repeat(8000)}/">`;
const TARGETS: Readonly<Record<string, string>> = {
  "/short": many(ROWS, (at) => `<img src=${at}>`).join(""),
  "/base": base + many(ROWS, (at) => `<img src=${at}>`).join(""),
  "/code": many(ROWS, (at) => `<script>${at}</script><p onclick=${at}>`).join(""),
  "/hosts": many(ROWS, (at) => `<script src=https://${at}${"x.".repeat(500)}test/></script>`).join(""),
  "/preload": `<link rel="preload ${"r".repeat(60_000)}" as=image imagesrcset="${many(ROWS, (at) => `${at} ${at + 1}w`).join()}">`,
  "/sheet": `${base}<link rel=stylesheet href=s.css>`,
};
const target = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname } = new URL(request.url);
    const isSheet = pathname.endsWith("s.css");
    const text = isSheet ? many(ROWS, (at) => `a{b:url(${at})}`).join("") : (TARGETS[pathname] ?? "");
    const fields = [
      ["Content-Type", isSheet ? "text/css" : "text/html"],
      ...policies.map((policy) => ["Content-Security-Policy", policy]),
      ...many(50, (at) => `c${at}=${at}; Path=/; Domain=a.example`).map((cookie) => ["Set-Cookie", cookie]),
    ] as [string, string][];
    sent += text.length + fields.flat().join().length;
    return new Response(text, { headers: fields });
  },
});
afterAll(() => target.stop(true));

let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  const { settings } = loadConfig({ "http-allow": "127.0.0.0/8" }, {});
  const geo = await openGeo(geoSettings(settings), () => {});
  app = createApp(
    {
      verify: async () => "unknown",
      signature: async () => undefined,
      site: createSite("1"),
      ip: { geo: geo.current, caller: () => ({ ip: "127.0.0.1", source: "socket" }) },
      http: { settings: httpSettings(settings, []), queue: openQueue(64, 64) },
      ready: () => ({ ok: true, reasons: [] }),
      onBug: (error) => {
        throw error;
      },
    },
    openService(),
  );
});

interface Asked {
  readonly path: string;
  readonly content?: string;
  readonly type?: string;
}
const json = (path: string, value: unknown): Asked => ({
  path,
  content: JSON.stringify(value),
  type: "application/json",
});
const form = (path: string, fields: Readonly<Record<string, string>>): Asked => ({
  path,
  content: String(new URLSearchParams(fields)),
  type: "application/x-www-form-urlencoded",
});
const plain = (path: string): readonly Asked[] => [{ path }];
const at = (path: string) => encodeURIComponent(`http://127.0.0.1:${target.port}${path}`);
const onTargets = (path: (url: string) => string) =>
  Object.keys(TARGETS).map((page) => ({ path: path(at(page)) }));
const onOne = (path: (url: string) => string) => plain(path(at("/short")));

const cookies = many(1000, (at) => `Set-Cookie: c${at}=${at}; Path=/; Domain=a.example`);
const lines = many(1900, (at) => `X-${at}: ${at}`);
const fields = policies.map((value) => ({ name: "Content-Security-Policy", value }));
const entry = (url: string, text = "", headers: readonly object[] = []) => ({
  request: { method: "GET", url, headers: [] },
  response: {
    status: 200,
    headers: [{ name: "Content-Type", value: "text/html" }, ...headers],
    content: { text },
  },
});
const har = (...entries: readonly object[]) => ({ har: { log: { entries } } });
const agents = many(1000, (at) => `Mozilla/5.0 (X11; Linux x86_64) Chrome/${at}.0`);
const text = (count: number) => many(count, (at) => `8.8.${at % 256}.${at >> 8}`).join("\n");

/** Route → its largest requests, by kind of input. */
const ROUTES: Readonly<Record<string, () => readonly Asked[]>> = {
  "GET /v1/useragent": () => plain(`/v1/useragent?agent=${"a/1 ".repeat(2000)}`),
  "GET /v1/useragent/*": () => plain(`/v1/useragent/${"a/1 ".repeat(2000)}`),
  "POST /v1/useragent": () => [json("/v1/useragent", { agents })],
  "GET /v1/ip": () => plain("/v1/ip"),
  "GET /v1/ip/:ip": () => plain("/v1/ip/8.8.8.8"),
  "GET /v1/ip/:ip/:length": () => plain("/v1/ip/8.8.8.8/24"),
  "POST /v1/ip": () => [json("/v1/ip", { ips: text(1000).split("\n") })],
  "POST /v1/visitor": () => [
    json("/v1/visitor", { ip: "8.8.8.8", userAgent: "a ".repeat(4000) }),
    json("/v1/visitor", { text: agents.join("\n").slice(0, 60_000) }),
  ],
  "POST /v1/http/compare": () => [
    json("/v1/http/compare", {
      a: { headers: cookies },
      b: { headers: cookies.map((line) => `${line}; Secure`) },
    }),
    json("/v1/http/compare", { a: { headers: lines }, b: { headers: [] } }),
  ],
  "GET /v1/http": () => onOne((url) => `/v1/http?url=${url}`),
  "GET /v1/http/har": () => onOne((url) => `/v1/http/har?url=${url}`),
  "GET /v1/http/findings": () => onOne((url) => `/v1/http/findings?url=${url}`),
  "POST /v1/http/findings": () => [json("/v1/http/findings", { headers: cookies })],
  "GET /v2/http": () => onOne((url) => `/v2/http?url=${url}`),
  "POST /v1/http": () => [
    json("/v1/http?how=all", { headers: cookies }),
    json("/v1/http", { headers: lines }),
  ],
  "POST /v2/http": () => [
    json("/v2/http", har(...many(300, (at) => at.toString()).map((at) => entry(`http://a.test/${at}`)))),
  ],
  "GET /v1/page": () => onTargets((url) => `/v1/page?url=${url}`),
  "POST /v1/page": () => [
    ...Object.values(TARGETS).map((markup) =>
      json("/v1/page", har(entry("https://a.test/", markup, fields))),
    ),
    json("/v1/page?by=path&how=all", har(entry("https://a.test/", TARGETS["/base"], fields))),
  ],
  "GET /v1/status/:code": () => plain("/v1/status/418"),
  "GET /v1/problems": () => plain("/v1/problems"),
  "GET /v1/problems/:id": () => plain("/v1/problems/hsts-missing"),
  "GET /healthz": () => plain("/healthz"),
  "GET /readyz": () => plain("/readyz"),
  "GET /openapi.json": () => plain("/openapi.json"),
  "GET /api": () => plain("/api"),
  "GET /settings": () => plain("/settings"),
  "GET /": () => [{ path: `/?q=${"%0A".repeat(1000)}` }, ...onOne((url) => `/?url=${url}`)],
  "POST /": () => [
    form("/", { q: text(10_000) }),
    form("/", { q: cookies.join("\n") }),
    form("/", { q: agents.join("\n") }),
  ],
  "GET /compare": () => onOne((url) => `/compare?a=${url}&b=${url}`),
  "GET /page": () => onTargets((url) => `/page?url=${url}`),
  "GET /redirects": () => plain("/redirects"),
  "POST /redirects": () => [form("/redirects", { map: many(5000, (at) => `/${at} /b/${at}`).join("\n") })],
  "POST /r/*": () => [form("/r/a", { a: "b" })],
  "GET /r/*": () => plain("/r/a"),
  "GET /forms": () => plain("/forms"),
  "GET /headers": () => plain(`/headers?h=${encodeURIComponent(cookies.slice(0, 100).join("\n"))}`),
  "POST /headers": () => [
    form("/headers", { headers: cookies.join("\n") }),
    form("/headers", { headers: lines.join("\n") }),
  ],
  "GET /problems": () => plain("/problems"),
  "GET /problems/*": () => plain("/problems/hsts-missing"),
  "GET /differences": () => plain("/differences"),
  "GET /guide": () => plain("/guide"),
  "GET /guide/*": () => plain("/guide/http"),
  "GET /place": () => plain("/place?lat=1&lon=1"),
  "GET /assets/style.css": () => plain("/assets/style.css"),
  "GET /assets/script.js": () => plain("/assets/script.js"),
  "GET /assets/land.svg": () => plain("/assets/land.svg"),
  "GET /assets/icon.svg": () => plain("/assets/icon.svg"),
  "GET /favicon.ico": () => plain("/favicon.ico"),
  "GET /json": () => plain("/json"),
  "GET /http/status/code/*": () => plain("/http/status/code/200"),
  "GET /ip": () => plain("/ip"),
  "GET /country": () => plain("/country"),
  "GET /country-iso": () => plain("/country-iso"),
  "GET /city": () => plain("/city"),
  "GET /coordinates": () => plain("/coordinates"),
  "GET /asn": () => plain("/asn"),
  "GET /asn-org": () => plain("/asn-org"),
  "GET /map": () => plain("/map?ip=8.8.8.8"),
  "GET /agent": () => plain(`/agent?agent=${"a/1 ".repeat(2000)}`),
  "GET /http": () => onOne((url) => `/http?url=${url}`),
};

test("every route has a row, and each row a route", () => {
  const routes = app.routes
    .filter(({ hooks }) => endpointOf(hooks).served?.() !== false)
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(ROUTES).toSorted()).toEqual([...new Set(routes)].toSorted());
});

for (const [route, askedOf] of Object.entries(ROUTES))
  test(route, async () => {
    for (const { path, content, type } of askedOf()) {
      sent = 0;
      const request = new Request(`http://netlens.test${path}`, {
        ...(content !== undefined && { method: "POST", body: content }),
        headers: { "user-agent": "Mozilla/5.0", ...(type !== undefined && { "content-type": type }) },
      });
      const answer = await app.fetch(request);
      const { byteLength } = await answer.arrayBuffer();
      const most = Math.max(ANSWER.bytes, ANSWER.timesInput * (path.length + (content?.length ?? 0) + sent));
      expect(answer.status, path.slice(0, 80)).toBeLessThan(500);
      expect(byteLength, path.slice(0, 80)).toBeLessThanOrEqual(most);
    }
  });
