/**
 * `--tokens` over real sockets: API, pages and MCP, limits, reload, and output that must not contain tokens.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exposition } from "../../src/api/metrics-text.ts";
import { explainMessage } from "../../src/headers/explain.ts";
import { parseMessage } from "../../src/headers/message.ts";
import { tools } from "../../src/mcp/tools.ts";
import { createAccessLog } from "../../src/server/access-log.ts";
import { startService } from "../../src/server/service.ts";
import { tokenOf, tokenRow } from "../../src/server/tokens.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { steady } from "../../test/server/steady.ts";
import { faultsOf } from "../../test/web/markup.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-tokens-"));
afterAll(() => rmSync(folder, { recursive: true }));
let target: Bun.Server<undefined>;
beforeAll(() => {
  target = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("hi") });
});
afterAll(() => target.stop(true));

const TOKENS = { all: 1, ip: 2, page: 3, mcp: 4, few: 5, later: 6, both: 7 } as const;
type Name = keyof typeof TOKENS;
const token = (name: Name) => tokenOf(new Uint8Array(32).fill(TOKENS[name]));
const row = (name: Name, rate: string, calls: string) => tokenRow(token(name), name, rate, calls);
const ROWS = [
  row("all", "-", "all"),
  row("ip", "-", "ip"),
  row("page", "-", "page"),
  row("mcp", "off", "mcp"),
  row("both", "-", "page,ip"),
  row("few", "2/1h", "ip,status"),
];

let files = 0;
async function start(rows: readonly string[], flags: Record<string, string> = {}) {
  const path = join(folder, `tokens${++files}`);
  writeFileSync(path, rows.join("\n"));
  const given = {
    listen: "127.0.0.1:0",
    drain: "off",
    "http-allow": "127.0.0.0/8",
    mcp: "on",
    tokens: path,
    ...flags,
  };
  let log = "";
  const access = createAccessLog({
    format: "text",
    write: (line) => {
      log += new TextDecoder().decode(line);
    },
    clock: () => 0,
  });
  const service = await startService(
    loadConfig(given, {}).settings,
    (level, message, facts = {}) => {
      log += `${level} ${message} ${JSON.stringify(typeof facts === "function" ? facts() : facts)}\n`;
    },
    [],
    { access, dropped: () => 0 },
  );
  const origin = `http://${service.address}`;
  const send = (path: string, name?: Name, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, ...(name && { authorization: `Bearer ${token(name)}` }) },
    });
  const reload = () => service.reload(loadConfig(given, {}).settings);
  return { service, send, reload, path, log: () => log, origin };
}

describe("rights of a token", () => {
  let world: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    world = await start(ROWS);
  });
  afterAll(() => world.service.stop());
  const lookup = () => `/v1/http?url=${encodeURIComponent(target.url.href)}`;
  const html = { headers: { accept: "text/html" } };
  const form = (body: string) => ({
    headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
    body,
  });
  const tool = (name: string, args: object): RequestInit => ({
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });

  const cases: readonly (readonly [
    what: string,
    path: () => string,
    init: RequestInit,
    statuses: Readonly<Partial<Record<Name | "anonymous", number>>>,
  ])[] = [
    [
      "an address",
      () => "/v1/ip/10.0.0.1",
      {},
      { anonymous: 401, all: 200, ip: 200, page: 403, mcp: 403, later: 401 },
    ],
    ["its page", () => "/v1/ip/10.0.0.1", html, { anonymous: 401, ip: 200, page: 403 }],
    ["HEAD", () => "/v1/ip/10.0.0.1", { method: "HEAD" }, { anonymous: 401, ip: 200, page: 403 }],
    ["a trailing slash", () => "/v1/ip/10.0.0.1/", {}, { anonymous: 401, ip: 200, page: 403 }],
    ["an odd spelling of the path", () => "/v1//ip/10.0.0.1", {}, { anonymous: 404, page: 404 }],
    ["an encoded spelling of the path", () => "/v1/%69p/10.0.0.1", {}, { anonymous: 404, page: 404 }],
    ["a lookup", lookup, {}, { anonymous: 401, all: 200, ip: 403, page: 403 }],
    [
      "a lookup by its older name",
      () => lookup().replace("v1", "v2"),
      {},
      { anonymous: 401, all: 200, ip: 403 },
    ],
    [
      "the box, which needs the right of what it shows",
      () => "/?q=10.0.0.1",
      html,
      { anonymous: 401, all: 200, both: 200, page: 403, ip: 403 },
    ],
    ["the box with an agent", () => "/?q=curl/8.0", html, { all: 200, both: 403, page: 403 }],
    ["the page of a status code", () => "/?status=404", html, { all: 200, page: 403, both: 403 }],
    ["the box with a status code", () => "/?q=404", html, { all: 200, page: 403 }],
    [
      "a page of header lines",
      () => "/headers",
      { method: "POST", ...form("headers=Age%3A+60") },
      { anonymous: 401, all: 200, page: 403, both: 403 },
    ],
    ["its link", () => "/headers?headers=Age%3A+60", html, { all: 200, page: 403 }],
    ["the caller's address in a line", () => "/", {}, { anonymous: 401, all: 200, page: 403, both: 200 }],
    [
      "the box with a URL",
      () => `/?q=${encodeURIComponent(target.url.href)}`,
      html,
      { anonymous: 401, all: 200, page: 403 },
    ],
    [
      "a page of comparison",
      () => "/compare?a=http://a.test/&b=http://b.test/",
      html,
      { anonymous: 401, page: 403 },
    ],
    ["another method", () => "/v1/ip/10.0.0.1", { method: "DELETE" }, { anonymous: 401, ip: 405 }],
    ["the paths of other services", () => "/json?ip=10.0.0.1", {}, { anonymous: 401, all: 200, ip: 403 }],
    [
      "assistants",
      () => "/mcp",
      tool("lookup_ip_address", { ip: "10.0.0.1" }),
      { anonymous: 401, mcp: 200, ip: 403 },
    ],
    ["health", () => "/healthz", {}, { anonymous: 200, later: 200 }],
    ["the description", () => "/openapi.json", {}, { anonymous: 200, page: 200 }],
    ["nothing", () => "/nothing", {}, { anonymous: 404, ip: 404 }],
    ["a preflight", () => "/v1/ip/10.0.0.1", { method: "OPTIONS" }, { anonymous: 204 }],
  ];
  test.each(cases)("%s", async (_, path, init, statuses) => {
    for (const [name, status] of Object.entries(statuses)) {
      const response = await world.send(path(), name === "anonymous" ? undefined : (name as Name), init);
      await response.text();
      expect([name, response.status]).toEqual([name, status]);
    }
  });

  test("an assistant without the right http gets the reason", async () => {
    const response = await world.send("/mcp", "mcp", tool("check_url", { url: target.url.href }));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("The token may not call http.");
    const both = await world.send("/mcp", "all", tool("check_url", { url: target.url.href }));
    expect(await both.text()).not.toContain("may not call");
  });

  test.each([
    ["/", undefined, 401, "Token required", 'Bearer realm="netlens"'],
    ["/v1/ip/10.0.0.1", "later", 401, "Token required", 'Bearer realm="netlens", error="invalid_token"'],
    ["/problems", "ip", 403, "Not permitted with this token", /insufficient_scope/],
  ] as const)("for a browser the refusal of %s is a page", async (path, name, status, title, challenge) => {
    const accept = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
    const response = await world.send(path, name, accept);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      status,
      "text/html; charset=utf-8",
    ]);
    expect(response.headers.get("www-authenticate")).toMatch(challenge);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("vary")).toContain("Accept");
    const text = await response.text();
    expect(faultsOf(text)).toEqual([]);
    expect(text).toContain(`<h1>${title}</h1>`);
    const lines = [...response.headers].map(([field, value]) => `${field}: ${value}`);
    const { headers, problems } = explainMessage(parseMessage([`HTTP/1.1 ${status} X`, ...lines]), {
      status,
      url: `http://a.example${path}`,
      now: Date.now(),
    } as never);
    const all = [...problems, ...headers.flatMap(({ problems }) => problems)];
    expect(all.filter(({ severity }) => severity !== "info")).toEqual([]);
    const json = await world.send(`${path}?format=json`, name, accept);
    expect(await json.json()).toMatchObject({ status });
    const wrong = await world.send(`${path}?format=no`, name, accept);
    expect(await wrong.json()).toMatchObject({ status });
  });

  test("refusals are problem details with a challenge that passes our own linter", async () => {
    for (const [name, status, error, challenge] of [
      [undefined, 401, "unauthorized", 'Bearer realm="netlens"'],
      ["later", 401, "unauthorized", 'Bearer realm="netlens", error="invalid_token"'],
      ["page", 403, "forbidden", 'Bearer realm="netlens", error="insufficient_scope", scope="ip"'],
    ] as const) {
      const response = await world.send("/v1/ip/10.0.0.1", name);
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([status, challenge]);
      expect(await response.json()).toMatchObject({ error, status, type: `/api#${error}` });
      const lines = [...response.headers].map(([field, value]) => `${field}: ${value}`);
      const { headers, problems } = explainMessage(parseMessage([`HTTP/1.1 ${status} X`, ...lines]), {
        status,
        url: "http://a.example/v1/ip/10.0.0.1",
        now: Date.now(),
      } as never);
      const found = [...problems, ...headers.flatMap((header) => header.problems)];
      expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
    }
  });

  test("answers are private: no shared cache stores them", async () => {
    const { headers } = await world.send("/v1/ip/10.0.0.1", "ip");
    expect(headers.get("cache-control")).toBe("private, max-age=3600");
    const asset =
      /href="(\/assets\/style[^"]+)"/.exec(await (await world.send("/", "page", html)).text())?.[1] ?? "";
    expect((await world.send(asset)).headers.get("cache-control")).toContain("public");
  });

  test("the description requires a token", async () => {
    const description = (await (await world.send("/openapi.json")).json()) as {
      security: unknown;
      components: { securitySchemes: unknown };
      paths: Record<string, Record<string, { security?: unknown; responses: object }>>;
    };
    expect(description.security).toEqual([{ token: [] }]);
    expect(description.components.securitySchemes).toMatchObject({
      token: { type: "http", scheme: "bearer" },
    });
    expect(description.paths["/healthz"]?.["get"]?.security).toEqual([]);
    expect(Object.keys(description.paths["/v1/ip/{ip}"]?.["get"]?.responses ?? {})).toContain("403");
  });

  test("the log has names; log, metrics, answers and pages have no token or hash", async () => {
    await world.send("/v1/ip/10.0.0.1", "ip");
    await world.send("/v1/ip/10.0.0.1", "page");
    expect(world.log()).toMatch(/GET \/v1\/ip\/:ip status=200 .* token=ip\n/);
    expect(world.log()).toMatch(/GET \/v1\/ip\/:ip status=403 .* token=page\n/);
    expect(world.log()).toMatch(/GET \/v1\/ip\/:ip status=401 (?!.*token=).*\n/);
    const pages = await Promise.all(
      ["/", "/api", "/v1/useragent", "/json"].map(async (path) =>
        (await world.send(path, "all", html)).text(),
      ),
    );
    const all = [world.log(), exposition(world.service.metrics()), ...pages].join("\n");
    for (const name of Object.keys(TOKENS) as Name[]) {
      expect(all).not.toContain(token(name));
      expect(all).not.toContain(row(name, "-", "all").split(" ")[1]?.slice(7) ?? "");
    }
  });
});

describe("rates", () => {
  const spend = async (send: Awaited<ReturnType<typeof start>>["send"], name?: Name) =>
    steady((await send("/v1/ip/10.0.0.1", name)).headers.get("ratelimit"));

  test("a token has its own rate, that of the service, or none", async () => {
    const { service, send } = await start([...ROWS, "anonymous - 3/1h ip"], { "rate-limit": "10/1h" });
    expect(await spend(send, "few")).toBe('"default";r=1;t=1h');
    expect(await spend(send, "few")).toBe('"default";r=0;t=1h');
    expect((await send("/v1/ip/10.0.0.1", "few")).status).toBe(429);
    // Each token has its own limit, for requests from any address.
    expect(await spend(send, "ip")).toBe('"default";r=9;t=1h');
    expect(await spend(send, "all")).toBe('"default";r=9;t=1h');
    expect(await spend(send)).toBe('"default";r=2;t=1h');
    expect((await send("/mcp", "mcp")).headers.get("ratelimit")).toBeNull();
    await service.stop();
  });

  test("lookups have a separate limit for each token", async () => {
    const { service, send } = await start(ROWS, { "http-rate-limit": "1/1h" });
    const path = `/v1/http?url=${encodeURIComponent(target.url.href)}`;
    expect((await send(path, "all")).status).toBe(200);
    expect((await send(path, "all")).status).toBe(429);
    await service.stop();
  });
});

test("anonymous clients may be allowed, and then their answers are public", async () => {
  const { service, send } = await start([...ROWS, "anonymous - - ip"]);
  const response = await send("/v1/ip/10.0.0.1");
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
  expect((await send("/v1/status/404")).status).toBe(401);
  expect((await send("/v1/ip/10.0.0.1", "later")).status).toBe(401);
  const description = (await (await send("/openapi.json")).json()) as { security: unknown };
  expect(description.security).toEqual([{}, { token: [] }]);
  await service.stop();
});

test("SIGHUP reloads the file; an invalid one is rejected completely, with its line in the log", async () => {
  const { service, send, reload, path, log } = await start(ROWS);
  const status = async (name: Name) => (await send("/v1/ip/10.0.0.1", name)).status;
  expect([await status("later"), await status("ip")]).toEqual([401, 200]);
  writeFileSync(path, [row("later", "-", "ip"), row("few", "5/1h", "ip")].join("\n"));
  await reload();
  expect([await status("later"), await status("ip")]).toEqual([200, 401]);
  writeFileSync(path, `${row("ip", "-", "ip")}\nbad line`);
  await reload();
  expect([await status("later"), await status("ip")]).toEqual([200, 401]);
  expect(log()).toContain(
    `error invalid tokens file; the previous tokens stay {"reason":"${path}:2: expected NAME`,
  );
  rmSync(path);
  await reload();
  expect(await status("later")).toBe(200);
  expect(log()).toContain(`${path}: no such file`);
  await service.stop();
});

test("a reload keeps the used part of a rate", async () => {
  const { service, send, reload } = await start(ROWS);
  await send("/v1/ip/10.0.0.1", "few");
  await reload();
  expect((await send("/v1/ip/10.0.0.1", "few")).headers.get("ratelimit")).toStartWith('"default";r=0');
  await service.stop();
});

test("a service with an invalid file does not start", async () => {
  await expect(start(["x"])).rejects.toThrow(/tokens\d+:1: expected NAME/);
  const gone = { tokens: join(folder, "gone") };
  await expect(start([], gone)).rejects.toThrow(/--tokens: \S+gone: no such file$/);
});

test("without the file the service is open and ignores tokens", async () => {
  const { service, send, log } = await start([], { tokens: "" });
  expect((await send("/v1/ip/10.0.0.1")).status).toBe(200);
  const response = await send("/v1/ip/10.0.0.1", "later");
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
  expect(log()).not.toContain("token=");
  await service.stop();
});

test("the home page shows address and user agent only to clients with these rights", async () => {
  const world = await start(ROWS);
  try {
    const home = async (name: Name) =>
      (await world.send("/", name, { headers: { accept: "text/html", "user-agent": "curl/8.5.0" } })).text();
    expect(await home("page")).toContain("may not call ip");
    expect(await home("page")).toContain("may not call useragent");
    expect(await home("both")).toContain("127.0.0.1");
    expect(await home("all")).toContain("curl 8.5.0");
  } finally {
    await world.service.stop();
  }
});

test("a tool of an assistant needs the right of its answer", async () => {
  const world = await start(ROWS);
  try {
    const output = async (name: Name, tool: string, args: object) =>
      (
        await world.send("/mcp", name, {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name: tool, arguments: args },
          }),
        })
      ).text();
    const calls: Readonly<Record<string, readonly [args: object, right: string]>> = {
      check_url: [{ url: "a.test" }, "http"],
      audit_page: [{ url: "a.test" }, "http"],
      explain_http_headers: [{ headers: ["Age: 60"] }, "http"],
      describe_visitor: [{ ip: "10.0.0.1", agent: "curl/8" }, "ip"],
      lookup_ip_address: [{ ip: "10.0.0.1" }, "ip"],
      identify_user_agent: [{ agent: "curl/8" }, "useragent"],
      explain_status_code: [{ code: 404 }, "status"],
      compare_responses: [{ a: { headers: ["Age: 60"] }, b: { headers: ["Age: 61"] } }, "http"],
      check_redirects: [{ redirects: [{ from: "http://a.test/" }] }, "http"],
      explain_problem: [{ id: "age-invalid" }, "problems"],
    };
    // A new tool needs a permission and a row here.
    expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
    for (const [tool, [args, right]] of Object.entries(calls))
      expect([tool, await output("mcp", tool, args)]).toEqual([
        tool,
        expect.stringContaining(`may not call ${right}`),
      ]);
    expect(await output("all", "lookup_ip_address", { ip: "10.0.0.1" })).toContain("private");
  } finally {
    await world.service.stop();
  }
});

test("wrong tokens are counted by address, and refused above the anonymous limit", async () => {
  const world = await start(ROWS, { "rate-limit": "5/1h" });
  try {
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries++) {
      const headers = { authorization: `Bearer guess${tries}` };
      statuses.push((await world.send("/v1/ip/10.0.0.1", undefined, { headers })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // Clients with a token are limited by token, not by address.
    expect((await world.send("/v1/ip/10.0.0.1", "ip")).status).toBe(200);
  } finally {
    await world.service.stop();
  }
});
