/** Routes in Bun.serve's own router respond as the Elysia application does. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DEFAULT_FIELDS } from "../../src/api/answer.ts";
import { endpointOf } from "../../src/api/endpoint.ts";
import { createSite } from "../../src/api/site.ts";
import { openQueue } from "../../src/http/queue.ts";
import { openGeo } from "../../src/ip/geo.ts";
import { createApp } from "../../src/server/app.ts";
import { geoSettings, httpSettings } from "../../src/server/wiring.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { openService } from "./open-service.ts";

const { settings } = loadConfig({}, {});
const bugs: unknown[] = [];
let app: ReturnType<typeof createApp>;
let mounted: Bun.Server<undefined>;
let plain: Bun.Server<undefined>;

beforeAll(async () => {
  const geo = await openGeo(geoSettings(settings), () => {});
  app = createApp(
    {
      verify: async () => "unknown",
      signature: async () => undefined,
      site: createSite("1"),
      ip: { geo: geo.current, caller: () => ({ ip: "127.0.0.1", source: "socket" }) },
      http: { settings: httpSettings(settings, []), queue: openQueue(1, 1) },
      ready: () => ({ ok: true, reasons: [] }),
      onBug: (error) => void bugs.push(error),
    },
    openService(),
  );
  const at = { hostname: "127.0.0.1", port: 0, idleTimeout: 0 } as const;
  app.listen(at);
  mounted = app.server as Bun.Server<undefined>;
  plain = Bun.serve({ ...at, fetch: (request) => app.fetch(request) });
});
afterAll(() => Promise.all([mounted.stop(true), plain.stop(true)]));

/** Response without its length and the parts that differ between requests. */
async function answer(server: Bun.Server<undefined>, path: string, init: RequestInit = {}) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    redirect: "manual",
    ...init,
    headers: { "accept-encoding": "identity", ...init.headers },
  });
  const fields = [...response.headers].filter(
    ([name]) => !/^(?:date|content-length|server-timing)$/.test(name),
  );
  const text = (await response.text())
    .replaceAll(`:${server.port}`, "")
    .replace(/"(?:timeTotal|wait|dns|total)":[\d.]+/g, "");
  return { status: response.status, fields, text };
}

const paths = [
  "/v1/ip/8.8.8.8",
  "/v1/ip/8.8.8.8/",
  "/v1/ip/8.8.8.8?locale=de",
  "/v1/ip/8.8.8.8?locale=!",
  "/v1/ip/8.8.8.8?",
  "/v1/ip/2001%3adb8::1",
  "/v1/ip/%zz",
  "/v1/ip/é",
  "/v1/ip/1.2.3",
  "/v1/ip//8.8.8.8",
  "/v1/ip/192.0.2.0/24",
  "/v1/ip/192.0.2.0/24/",
  "/v1/ip/1.0.0.0/8?locale=!",
  "/v1/ip/192.0.2.0/33",
  "/v1/ip/192.0.2.0%2F33",
  "/v1/%69p/8.8.8.8",
  "/v1/ip",
  "/v1/ip/",
  "/V1/ip",
  "//v1/ip",
  "/v1//ip",
  "/v1/visitor",
  "/v1/useragent",
  "/v1/useragent/",
  "/v1/useragent/curl/8.5.0",
  "/v1/useragent/curl%2F8.5.0/",
  "/v1/useragent/%zz",
  "/v1/useragent/%F0%9F%A6%8A?x",
  "/v1/http/compare",
  "/v1/http?url=http://127.0.0.1/",
  "/v1/http/har",
  "/v1/http/findings",
  "/v2/http/?url=http://127.0.0.1/",
  "/v1/http",
  "/v1/http?url=http://127.0.0.1/&method=PUT",
  "/reports/shop",
  "/v1/reports/shop",
  "/v1/status/404",
  "/v1/status/404/",
  "/v1/problems/cache-control-conflict",
  "/v1/problems/none",
  "/v1/problems",
  "/v1/status/%34%30%34",
  "/v1/status/1",
  "/v1/status",
  "/v1/status/",
  "/v1",
  "/nothing",
  "/nothing/",
  "/healthz",
  "/healthz/",
  "/readyz",
  "/openapi.json",
  "/headers",
  "/api",
  "/settings/",
  "/compare",
  "/page",
  "/v1/page",
  "/site",
  "/v1/site?url=http://10.0.0.1/",
  "/redirects",
  "/r/AAAAAAAAAAAAAAAAAAAAAA",
  "/r/",
  "/compare?a=http://127.0.0.1/&b=ftp://x/",
  "/forms",
  "/place?at=48.1,11.5",
  "/place",
  "/problems/",
  "/differences",
  "/guide",
  "/guide?q=proxy",
  "/guide/redirects/",
  "/guide/nothing",
  "/problems/date-missing",
  "/problems/%zz",
  "/problems/nothing",
  "/favicon.ico",
  ...["/ip", "/json", "/country", "/country-iso", "/city", "/coordinates", "/asn/", "/asn-org"].flatMap(
    (path) => [path, `${path}?ip=8.8.8.8`, `${path}?ip=x`],
  ),
  "/mcp",
  "/probe",
  "/map/?ip=8.8.8.8",
  "/agent/?agent=curl",
  "/http/?url=example.com",
  "/http/status/code/404/",
  "/",
  "/?ip=8.8.8.8",
];

describe("the same response from the server's router", () => {
  for (const path of paths)
    for (const method of ["GET", "HEAD", "DELETE"])
      test(`${method} ${path}`, async () => {
        const [one, other] = await Promise.all([
          answer(mounted, path, { method }),
          answer(plain, path, { method }),
        ]);
        expect(one).toEqual(other);
      });
  const bodies = [
    "{",
    "[]",
    '{"ips":["8.8.8.8","x"]}',
    '{"agents":["curl/8.5.0"]}',
    '{"headers":["Age: 60"]}',
    '{"a":{"headers":["Age: 60"]},"b":{"headers":["Age: 0"]}}',
  ];
  for (const path of [
    "/v1/ip",
    "/v1/ip/",
    "/v1/useragent",
    "/v1/http",
    "/v2/http/",
    "/v1/http/compare",
    "/headers",
    "/redirects",
    "/r/AAAAAAAAAAAAAAAAAAAAAA",
    "/v1/status/404",
  ])
    for (const body of bodies)
      test(`POST ${path} ${body}`, async () => {
        const init = { method: "POST", body, headers: { "content-type": "application/json" } };
        const [one, other] = await Promise.all([answer(mounted, path, init), answer(plain, path, init)]);
        expect(one).toEqual(other);
      });
  test("no request logs a bug", () => expect(bugs).toEqual([]));
});

describe("every route", () => {
  const names = new Set<string>();
  test("is described under its own name, and is tried above", () => {
    for (const { method, path, hooks } of app.routes) {
      const detail = endpointOf(hooks);
      // Pages are not in the API description and need only an operation id.
      if (!detail.hide) expect(detail.summary, `${method} ${path}`).toMatch(/^[A-Z].*[^.]$/);
      if (!path.startsWith("/v2/")) expect(names.has(detail.operationId), detail.operationId).toBe(false);
      names.add(detail.operationId);
      const start = new RegExp(`^${path.replace(/\/?\*?$/, "").replaceAll(/:\w+/g, "[^/]+")}`);
      const tried = paths.some((each) => start.test(each));
      expect(tried || path.startsWith("/assets/"), `${path} is not tried`).toBe(true);
    }
  });
  test("has its tag as metrics label, and its cost", () => {
    expect(
      app.routes.map(({ method, path, hooks }) => {
        const { tags, cost } = endpointOf(hooks);
        return `${method} ${path} ${tags[0]} ${cost}`;
      }),
    ).toEqual([
      "GET /v1/useragent useragent 1",
      "GET /v1/useragent/* useragent 1",
      "POST /v1/useragent useragent 1",
      "GET /v1/ip ip 1",
      "GET /v1/ip/:ip ip 1",
      "GET /v1/ip/:ip/:length ip 10",
      "POST /v1/ip ip 1",
      "POST /v1/visitor ip 3",
      "POST /v1/http/compare http 20",
      "GET /v1/http http 10",
      "GET /v1/http/har http 10",
      "GET /v1/http/findings http 10",
      "POST /v1/http/findings http 5",
      "GET /v2/http http 10",
      "POST /v1/http http 5",
      "POST /v2/http http 5",
      "GET /v1/page http 10",
      "POST /v1/page http 10",
      "GET /v1/site http 10",
      "POST /reports/:name reports 1",
      "GET /v1/reports/:name reports 1",
      "GET /v1/status/:code status 1",
      "GET /v1/problems problems 1",
      "GET /v1/problems/:id problems 1",
      "GET /healthz health 0",
      "GET /readyz health 0",
      "GET /openapi.json description 1",
      "GET /api page 1",
      "GET /settings page 1",
      "GET / page 1",
      "POST / page 1",
      "GET /compare page 1",
      "GET /page page 1",
      "GET /site page 1",
      "GET /redirects page 1",
      "POST /redirects page 1",
      "POST /r/* page 1",
      "GET /r/* page 1",
      "GET /forms page 1",
      "GET /headers page 1",
      "POST /headers page 1",
      "GET /problems page 1",
      "GET /problems/* page 1",
      "GET /differences page 1",
      "GET /guide page 1",
      "GET /guide/* page 1",
      "GET /place page 1",
      "GET /assets/style.css page 0",
      "GET /assets/script.js page 0",
      "GET /assets/land.svg page 0",
      "GET /assets/icon.svg page 0",
      "GET /favicon.ico page 0",
      "POST /mcp mcp 1",
      "GET /mcp mcp 1",
      "DELETE /mcp mcp 1",
      "GET /probe http 10",
      "GET /json compat 1",
      "GET /http/status/code/* compat 1",
      "GET /ip compat 1",
      "GET /country compat 1",
      "GET /country-iso compat 1",
      "GET /city compat 1",
      "GET /coordinates compat 1",
      "GET /asn compat 1",
      "GET /asn-org compat 1",
      "GET /map compat 1",
      "GET /agent compat 1",
      "GET /http compat 1",
    ]);
  });
  test("has the common headers, for any method", async () => {
    for (const path of paths)
      for (const method of ["GET", "HEAD", "OPTIONS", "DELETE"]) {
        const response = await fetch(`http://127.0.0.1:${mounted.port}${path}`, {
          method,
          redirect: "manual",
        });
        for (const name of Object.keys(DEFAULT_FIELDS))
          expect(response.headers.has(name), `${method} ${path}: ${name}`).toBe(true);
      }
  }, 30_000);
});
