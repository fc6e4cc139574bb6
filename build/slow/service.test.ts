/** The service over real sockets: routes, errors, CORS, limits, methods, health and shutdown. */

import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explainMessage } from "../../src/headers/explain.ts";
import { parseMessage } from "../../src/headers/message.ts";
import { embeddedAsn, embeddedCountry } from "../../src/ip/mmdb/bundled.ts";
import { embeddedDatabase } from "../../src/ip/mmdb/database.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { CITY } from "../../test/ip/sample-databases.ts";

const quiet = () => {};

async function start(flags: Record<string, string> = {}): Promise<{ service: Service; origin: string }> {
  const { settings } = loadConfig({ listen: "127.0.0.1:0", drain: "off", ...flags }, {});
  const service = await startService(settings, quiet, []);
  return { service, origin: `http://${service.address}` };
}

let service: Service;
let origin: string;
beforeAll(async () => {
  ({ service, origin } = await start());
});
afterAll(() => service.stop());

const post = (path: string, body: unknown, type = "application/json") =>
  fetch(`${origin}${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** Received text when the connection ends. */
async function raw(address: string, request: string): Promise<string> {
  const { hostname, port } = new URL(`http://${address}`);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const chunks: Buffer[] = [];
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: (_socket, bytes) => void chunks.push(Buffer.from(bytes)), close: () => end() },
  });
  socket.write(request);
  await ended;
  return Buffer.concat(chunks).toString();
}

describe("answers", () => {
  const cases: readonly (readonly [path: string, part: Record<string, unknown>])[] = [
    ["/v1/ip/192.168.1.1", { ip: "192.168.1.1", ipType: 4, code: "private" }],
    ["/v1/ip/192.168.1.1/", { code: "private" }],
    ["/v1/ip/::ffff:8.8.8.8", { ip: "8.8.8.8", code: "geoip", countryCode: "US" }],
    ["/v1/ip/8.8.8.8?locale=de", { countryName: "Vereinigte Staaten" }],
    ["/v1/ip", { ip: "127.0.0.1", source: "socket" }],
    ["/v1/ip/", { ip: "127.0.0.1", code: "private" }],
    ["/v1/useragent/curl%2F8.5.0", { agent: "curl/8.5.0", device: { type: "library" } }],
    ["/v1/useragent/curl/8.5.0", { agent: "curl/8.5.0" }],
    ["/v1/useragent", {}],
    ["/v1/useragent/", {}],
    ["/v1/status/404", { code: 404, message: "Not Found", registered: true }],
    ["/v1/http?url=http://127.0.0.1/", { status: "error", stop: "error" }],
    ["/v2/http/?url=http://127.0.0.1/", { status: "error" }],
    ["/healthz", { status: "ok" }],
    ["/readyz", { status: "ok" }],
  ];
  for (const [path, part] of cases)
    test(path, async () => {
      const response = await fetch(origin + path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(await response.json()).toMatchObject(part);
    });

  for (const host of ["x", "a.b", "nas", "[::1]", "name.example:80"])
    test(`a service called ${host}`, async () => {
      const response = await fetch(`${origin}/v1/ip/10.0.0.1`, { headers: { host } });
      expect(await response.json()).toMatchObject({ code: "private" });
    });

  for (const host of ["[", "x:99999", "256.1.1.1"])
    for (const path of ["/nope", "/v1/ip", "/v1/http?url=http://127.0.0.1/", "/"])
      test(`${path} with Host: ${host}`, async () => {
        const response = await fetch(origin + path, { headers: { host } });
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: "invalid-url" });
      });

  test("decoding", async () => {
    const response = await post("/v1/http/", { headers: ["HTTP/1.1 200 OK", "Age: 60"] });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      url: "",
      status: 200,
      timeTotal: 0,
      httpVersion: "",
      steps: [{ ip: "" }],
    });
  });
  test("batches keep their order", async () => {
    const ips = await (await post("/v1/ip", { ips: ["10.0.0.1", "x", "::1"] })).json();
    expect(ips).toMatchObject({ results: [{ code: "private" }, { error: "invalid-ip" }, { ip: "::1" }] });
    const agents = await (await post("/v1/useragent", { agents: ["curl/8.5.0", 5] })).json();
    expect(agents).toMatchObject({ results: [{ agent: "curl/8.5.0" }, { error: "invalid-useragent" }] });
  });
});

describe("errors", () => {
  const cases: readonly (readonly [
    what: string,
    send: () => Promise<Response>,
    status: number,
    error: string,
  ])[] = [
    ["invalid ip", () => fetch(`${origin}/v1/ip/1.2.3`), 400, "invalid-ip"],
    ["malformed % in an ip", () => fetch(`${origin}/v1/ip/%zz`), 400, "invalid-ip"],
    ["malformed % in an agent", () => fetch(`${origin}/v1/useragent/%zz`), 400, "invalid-useragent"],
    ["agent over 8 KiB", () => fetch(`${origin}/v1/useragent/${"a".repeat(8193)}`), 400, "invalid-useragent"],
    ["missing url", () => fetch(`${origin}/v1/http`), 400, "invalid-url"],
    ["empty url", () => fetch(`${origin}/v1/http?url=`), 400, "invalid-url"],
    ["another scheme", () => fetch(`${origin}/v1/http?url=ftp://a.example/`), 400, "invalid-url"],
    [
      "wrong method parameter",
      () => fetch(`${origin}/v1/http?url=a.example&method=PUT`),
      400,
      "invalid-param",
    ],
    ["wrong locale", () => fetch(`${origin}/v1/ip/8.8.8.8?locale=!`), 400, "invalid-param"],
    ["status code", () => fetch(`${origin}/v1/status/99`), 400, "invalid-param"],
    ["no headers", () => post("/v1/http", {}), 400, "invalid-headers"],
    ["headers of another type", () => post("/v1/http", { headers: "a" }), 400, "invalid-headers"],
    ["JSON", () => post("/v1/http", "{"), 400, "invalid-json"],
    ["JSON of a batch", () => post("/v1/ip", "{"), 400, "invalid-json"],
    ["JSON of agents", () => post("/v1/useragent", "{"), 400, "invalid-json"],
    ["endpoint", () => fetch(`${origin}/v1/nothing`), 404, "unknown-endpoint"],
    ["method", () => fetch(`${origin}/v1/ip/8.8.8.8`, { method: "DELETE" }), 405, "method-not-allowed"],
    ["content type", () => post("/v1/ip", "{}", "text/plain"), 415, "unsupported-media-type"],
    ["size", () => post("/v1/ip", { ips: ["x".repeat(1_100_000)] }), 413, "too-large"],
  ];
  for (const [what, send, status, error] of cases)
    test(what, async () => {
      const response = await send();
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      const body = (await response.json()) as Record<string, unknown>;
      expect(body).toMatchObject({ status, error });
      expect(body["message"]).toBe(body["detail"]);
      expect(String(body["type"])).toEndWith(`#${error}`);
    });

  test("405 lists the allowed methods", async () => {
    const response = await fetch(`${origin}/v1/http`, { method: "DELETE" });
    expect(response.headers.get("allow")?.split(", ").sort()).toEqual(["GET", "HEAD", "OPTIONS", "POST"]);
  });
  test("chunked content over the limit is refused too", async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 1200; index++) controller.enqueue(new Uint8Array(1024).fill(32));
        controller.close();
      },
    });
    const response = await fetch(`${origin}/v1/ip`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: "too-large" });
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });
});

describe("requests of probes", () => {
  const cases: readonly (readonly [request: string, status: number])[] = [
    ["GET /readyz HTTP/1.0\r\n\r\n", 200],
    ["HEAD /readyz HTTP/1.0\r\n\r\n", 200],
    ["GET /readyz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", 200],
    ["GET / HTTP/1.0\r\n\r\n", 200],
    ["GET / HTTP/1.0\r\nAccept: text/html\r\n\r\n", 200],
    ["GET /v1/ip HTTP/1.0\r\n\r\n", 200],
    ["GET /v1/nothing HTTP/1.0\r\n\r\n", 404],
    [
      'POST /v1/ip HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{"ips":["::1"]}  ',
      200,
    ],
    ["GET /healthz#x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200],
    ["GET /v1/ip/10.0.0.1?locale=de#x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200],
    ["GET /v1/ip/10.0.0.1#/v1/nothing?a HTTP/1.0\r\n\r\n", 200],
    ["GET /v1/ip?# HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n", 400],
    ["GET /healthz HTTP/1.0\r\nHost: a\r\n\r\n", 200],
    // RFC 9112 section 3.2: 400 for an invalid Host, for several, and for none in HTTP/1.1.
    ...[
      "Host: x y",
      "Host: x\ty",
      "Host: x@y",
      "Host: x/y",
      'Host: "x"',
      "Host: a b:80",
      "Host: a:8x",
      "Host: :80",
      "Host: [::1",
      "Host: [::1]x",
      "Host: a%2",
      "Host: \u00e4",
      "Host: a\r\nHost: b",
      "Host: a\r\nHost: a",
      "Host: a\r\nHost:",
      "X: y",
    ].map((field) => [`GET /healthz HTTP/1.1\r\n${field}\r\nConnection: close\r\n\r\n`, 400] as const),
    ...["a,b", "a_b", "a:", "[::1]:80", "xn--4ca", "a.b.", "!$&'()*+;=~"].map(
      (host) => [`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 200] as const,
    ),
  ];
  for (const [request, status] of cases)
    test(JSON.stringify(request), async () => {
      expect(await raw(service.address, request)).toStartWith(`HTTP/1.1 ${status} `);
    });

  test("an invalid Host is refused after a good one, on any connection and path", async () => {
    const get = (host: string, more = "") => `GET /v1/ip/10.0.0.1 HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
    const requests = get("x") + get("x@y") + get("x", "Host: x\r\n") + get("x", "Connection: close\r\n");
    const statuses = [...(await raw(service.address, requests)).matchAll(/HTTP\/1\.1 (\d+)/g)];
    expect(statuses.map(([, status]) => status)).toEqual(["200", "400", "400", "200"]);
  });

  test("the client address is known however the request is written", async () => {
    expect(await raw(service.address, "GET /v1/ip HTTP/1.0\r\n\r\n")).toContain('"ip":"127.0.0.1"');
    expect(await raw(service.address, "GET / HTTP/1.0\r\nUser-Agent: curl/8\r\n\r\n")).toEndWith(
      "127.0.0.1\n",
    );
  });
});

describe("methods", () => {
  test("HEAD has the headers of GET and no content", async () => {
    const head = await fetch(`${origin}/v1/ip/10.0.0.1`, { method: "HEAD" });
    const get = await fetch(`${origin}/v1/ip/10.0.0.1`);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
    expect(head.headers.has("date")).toBe(true);
  });
  test("OPTIONS lists methods", async () => {
    const response = await fetch(`${origin}/v1/ip/10.0.0.1`, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toContain("GET");
  });
});

describe("cacheable answers", () => {
  for (const path of [
    "/v1/ip/8.8.8.8",
    "/v1/ip/10.0.0.1?locale=de",
    "/v1/useragent/curl%2F8",
    "/v1/status/404",
  ])
    test(path, async () => {
      const first = await fetch(origin + path);
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[\w.-]+"$/);
      expect(first.headers.get("cache-control")).toBe("public, max-age=3600");
      expect(first.headers.get("vary")).toBe("Accept");
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await fetch(origin + path, { headers: { "if-none-match": known } });
        expect(again.status).toBe(304);
        expect(await again.text()).toBe("");
        expect(again.headers.get("etag")).toBe(etag);
        expect(again.headers.get("cache-control")).toBe("public, max-age=3600");
        expect(again.headers.has("content-type")).toBe(false);
        expect(again.headers.get("vary")).toBe("Accept");
      }
      const page = await fetch(origin + path, { headers: { accept: "text/html", "if-none-match": etag } });
      expect(page.status).toBe(200);
      expect(page.headers.get("cache-control")).toBe("no-store");
      await page.text();
      for (const other of ['"other"', etag.slice(1, -1), ""]) {
        const again = await fetch(origin + path, { headers: { "if-none-match": other } });
        expect(again.status).toBe(200);
        expect(await again.json()).toEqual((await (await fetch(origin + path)).json()) as object);
      }
    });
  const own = [
    "/v1/ip",
    "/v1/ip/",
    "/v1/useragent",
    "/v1/useragent/",
    "/v1/useragent/Googlebot%2F2.1?verify=true",
  ];
  for (const path of [...own, "/v1/ip/x", "/v1/status/99", "/v1/http?url=http://127.0.0.1/"])
    test(`but not ${path}`, async () => {
      const response = await fetch(origin + path, { headers: { "if-none-match": "*" } });
      expect(response.status).not.toBe(304);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.has("etag")).toBe(false);
    });
});

describe("CORS", () => {
  const send = async (cors: string, init: RequestInit) => {
    const { service, origin } = await start(cors ? { cors } : {});
    const response = await fetch(`${origin}/v1/ip/10.0.0.1`, init);
    await response.text();
    await service.stop();
    return response.headers;
  };
  const page = { headers: { origin: "https://a.example" } };
  const preflight = {
    method: "OPTIONS",
    headers: {
      origin: "https://a.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,x-requested-with,x-wp-nonce",
    },
  };
  test("off until configured", async () => {
    expect((await send("", page)).get("access-control-allow-origin")).toBeNull();
  });
  test("a listed origin", async () => {
    const headers = await send("https://a.example,https://b.example", page);
    expect(headers.get("access-control-allow-origin")).toBe("https://a.example");
    expect(headers.get("vary")).toContain("Origin");
  });
  test("another origin", async () => {
    const headers = await send("https://b.example", page);
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("vary")).toContain("Origin");
  });
  test("any origin needs no Vary", async () => {
    const headers = await send("*", page);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("vary") ?? "").not.toContain("Origin");
  });
  test("preflight", async () => {
    const headers = await send("https://a.example", preflight);
    expect(headers.get("access-control-allow-methods")).toBe("POST");
    expect(headers.get("access-control-allow-headers")).toBe(
      preflight.headers["access-control-request-headers"],
    );
    expect(headers.get("access-control-max-age")).toBe("86400");
  });
});

test("rate limit answers 429 with Retry-After and RateLimit", async () => {
  const { service, origin } = await start({ "rate-limit": "2/1m" });
  const statuses: number[] = [];
  let last: Response | undefined;
  for (let index = 0; index < 3; index++) {
    last = await fetch(`${origin}/v1/status/200`);
    statuses.push(last.status);
  }
  expect(statuses).toEqual([200, 200, 429]);
  expect(last?.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(last?.headers.get("ratelimit")).toStartWith('"default";r=0');
  expect(await last?.json()).toMatchObject({ error: "rate-limit" });
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  await service.stop();
});

test("the start is logged with a link, and with a warning only if the built-in data are old", async () => {
  const built = [...embeddedCountry, ...embeddedAsn].map(
    (file) => embeddedDatabase(file, "country").metadata.buildEpoch ?? 0,
  );
  const inside = Math.min(...built) * 1000;
  const warnings = async (days: number) => {
    setSystemTime(inside + days * 86_400_000);
    const lines = await startLines();
    return lines.filter(({ level }) => level === "warn").map(({ facts }) => facts["reason"]);
  };
  try {
    expect(await warnings(90)).toEqual([]);
    expect(await warnings(200)).toEqual([
      expect.stringMatching(/^data more than 120 days old \(places of .*: run `netlens update`$/),
    ]);
  } finally {
    setSystemTime();
  }
});

/** Log lines at the start of a service. */
async function startLines() {
  const { settings } = loadConfig({ listen: "127.0.0.1:0" }, {});
  const lines: { level: string; message: string; facts: Readonly<Record<string, unknown>> }[] = [];
  const service = await startService(
    settings,
    (level, message, facts = {}) =>
      void lines.push({ level, message, facts: typeof facts === "function" ? facts() : facts }),
    [],
  );
  expect(lines.find(({ message }) => message === "listening")?.facts).toMatchObject({
    url: `http://${service.address}/`,
  });
  while (!lines.some(({ message }) => message.startsWith("geo database"))) await Bun.sleep(10);
  await service.stop();
  expect(JSON.stringify(lines)).not.toMatch(/bunfs|node_modules/);
  return lines;
}

test("readiness reports the age of the data, and old data once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "netlens-old-"));
  const file = join(folder, "a.mmdb");
  // Build time of the database: 28 May 2026, 20:26 UTC.
  writeFileSync(file, CITY());
  const { service, origin } = await start({ "geo-city": file });
  const ready = async (days: number) => {
    setSystemTime(1_780_000_000_000 + days * 86_400_000);
    return (await (await fetch(`${origin}/readyz`)).json()) as { reasons: string[]; data: object[] };
  };
  try {
    const [first] = (await ready(120)).data;
    expect(first).toEqual({ name: "places", built: "2026-05-28", days: 120 });
    expect((await ready(120)).reasons).toEqual([]);
    expect((await ready(121)).reasons).toEqual([
      "data more than 120 days old (places of 2026-05-28): run `netlens update`",
    ]);
    const page = await fetch(`${origin}/?ip=5.0.1.2`, { headers: { accept: "text/html" } });
    expect(await page.text()).toContain("<p>Data from 2026-05-28 (121 days old): places; ");
  } finally {
    setSystemTime();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
});

describe("cost of a request", () => {
  const left = async (limit: string, path: string, body?: unknown) => {
    const { service, origin } = await start({ "rate-limit": limit });
    const response = await fetch(`${origin}${path}`, {
      ...(body !== undefined && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const answer = response.status === 429 ? ((await response.json()) as { detail: string }).detail : "";
    await service.stop();
    return `${response.status} ${response.headers.get("ratelimit")?.split(";")[1]} ${answer}`.trim();
  };
  const ips = Array.from({ length: 20 }, (_, index) => `10.0.0.${index}`);
  const cases: readonly (readonly [string, string, unknown, string])[] = [
    ["20/1m", "/v1/ip/10.0.0.1", undefined, "200 r=19"],
    ["20/1m", "/v1/http?url=http://127.0.0.1/", undefined, "200 r=10"],
    ["20/1m", "/?url=http://127.0.0.1/", undefined, "200 r=10"],
    ["20/1m", "/v1/http", undefined, "400 r=10"],
    ["20/1m", "/v1/http", { headers: ["Age: 1"] }, "200 r=15"],
    ["20/1m", "/v1/ip", { ips: [] }, "200 r=19"],
    ["20/1m", "/v1/ip", { ips: ["::1"] }, "200 r=19"],
    ["20/1m", "/v1/ip", { ips }, "200 r=0"],
    [
      "9/1m",
      "/v1/http?url=http://127.0.0.1/",
      undefined,
      "429 r=9 This request counts as 10, more than the limit of 9; send fewer items per request.",
    ],
    ["20/1m", "/v1/useragent", { agents: ips }, "200 r=0"],
    [
      "19/1m",
      "/v1/ip",
      { ips },
      "429 r=18 This request counts as 20, more than the limit of 19; send fewer items per request.",
    ],
    ["20/1m", "/v1/ip", { ips: 1 }, "400 r=19"],
  ];
  for (const [limit, path, body, expected] of cases)
    test(`${path} ${body ? JSON.stringify(body).slice(0, 40) : ""} of ${limit}: ${expected}`, async () => {
      expect(await left(limit, path, body)).toBe(expected);
    });
});

test("metrics have their own listener", async () => {
  const { settings } = loadConfig(
    { listen: "127.0.0.1:0", drain: "off", "metrics-listen": "127.0.0.1:0" },
    {},
  );
  const lines: Record<string, unknown>[] = [];
  const service = await startService(
    settings,
    (_level, message, facts) => void lines.push({ message, ...facts }),
    [],
  );
  await fetch(`http://${service.address}/v1/status/200`);
  await fetch(`http://${service.address}/v1/http?url=http://127.0.0.1/`);
  const address = lines.find(({ message }) => message === "listening")?.["metrics"];
  const text = await (await fetch(`http://${address}/metrics`)).text();
  expect(text).toContain('netlens_requests_total{endpoint="status",method="GET",status="200"} 1');
  expect(text).toContain("netlens_geo_ready 1");
  expect(text).toContain('netlens_http_lookups_total{outcome="failed",phase="policy"} 1');
  expect(text).toContain("netlens_requests_in_flight 0");
  expect((await fetch(`http://${service.address}/metrics`)).status).toBe(404);
  await service.stop();
});

describe("the log of requests", () => {
  const reported = async (
    flags: Record<string, string>,
    send: (origin: string, service: Service) => Promise<unknown>,
  ): Promise<string[]> => {
    const { settings } = loadConfig({ listen: "127.0.0.1:0", drain: "off", ...flags }, {});
    const lines: string[] = [];
    const service = await startService(
      settings,
      (level, message, facts) => void lines.push(JSON.stringify({ level, message, ...facts })),
      [],
    );
    await send(`http://${service.address}`, service);
    await service.stop();
    return lines.filter((line) => /"message":"[A-Z]+ /.test(line));
  };

  test("one line each, with the route, without the looked-up value and the query string", async () => {
    const lines = await reported({}, async (origin) => {
      await fetch(`${origin}/v1/ip/10.0.0.1?locale=de&secret=1`);
      await fetch(`${origin}/v1/useragent/secret%2F1`);
      await fetch(`${origin}/v1/ip/`);
      await fetch(`${origin}/secret`);
    });
    expect(lines.map((line) => JSON.parse(line).message)).toEqual([
      "GET /v1/ip/:ip",
      "GET /v1/useragent/:useragent",
      "GET /v1/ip",
      "GET *",
    ]);
    expect(lines.join("\n")).not.toContain("secret");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", status: 200, client: "127.0.0.1" });
  });
  test("paths, if configured", async () => {
    const lines = await reported({ "log-paths": "full" }, (origin) => fetch(`${origin}/v1/ip/10.0.0.1?x=1`));
    expect(lines.join()).toContain('"GET /v1/ip/10.0.0.1"');
  });
  const clients = [
    ["full", "127.0.0.1", "10.1.2.3"],
    ["prefix", "127.0.0.0/24", "10.1.2.0/24"],
    ["none", "", ""],
  ] as const;
  for (const [how, own, forwarded] of clients)
    test(`callers: ${how}`, async () => {
      const lines = await reported({ "log-client": how, "trusted-proxies": "127.0.0.1" }, async (origin) => {
        await fetch(`${origin}/v1/status/200`);
        await fetch(`${origin}/v1/status/200`, { headers: { "x-forwarded-for": "10.1.2.3" } });
        await fetch(`${origin}/v1/status/200`, { headers: { "x-forwarded-for": "2001:db8:1:2::3" } });
      });
      const [a, b, c] = lines.map((line) => JSON.parse(line).client);
      expect([a, b]).toEqual([own, forwarded]);
      expect(c).toBe({ full: "2001:db8:1:2::3", prefix: "2001:db8:1::/48", none: "" }[how]);
    });
  test("the id of the request, which the answer repeats", async () => {
    const given: (string | null)[] = [];
    const lines = await reported({}, async (origin) => {
      for (const headers of [{ "x-request-id": "abc-1" }, {}]) {
        const response = await fetch(`${origin}/v1/status/200`, { headers });
        given.push(response.headers.get("x-request-id"));
      }
    });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ id: "abc-1" });
    expect(given).toEqual(["abc-1", null]);
  });
  test("slow answers have their duration", async () => {
    const response = await fetch(`${origin}/v1/http?url=http://127.0.0.1/`);
    expect(response.headers.get("server-timing")).toMatch(/^total;dur=\d+\.\d$/);
  });
  test("a client that disconnects is neither a bug nor a failure, and is logged", async () => {
    const target = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => new Promise<Response>(() => {}),
    });
    const all: string[] = [];
    const { settings } = loadConfig(
      { listen: "127.0.0.1:0", drain: "off", "http-allow": "127.0.0.0/8", "metrics-listen": "127.0.0.1:0" },
      {},
    );
    const service = await startService(
      settings,
      (level, message, facts) => {
        if (!/^(?:geo database|old data)/.test(message))
          all.push(JSON.stringify({ level, message, ...facts }));
      },
      [],
    );
    const { hostname, port } = new URL(`http://${service.address}`);
    for (const request of [
      `GET /v1/http?url=http://127.0.0.1:${target.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`,
      `GET /?url=http://127.0.0.1:${target.port}/ HTTP/1.0\r\n\r\n`,
      "POST /v1/ip HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
      "POST /v1/ip HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    ]) {
      const before = all.length;
      const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } });
      socket.write(request);
      await Bun.sleep(100);
      socket.terminate();
      for (let tries = 0; tries < 100 && all.length === before; tries++) await Bun.sleep(20);
      expect(JSON.parse(all[before] ?? "{}")).toMatchObject({
        level: "info",
        status: 499,
        client: "127.0.0.1",
      });
      expect(all.length).toBe(before + 1);
    }
    const at = JSON.parse(all.find((line) => line.includes("listening")) ?? "{}").metrics;
    const text = await (await fetch(`http://${at}/metrics`)).text();
    expect(text).toContain('netlens_requests_total{endpoint="http",method="GET",status="499"} 1');
    expect(text).not.toMatch(/status="500"\} [1-9]/);
    await service.stop();
    await target.stop(true);
  });
});

test("CONNECT is refused, and the connection closes: Bun reads no more of it", async () => {
  const received = await raw(service.address, "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(received).toMatch(/^HTTP\/1\.1 404 .*\r\nconnection: close\r\n/is);
});

test("a connection with Expect closes after the answer", async () => {
  const sent = (more: string) => raw(service.address, `OPTIONS /v1/ip HTTP/1.1\r\nHost: a\r\n${more}\r\n`);
  expect(await sent("Expect: x, 100-continue\r\nContent-Length: 9\r\n")).toMatch(
    /\r\nconnection: close\r\n/i,
  );
  expect(await sent("Connection: close\r\nContent-Length: 0\r\n")).toMatch(/^HTTP\/1\.1 204/);
});

test("a taken port is refused at once", async () => {
  const { settings } = loadConfig({ listen: service.address }, {});
  const outcome = await startService(settings, quiet, []).then(
    () => "started",
    (error: unknown) => String(error),
  );
  expect(outcome).toMatch(/in use|EADDRINUSE/i);
});

test("while it finishes open requests, /readyz is 503", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async () => {
      send();
      await released;
      return new Response("late");
    },
  });
  const { service, origin } = await start({ "http-allow": "127.0.0.0/8" });
  const lookup = fetch(`${origin}/v1/http?url=http://127.0.0.1:${target.port}/`);
  await sent;
  const stopped = service.stop();
  const readiness = await fetch(`${origin}/readyz`);
  expect(readiness.status).toBe(503);
  expect(await readiness.json()).toMatchObject({ reasons: expect.arrayContaining(["stopping"]) });
  release();
  expect(await (await lookup).json()).toMatchObject({ status: 200 });
  await stopped;
  await expect(fetch(`${origin}/readyz`)).rejects.toThrow();
  await target.stop(true);
});

describe("while requests arrive, the shutdown waits for proxies to notice", () => {
  /**
   * Opens a keep-alive connection; returns a function that sends a request on it and returns the response.
   */
  const keep = async (address: string) => {
    const { hostname, port } = new URL(`http://${address}`);
    let received = "";
    let answer = (_text: string) => {};
    const ended = Promise.withResolvers<void>();
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data: (_socket, bytes) => {
          received += bytes.toString();
          if (received.includes('"}') || received.includes("]}")) answer(received);
        },
        close: () => ended.resolve(),
      },
    });
    return {
      ended: ended.promise,
      send: (path: string) => {
        received = "";
        const { promise, resolve } = Promise.withResolvers<string>();
        answer = resolve;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
        return promise;
      },
    };
  };

  test("open and new connections get answers with Connection: close, and probes see the shutdown", async () => {
    const { service } = await start({ drain: "3s" });
    const kept = await keep(service.address);
    expect(await kept.send("/v1/ip/10.0.0.1")).not.toMatch(/connection: close/i);
    const stopped = service.stop();
    await Bun.sleep(50);
    expect(await kept.send("/v1/ip/10.0.0.1")).toMatch(/^HTTP\/1.1 200 .*connection: close/is);
    await kept.ended;
    const fresh = await keep(service.address);
    expect(await fresh.send("/readyz")).toMatch(/^HTTP\/1.1 503 .*connection: close.*"stopping"/is);
    await fresh.ended;
    await stopped;
    await expect(keep(service.address)).rejects.toThrow();
  });
  test("it continues while they arrive, up to --drain", async () => {
    const { service, origin } = await start({ drain: "1s" });
    await fetch(`${origin}/healthz`);
    const started = performance.now();
    const passed = () => performance.now() - started;
    let last = 0;
    // Requests arrive late on a stalled machine, so the service may stop before --drain has passed.
    let silent = Number.POSITIVE_INFINITY;
    let stopped = 0;
    const stopping = service.stop().then(() => {
      stopped = passed();
    });
    while (stopped === 0) {
      const response = await fetch(`${origin}/healthz`).catch(() => undefined);
      if (passed() - last > 400) silent = Math.min(silent, last);
      if (!response) break;
      expect(response.status).toBe(200);
      last = passed();
      await Bun.sleep(10);
    }
    await stopping;
    expect(stopped).toBeGreaterThanOrEqual(Math.min(990, silent));
  });
  test("half a request does not delay the shutdown", async () => {
    const { service } = await start({ drain: "3s", "shutdown-timeout": "60s" });
    const { hostname, port } = new URL(`http://${service.address}`);
    const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } });
    socket.write("GET / HTT");
    await Bun.sleep(50);
    await service.stop();
  });
});

test("a file that is not a socket is left alone", async () => {
  const file = `${mkdtempSync(`${tmpdir()}/netlens-`)}/precious`;
  await Bun.write(file, "data");
  await expect(start({ listen: `unix:${file}` })).rejects.toThrow("not a socket");
  expect(await Bun.file(file).text()).toBe("data");
});

describe("our own responses pass our own linter", () => {
  const cases: readonly (readonly [path: string, init?: RequestInit])[] = [
    ["/v1/ip/10.0.0.1"],
    ["/v1/ip"],
    ["/v1/useragent"],
    ["/v1/useragent/curl"],
    ["/v1/status/404"],
    ["/v1/http?url=http://127.0.0.1/"],
    ["/v1/nothing"],
    ["/v1/ip/10.0.0.1", { method: "DELETE" }],
    ["/v1/ip/10.0.0.1", { method: "OPTIONS" }],
    ["/v1/ip/10.0.0.1", { method: "HEAD" }],
    ["/openapi.json"],
    ["/healthz"],
    ["/"],
    ["/", { headers: { accept: "text/html" } }],
    ["/problems"],
  ];
  for (const [path, init] of cases)
    test(`${init?.method ?? "GET"} ${path}`, async () => {
      const response = await fetch(origin + path, init);
      await response.arrayBuffer();
      const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
      const message = parseMessage(lines, {
        status: response.status,
        method: init?.method ?? "GET",
        url: origin + path,
        receivedAt: Date.now(),
        requestHeaders: Object.entries((init?.headers ?? {}) as Record<string, string>).map(
          ([name, value]) => `${name}: ${value}`,
        ),
      });
      const { headers, problems } = explainMessage(message, Date.now());
      const all = [
        ...problems,
        ...headers.flatMap((header) => [
          ...header.problems,
          ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
        ]),
      ];
      expect(
        all.filter(({ severity }) => severity !== "info").map(({ name, title }) => `${name}: ${title}`),
      ).toEqual([]);
    });
});
