/** The request pipeline without sockets: headers, limits, log and metrics. */

import { describe, expect, test } from "bun:test";
import { Answer } from "../../src/api/answer.ts";
import { spend } from "../../src/api/cost.ts";
import type { Endpoint } from "../../src/api/endpoint.ts";
import { NetlensError } from "../../src/api/errors.ts";
import { createSite } from "../../src/api/site.ts";
import { createRateLimit, type RateLimit } from "../../src/server/limits/rate-limit.ts";
import type { Handler } from "../../src/server/listen.ts";
import type { Metrics } from "../../src/server/metrics/metrics.ts";
import { createCors } from "../../src/server/pipeline/cors.ts";
import { type PipelineDeps, type PipelineSettings, pipeline } from "../../src/server/pipeline/pipeline.ts";
import { problemResponse } from "../../src/server/pipeline/problem-details.ts";
import { routeTable } from "../../src/server/pipeline/route-table.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

interface Route {
  readonly method: string;
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly handler: Handler;
}

const route = (method: string, path: string, tag: string, cost: number, handler: Handler): Route => ({
  method,
  path,
  endpoint: { operationId: path, tags: [tag], summary: "", cost } as unknown as Endpoint,
  handler,
});

function world(given: {
  settings?: Partial<PipelineSettings>;
  routes?: readonly Route[];
  draining?: boolean;
}) {
  const lines: string[] = [];
  const counted: string[] = [];
  let asked = 0;
  const metrics: Metrics = {
    begin: () => void counted.push("begin"),
    end: () => void counted.push("end"),
    lastRequest: () => 0,
    counter: (endpoint, method) => (status) => void counted.push(`${endpoint} ${method} ${status}`),
    lookup: () => {},
    families: () => [],
  };
  const routes = given.routes ?? [];
  const table = routeTable(routes, () => undefined, metrics);
  const settings: PipelineSettings = {
    cors: undefined,
    limits: {},
    maxBody: 10,
    logs: { requests: true, probes: false },
    logPaths: false,
    ...given.settings,
  };
  const deps: PipelineDeps = {
    settings: () => settings,
    caller: () => {
      asked++;
      return { ip: "192.0.2.1", source: "socket" };
    },
    keyOf: () => {
      asked++;
      return "192.0.2.1";
    },
    loggedClient: (ip) => `<${ip}>`,
    access: (level, { method, path, status, ms, bytes, client, id }) => {
      expect(ms).toBeGreaterThanOrEqual(0);
      lines.push([level, method, path, status, bytes, client, id].join(" "));
    },
    draining: () => given.draining ?? false,
    metrics,
    clock: () => NOW,
  };
  const onBug = (error: unknown) => {
    throw error;
  };
  /** Fake router; the pipeline has found the route already. */
  const handle: Handler = (request) => {
    const at = table.at(new URL(request.url).pathname);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const found = routes.find((each) => each.method === method && at.some(({ path }) => path === each.path));
    return found?.handler(request) ?? new Answer("nothing", { status: 500 });
  };
  const handler = pipeline(deps, { site: createSite("1"), onBug }, () => table)(handle);
  const ask = async (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
    handler(new Request(path.startsWith("/") ? `http://a${path}` : path, { method, ...init }));
  return { ask, lines, counted, asked: () => asked };
}

const at = async (text: string) => new Answer(text);
const now = (text: string) => new Answer(text);

describe("one log line and one count for each request", () => {
  const routes = [
    route("GET", "/a/*", "ip", 1, () => now("abc")),
    route("GET", "/later", "http", 1, () => at("later")),
    route("POST", "/a/*", "ip", 1, (request) => request.text().then(now)),
    route("GET", "/healthz", "health", 0, () => now("ok")),
  ];
  test.each([
    ["GET", "/a/secret", "info GET /a/:rest 200 3 <192.0.2.1> ", "ip GET 200"],
    ["HEAD", "/a/secret", "info HEAD /a/:rest 200 0 <192.0.2.1> ", "ip HEAD 200"],
    ["GET", "/later", "info GET /later 200 5 <192.0.2.1> ", "http GET 200"],
    ["GET", "/later/", "info GET /later 200 5 <192.0.2.1> ", "http GET 200"],
    ["OPTIONS", "/a/secret", "info OPTIONS /a/:rest 204 0 <192.0.2.1> ", "ip OPTIONS 204"],
    ["DELETE", "/a/secret", "info DELETE /a/:rest 405 256 <192.0.2.1> ", "ip DELETE 405"],
    ["GET", "/secret", "info GET * 404 188 <192.0.2.1> ", "unknown GET 404"],
    ["OPTIONS", "/secret", "info OPTIONS * 404 188 <192.0.2.1> ", "unknown OPTIONS 404"],
  ])("%s %s", async (method, path, line, count) => {
    const { ask, lines, counted } = world({ routes });
    await ask(method, path);
    expect(lines).toEqual([line]);
    expect(counted).toEqual(["begin", "end", count]);
  });
  test("probes are logged at debug, and the client is not read without a log line", async () => {
    for (const [logs, expected] of [
      [{ requests: true, probes: false }, 0],
      [{ requests: false, probes: true }, 1],
    ] as const) {
      const { ask, lines, asked } = world({ routes, settings: { logs } });
      await ask("GET", "/healthz");
      expect(lines).toEqual(expected ? ["debug GET /healthz 200 2 <192.0.2.1> "] : []);
      expect(asked()).toBe(expected);
    }
    const { ask, lines, asked } = world({ routes, settings: { logs: { requests: false, probes: true } } });
    await ask("GET", "/later");
    await ask("GET", "/a/x");
    expect([lines, asked()]).toEqual([[], 0]);
  });
  test("paths as sent, if the operator configures it", async () => {
    const { ask, lines } = world({ routes, settings: { logPaths: true } });
    await ask("GET", "/a/b?c=d");
    expect(lines).toEqual(["info GET /a/b 200 3 <192.0.2.1> "]);
  });
  test("a request aborted by the client has no bytes and its own status", async () => {
    const { ask, lines, counted } = world({ routes });
    const controller = new AbortController();
    const answer = ask("GET", "/later", { signal: controller.signal });
    controller.abort();
    await answer;
    expect(lines).toEqual(["info GET /later 499 0 <192.0.2.1> "]);
    expect(counted.at(-1)).toBe("http GET 499");
  });
});

describe("headers", () => {
  const routes = [
    route("GET", "/", "ip", 1, () => now("abc")),
    route("GET", "/later", "ip", 1, () => at("abc")),
  ];
  const names = async (
    given: Parameters<typeof world>[0],
    method: string,
    path: string,
    headers: Record<string, string> = {},
  ) => {
    const response = await world({ routes, ...given }).ask(method, path, { headers });
    const shown = [...response.headers].filter(([name]) => name !== "content-type");
    return Object.fromEntries(
      shown.map(([name, value]) => [name, value.replace(/^total;dur=\d+\.\d$/, "total")]),
    ) as object;
  };
  test("no needless headers", async () => expect(await names({}, "GET", "/")).toEqual({}));
  test("Date, unless Bun adds it", async () =>
    expect(await names({}, "HEAD", "/")).toEqual({ date: "Fri, 20 Nov 2026 10:00:00 GMT" }));
  test("Server-Timing for slow responses", async () =>
    expect(await names({}, "GET", "/later")).toEqual({ "server-timing": "total" }));
  test("Connection: close while the service shuts down", async () =>
    expect(await names({ draining: true }, "GET", "/")).toEqual({ connection: "close" }));
  test("the id of the request", async () =>
    expect(await names({}, "GET", "/", { "x-request-id": "abc" })).toEqual({ "x-request-id": "abc" }));
  test("CORS, if configured", async () => {
    const headers = { origin: "https://b.example" };
    const settings = { cors: createCors(["https://b.example"]) };
    expect(await names({}, "GET", "/", headers)).toEqual({});
    expect(await names({ settings }, "GET", "/", headers)).toEqual({
      "access-control-allow-origin": "https://b.example",
      "access-control-expose-headers": "RateLimit, RateLimit-Policy, Retry-After",
      "cross-origin-resource-policy": "cross-origin",
      vary: "Origin",
    });
  });
});

describe("limits", () => {
  const rate = { requests: 10, window: 60_000 };
  const costs: Record<string, number> = { one: 1, ten: 10, eleven: 11, two: 2, none: 0 };
  const routes = [
    ...Object.entries(costs).map(([name, cost]) =>
      route("GET", `/${name}`, "ip", cost, (request) => {
        try {
          spend(request, Number(new URL(request.url).searchParams.get("all") ?? cost));
        } catch (error) {
          if (error instanceof NetlensError) return problemResponse(error, "");
          throw error;
        }
        return now("abc");
      }),
    ),
    route("GET", "/later", "ip", 1, () => at("later")),
  ];
  /** Rate limit with a clock that never advances. */
  const limiter = (): RateLimit => {
    const limit = createRateLimit(rate);
    return (ip, cost) => limit(ip, cost, 0);
  };
  /** Status, remaining units and message of consecutive requests. */
  const answers = async (paths: readonly string[], take = limiter(), method = "GET") => {
    const { ask } = world({ routes, settings: { limits: { requests: { rate, take } } } });
    const told: string[] = [];
    for (const path of paths) {
      const response = await ask(method, path);
      const { detail } =
        response.status === 429 ? ((await response.json()) as { detail: string }) : { detail: "" };
      const left = response.headers.get("ratelimit") ?? "-";
      const again = response.headers.get("retry-after");
      told.push(
        [response.status, left, detail, again].filter((part) => part !== "" && part !== null).join(" | "),
      );
      if (left !== "-") expect(response.headers.get("ratelimit-policy")).toBe('"default";q=10;w=60');
    }
    return told;
  };
  test.each([
    [["/one"], ['200 | "default";r=9;t=60']],
    [["/none"], ["200 | -"]],
    [["/later"], ['200 | "default";r=9;t=60']],
    [["/nowhere"], ['404 | "default";r=9;t=60']],
    [["/ten"], ['200 | "default";r=0;t=60']],
    [
      ["/ten", "/one"],
      [
        '200 | "default";r=0;t=60',
        '429 | "default";r=0;t=60 | Limit of 10 requests a minute reached; try again in 60 s. | 60',
      ],
    ],
    [
      ["/one", "/ten"],
      [
        '200 | "default";r=9;t=60',
        '429 | "default";r=9;t=60 | This request counts as 10, but only 9 remain; try again in 60 s. | 60',
      ],
    ],
    [
      ["/eleven"],
      [
        '429 | "default";r=10;t=60 | This request counts as 11, more than the limit of 10; send fewer items per request. | 60',
      ],
    ],
    [["/two?all=1"], ['200 | "default";r=8;t=60']],
    [["/two?all=3"], ['200 | "default";r=7;t=60']],
    [["/one?all=10"], ['200 | "default";r=0;t=60']],
    [
      ["/one", "/one?all=10"],
      [
        '200 | "default";r=9;t=60',
        '429 | "default";r=8;t=60 | This request counts as 10, but only 8 remain; try again in 60 s. | 60',
      ],
    ],
    [
      ["/one?all=11"],
      [
        '429 | "default";r=9;t=60 | This request counts as 11, more than the limit of 10; send fewer items per request. | 60',
      ],
    ],
  ])("%j", async (paths, expected) => expect(await answers(paths)).toEqual(expected));

  test("OPTIONS costs nothing", async () =>
    expect(await answers(["/ten"], limiter(), "OPTIONS")).toEqual(["204 | -"]));

  test("the shared store is called once, and again for additional cost", async () => {
    const taken: number[] = [];
    const local = limiter();
    const shared: RateLimit = async (ip, cost, now) => {
      taken.push(cost);
      return local(ip, cost, now);
    };
    expect(await answers(["/one?all=4", "/one?all=8"], shared)).toEqual([
      '200 | "default";r=6;t=60',
      '429 | "default";r=5;t=60 | This request counts as 8, but only 5 remain; try again in 60 s. | 60',
    ]);
    expect(taken).toEqual([1, 3, 1]);
  });
});

describe("content", () => {
  const routes = [
    route("POST", "/", "ip", 1, (request) => request.text().then(now)),
    route("POST", "/broken", "ip", 1, () => {
      throw new NetlensError("invalid-json", "broken");
    }),
  ];
  const post = async (
    path: string,
    body: string | ReadableStream<Uint8Array>,
    headers: Record<string, string> = {},
  ) => {
    const response = await world({ routes }).ask("POST", path, { body, headers });
    return `${response.status} ${await response.text()}`;
  };
  const chunks = (...texts: string[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
  test.each([
    ["0123456789", "10", "200 0123456789"],
    ["01234567890", "11", "413"],
  ])("%s of a declared length", async (body, length, expected) =>
    expect(await post("/", body, { "content-length": length })).toStartWith(expected),
  );
  test.each([
    [["01234", "56789"], "200 0123456789"],
    [["01234", "56789", "0"], "413"],
    [["01234567890"], "413"],
  ])("%j in chunks", async (texts, expected) =>
    expect(await post("/", chunks(...texts))).toStartWith(expected),
  );
  test("errors of a handler are handled", async () => expect(await post("/broken", "x")).toStartWith("400 "));
  test("an error has the rate limit", async () =>
    expect(await post("/", "01234567890", { "content-length": "11" })).toContain(
      '"detail":"The request content may have at most 10 bytes."',
    ));
});

test("routes match with and without a final slash", () => {
  const { at } = routeTable(
    ["/", "/a", "/a/:one", "/a/:one/:two", "/b/*"].map((path) => route("GET", path, "ip", 1, () => now(""))),
    () => undefined,
    { counter: () => () => {} },
  );
  const found = (path: string) => at(path)[0]?.path;
  expect(["/", "/a", "/a/", "/a/b", "/a/b/", "/a/b/c", "/b/c/d/"].map(found)).toEqual([
    ...["/", "/a", "/a", "/a/:one", "/a/:one", "/a/:one/:two", "/b/*"],
  ]);
  expect(["/c", "//a", "/a/b/c/d", "/b", "/b/"].map(found)).toEqual(Array(5).fill(undefined));
});

test("a route that settings disable is an unknown path", async () => {
  let served = true;
  const optional = route("GET", "/a", "ip", 1, () => now("abc"));
  const { ask } = world({
    routes: [{ ...optional, endpoint: { ...optional.endpoint, served: () => served } }],
  });
  expect((await ask("GET", "/a")).status).toBe(200);
  served = false;
  expect([(await ask("GET", "/a")).status, (await ask("OPTIONS", "/a")).status]).toEqual([404, 404]);
});

describe("content is charged by its size before it is read", () => {
  const rate = { requests: 4, window: 60_000 };
  let handled = 0;
  const routes = [
    route("POST", "/", "ip", 1, async (request) => {
      handled++;
      // Total cost; the part for the content's size was charged before.
      spend(request, Number(await request.text().then((text) => text[0])));
      return new Answer("");
    }),
  ];
  test.each([
    ["one unit", 16_384, "1", "3"],
    ["still that of its route", 32_767, "1", "3"],
    ["a unit for each 16 KiB", 32_768, "1", "2"],
    ["the handler's own cost where that is more", 32_768, "3", "1"],
    ["more than there is", 81_920, "1", "0"],
  ])("%s: %d bytes", async (_kind, size, first, left) => {
    handled = 0;
    const limit = createRateLimit(rate);
    const take: RateLimit = (ip, cost) => limit(ip, cost, 0);
    const { ask } = world({ routes, settings: { maxBody: 100_000, limits: { requests: { rate, take } } } });
    const response = await ask("POST", "/", { body: first + "x".repeat(size - 1) });
    const fits = size < 81_920;
    expect([response.status, handled]).toEqual(fits ? [200, 1] : [429, 0]);
    if (fits) expect(response.headers.get("ratelimit")).toBe(`"default";r=${left};t=60`);
  });
});
