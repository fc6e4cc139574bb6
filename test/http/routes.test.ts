import { describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { ERRORS, type ErrorCode } from "../../src/api/errors.ts";
import { refusalOf } from "../../src/api/plugin.ts";
import { decodeHeaders } from "../../src/http/decode.ts";
import { lookupHttp } from "../../src/http/lookup.ts";
import { openLookupCache } from "../../src/http/lookup-cache.ts";
import { openQueue } from "../../src/http/queue.ts";
import { httpRoutes } from "../../src/http/routes.ts";
import { compareRoutes } from "../../src/jobs/compare/routes.ts";
import { reportForms } from "../../src/server/routes/report-forms.ts";
import { send, tcpServer, testSettings } from "./servers.ts";

/** Application with the routes; an error response is the error's code only. */
function app(settings = testSettings) {
  return new Elysia()
    .onError(({ error: thrown, code: kind }) => {
      const error = refusalOf(thrown, kind);
      const code: ErrorCode = error?.code ?? "internal-error";
      return Response.json(
        { error: code, detail: error?.message ?? "" },
        { status: ERRORS[code].status, headers: error?.headers ?? {} },
      );
    })
    .use(compareRoutes({ settings }))
    .use(httpRoutes({ settings, queue: openQueue(settings.maxLookups, settings.maxQueue) }, reportForms));
}

const get = async (query: string, path = "/v1/http") => {
  const response = await app().handle(new Request(`http://localhost${path}?${query}`));
  return { status: response.status, body: await response.json() };
};
const post = async (body: string, type = "application/json", path = "/v1/http") => {
  const response = await app().handle(
    new Request(`http://localhost${path}`, { method: "POST", body, headers: { "content-type": type } }),
  );
  return { status: response.status, body: await response.json() };
};

describe("GET", () => {
  for (const path of ["/v1/http", "/v2/http", "/v1/http/", "/v2/http/"])
    test(`${path} answers with the report`, async () => {
      await using server = await tcpServer((socket) =>
        send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"),
      );
      const { status, body } = await get(`url=127.0.0.1:${server.port}`, path);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        url: `127.0.0.1:${server.port}`,
        status: 200,
        stop: "done",
        steps: [{ ip: "127.0.0.1", status: 200 }],
      });
    });

  test("the JSON has every member of the report", async () => {
    await using server = await tcpServer((socket) =>
      socket.end(
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 302 Found\r\nLocation: https://[::1]:9/\r\nContent-Length: 9\r\n\r\n",
      ),
    );
    const { body } = await get(`url=127.0.0.1:${server.port}`);
    const direct = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
    const keys = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(keys)
        : value instanceof Object
          ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keys(inner)]))
          : typeof value;
    expect(keys(body)).toEqual(keys(JSON.parse(JSON.stringify(direct))));
  });

  test("a failed target is a result", async () => {
    const { status, body } = await get("url=http://10.0.0.1/");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "error",
      stop: "error",
      steps: [{ status: 0, error: { phase: "policy" } }],
    });
  });

  test("parameters reach the target", async () => {
    await using server = await tcpServer((socket) =>
      send(socket, "HTTP/1.1 302 Found\r\nLocation: /next\r\n\r\n"),
    );
    const { body } = await get(
      `url=http://127.0.0.1:${server.port}/&method=head&agent=Some%2F1.0&follow=false&other=x`,
    );
    expect(server.received[0]).toStartWith("HEAD / HTTP/1.1");
    expect(server.received[0]).toContain("User-Agent: Some/1.0\r\n");
    expect(body).toMatchObject({
      status: 302,
      stop: "not-followed",
      steps: [{ location: `http://127.0.0.1:${server.port}/next` }],
    });
  });

  test("method, headers and network reach the target", async () => {
    await using server = await tcpServer((socket) => send(socket, "HTTP/1.1 204 No Content\r\n\r\n"));
    const fields = "header=Accept-Language:%20de&header=Origin:%20https://a.example";
    const { body } = await get(`url=http://127.0.0.1:${server.port}/&method=OPTIONS&network=4&${fields}`);
    expect(body).toMatchObject({ status: 204 });
    expect(server.received[0]).toStartWith("OPTIONS / HTTP/1.1");
    expect(server.received[0]).toContain("\r\nAccept-Language: de\r\nOrigin: https://a.example\r\n");
  });

  test("an agent of 1,024 printable characters is sent, a longer or different one is refused", async () => {
    await using server = await tcpServer((socket) => send(socket, "HTTP/1.1 204 No Content\r\n\r\n"));
    const ask = (agent: string) =>
      get(`url=http://127.0.0.1:${server.port}/&agent=${encodeURIComponent(agent)}`);
    for (const agent of ["a", "!~", "a b", "a".repeat(1024)]) {
      expect((await ask(agent)).status).toBe(200);
      expect(server.received.at(-1)).toContain(`\r\nUser-Agent: ${agent}\r\n`);
    }
    for (const agent of ["a".repeat(1025), " a", "a ", "é", "\x7f"])
      expect(await ask(agent)).toMatchObject({
        body: { detail: "agent is 1 to 1024 printable ASCII characters." },
      });
    expect(server.received.length).toBe(4);
  });

  const bad: [query: string, code: ErrorCode][] = [
    ["", "invalid-url"],
    ["url=", "invalid-url"],
    ["url=ftp://example.com/", "invalid-url"],
    ["url=http://", "invalid-url"],
    ["url=example.com&method=POST", "invalid-param"],
    ["url=example.com&follow=yes", "invalid-param"],
    ["url=example.com&version=4", "invalid-param"],
    ["url=example.com&agent=", "invalid-param"],
    ["url=example.com&agent=a%0d%0aX: y", "invalid-param"],
    ["url=example.com&checks=1", "invalid-param"],
    ["url=example.com&header=Cookie:%20a=b", "invalid-param"],
    ["url=example.com&header=Accept:%20a&header=Host:%20b", "invalid-param"],
    ["url=example.com&network=5", "invalid-param"],
  ];
  for (const [query, code] of bad)
    test(`${code} for ?${query}`, async () => {
      expect(await get(query)).toMatchObject({ status: 400, body: { error: code } });
    });

  test("a full queue is 503 with Retry-After", async () => {
    await using server = await tcpServer(() => {});
    const busy = app({ ...testSettings, maxLookups: 1, maxQueue: 0, headTimeout: 300 });
    const ask = () => busy.handle(new Request(`http://localhost/v1/http?url=127.0.0.1:${server.port}`));
    const first = ask();
    const second = await ask();
    expect(second.status).toBe(503);
    expect(second.headers.get("retry-after")).toBe("5");
    expect((await first).status).toBe(200);
  });

  test("a client that disconnects aborts its lookup", async () => {
    let closed = false;
    const { promise: connected, resolve } = Promise.withResolvers<void>();
    await using target = await tcpServer((socket) => {
      socket.on("close", () => {
        closed = true;
      });
      resolve();
    });
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: app({ ...testSettings, headTimeout: 10_000 }).handle,
    });
    const controller = new AbortController();
    const asking = fetch(`${server.url}v1/http?url=127.0.0.1:${target.port}`, {
      signal: controller.signal,
    }).catch(() => "aborted");
    await connected;
    controller.abort();
    expect(await asking).toBe("aborted");
    for (let round = 0; round < 100 && !closed; round++) await Bun.sleep(5);
    expect(closed).toBe(true);
    await server.stop(true);
  });
});

describe("POST", () => {
  test("explains without fetching", async () => {
    const { status, body } = await post(
      JSON.stringify({ headers: ["HTTP/1.1 301 Moved", "Location: /x", "X-A: 1"] }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      url: "",
      request: { url: "", host: "", parameters: [] },
      status: 301,
      statusMessage: "Moved",
      httpVersion: "",
      timeTotal: 0,
      timeStages: {},
      headers: [{ name: "location" }, { name: "x-a" }],
      steps: [{ ip: "", status: 301 }],
    });
    expect(body).not.toHaveProperty("stop");
  });

  test("/v2 is equal", async () => {
    expect(await post('{"headers":[]}', "application/json; charset=utf-8", "/v2/http/")).toMatchObject({
      status: 200,
      body: { status: 0, headers: [] },
    });
  });

  const bad: [body: string, type: string, status: number, code: ErrorCode][] = [
    ["{", "application/json", 400, "invalid-json"],
    ["[]", "application/json", 400, "invalid-headers"],
    ["null", "application/json", 400, "invalid-headers"],
    ["{}", "application/json", 400, "invalid-headers"],
    ['{"headers":"A: 1"}', "application/json", 400, "invalid-headers"],
    ['{"headers":["A: 1",2]}', "application/json", 400, "invalid-headers"],
    ['{"headers":[],"requestHeaders":[1]}', "application/json", 400, "invalid-headers"],
    ['{"headers":[],"status":"200"}', "application/json", 400, "invalid-param"],
    ['{"headers":[],"status":20}', "application/json", 400, "invalid-param"],
    ['{"headers":[],"url":"/x"}', "application/json", 400, "invalid-param"],
    ['{"headers":[],"method":"a b"}', "application/json", 400, "invalid-param"],
    ['{"headers":[],"receivedAt":"yesterday"}', "application/json", 400, "invalid-param"],
    ['{"headers":[],"receivedAt":"2026-13-40T00:00:00Z"}', "application/json", 400, "invalid-param"],
    ["A: 1", "text/plain", 415, "unsupported-media-type"],
  ];
  for (const [body, type, status, code] of bad)
    test(`${code} for ${body}`, async () => {
      expect(await post(body, type)).toMatchObject({ status, body: { error: code } });
    });

  test("an error names the part", () => {
    expect(() => decodeHeaders({ headers: ["A: 1", 2] }, 0)).toThrow("headers[1] is not a string.");
    expect(() => decodeHeaders({ headers: [], receivedAt: "x" }, 0)).toThrow("receivedAt");
  });
});

describe("recipes", () => {
  const WRONG = "X-Frame-Options: SAME-ORIGIN";
  /** Names of all configuration places in `how`, without `header`. */
  const placesIn = (body: unknown) => {
    const places = new Set<string>();
    JSON.stringify(body, (key, value) => {
      if (key === "how") for (const place of Object.keys(value)) if (place !== "header") places.add(place);
      return value;
    });
    return [...places];
  };
  const posted = async (query: string, path = "/v1/http") =>
    placesIn((await post(JSON.stringify({ headers: [WRONG] }), "application/json", `${path}${query}`)).body);

  test("are absent unless requested", async () => {
    expect(await posted("")).toEqual([]);
    await using server = await tcpServer((socket) =>
      send(socket, `HTTP/1.1 200 OK\r\n${WRONG}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(placesIn((await get(`url=127.0.0.1:${server.port}`)).body)).toEqual([]);
    expect(placesIn((await get(`url=127.0.0.1:${server.port}&how=caddy`)).body)).toEqual(["caddy"]);
  });
  test.each(["nginx", "apache", "lighttpd", "cloudflare", "NGINX"])(
    "are only those of %s if requested",
    async (how) => {
      for (const path of [undefined, "/v1/http/findings"]) {
        const members = await posted(`?how=${how}`, path);
        expect(members.filter((member) => member !== "note")).toEqual([how.toLowerCase()]);
      }
    },
  );
  test("must be of known servers", async () => {
    expect(await post("{}", "application/json", "/v1/http?how=iis")).toMatchObject({
      status: 400,
      body: { error: "invalid-param" },
    });
  });
});

test("a target that redirects to this service gets no second lookup", async () => {
  const service = app().listen({ port: 0, hostname: "127.0.0.1" });
  const url = `http://127.0.0.1:${service.server?.port}/v1/http?url=127.0.0.1`;
  await using server = await tcpServer((socket) =>
    send(socket, `HTTP/1.1 302 Found\r\nLocation: ${url}\r\nContent-Length: 0\r\n\r\n`),
  );
  const { body } = await get(`url=127.0.0.1:${server.port}`);
  expect(body).toMatchObject({ status: 508, steps: [{ status: 302 }, { status: 508 }] });
  service.stop(true);
});

interface Answer {
  readonly a: { readonly status: unknown };
  readonly differences: unknown[];
  readonly detail: string;
}

describe("POST /v1/http/compare", () => {
  const compare = (body: object) =>
    post(JSON.stringify(body), "application/json", "/v1/http/compare") as Promise<{
      status: number;
      body: Answer;
    }>;
  test("a URL and a given response", async () => {
    await using server = await tcpServer((socket) =>
      send(socket, "HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 0\r\n\r\n"),
    );
    const { status, body } = await compare({
      a: `127.0.0.1:${server.port}`,
      b: { headers: ["HTTP/1.1 200 OK", "Content-Length: 0"] },
    });
    expect(status).toBe(200);
    expect(body.a.status).toBe(200);
    const gone = { kind: "field-removed", name: "x-a", a: "1", effect: "other" };
    expect(body.differences).toContainEqual({ ...gone, title: "x-a is gone; it was 1." });
  });
  test("an earlier report", async () => {
    const report = decodeHeaders({ headers: ["Age: 1"] }, 0);
    const { body } = await compare({ a: { report }, b: { headers: ["Age: 1"] } });
    expect(body.differences).toEqual([]);
  });
  for (const [name, sides, part] of [
    ["a side is missing", { a: "127.0.0.1" }, "b is missing"],
    ["a report is invalid", { a: { report: { steps: 1 } }, b: "127.0.0.1" }, "a.report"],
    ["lines are invalid", { a: { headers: 1 }, b: "127.0.0.1" }, "a: headers is not an array"],
    ["a number", { a: 5, b: "127.0.0.1" }, "a is neither a URL nor an object"],
    ["another scheme", { a: { headers: [] }, b: "ftp://a.test" }, "b: url has the scheme ftp"],
  ] as const)
    test(`${name}: 400 with the part`, async () => {
      const { status, body } = await compare(sides);
      expect(status).toBe(400);
      expect(body.detail).toContain(part);
    });
});

describe("a cache of lookups", () => {
  const cache = () =>
    openLookupCache({
      life: 30_000,
      capacity: 10_000_000,
      timeout: 1000,
      owner: "test",
      clock: () => performance.now(),
      sleep: (ms) => Bun.sleep(ms),
    });

  test("reports its status, and bypasses private lookups", async () => {
    const routes = new Elysia().use(httpRoutes({ settings: testSettings, cache: cache() }, reportForms));
    let asked = 0;
    await using server = await tcpServer((socket) => {
      asked++;
      send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
    });
    const ask = async (url: string, headers: Record<string, string> = {}) => {
      const query = `url=${encodeURIComponent(url)}`;
      const response = await routes.handle(new Request(`http://localhost/v1/http?${query}`, { headers }));
      expect(await response.json()).toMatchObject({ status: 200, stop: "done" });
      return `${asked} ${response.headers.get("cache-status")} ${response.headers.get("age")}`;
    };
    const url = `127.0.0.1:${server.port}`;
    expect(await ask(url)).toBe("1 netlens; fwd=uri-miss; stored; ttl=30 null");
    expect(await ask(url)).toBe("1 netlens; hit; ttl=30 0");
    expect(await ask(url, { "cache-control": "no-cache" })).toBe(
      "2 netlens; fwd=request; stored; ttl=30 null",
    );
    expect(await ask(url, { "cache-control": "max-age=0" })).toBe(
      "3 netlens; fwd=request; stored; ttl=30 null",
    );
    expect(await ask(url, { "cache-control": "no-store" })).toBe("4 netlens; fwd=bypass null");
    for (const each of [5, 6])
      expect(await ask(`http://me:secret@${url}`)).toBe(`${each} netlens; fwd=bypass null`);
  });

  test("without a cache there is no status", async () => {
    await using server = await tcpServer((socket) => send(socket, "HTTP/1.1 204 No Content\r\n\r\n"));
    const response = await app().handle(new Request(`http://localhost/v1/http?url=127.0.0.1:${server.port}`));
    expect(response.headers.has("cache-status")).toBe(false);
  });
});

describe("brief format", () => {
  const LINES = ["HTTP/1.1 200 OK", "Age: soon"];
  interface Brief {
    readonly headers?: unknown;
    readonly steps: readonly { readonly status: number; readonly findings: readonly { name: string }[] }[];
  }
  const asJson = async (path: string, content?: object): Promise<[number, Brief]> => {
    const routes = new Elysia().use(httpRoutes({ settings: testSettings }, reportForms));
    const init = content && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(content),
    };
    const response = await routes.handle(new Request(`http://localhost${path}`, init));
    return [response.status, (await response.json()) as Brief];
  };
  test("a lookup", async () => {
    await using server = await tcpServer((socket) =>
      send(socket, `${LINES.join("\r\n")}\r\nContent-Length: 0\r\n\r\n`),
    );
    const url = encodeURIComponent(`127.0.0.1:${server.port}`);
    for (const path of [`/v1/http/findings?url=${url}`, `/v1/http?url=${url}&view=findings`]) {
      const [status, { headers, steps }] = await asJson(path);
      expect([status, headers, steps[0]?.status]).toEqual([200, undefined, 200]);
      expect(steps[0]?.findings.map(({ name }) => name)).toContain("age-invalid");
    }
    const [, full] = await asJson(`/v1/http?url=${url}&view=full`);
    expect(full.headers).toBeArray();
  });
  test("given lines", async () => {
    for (const path of ["/v1/http/findings", "/v1/http?view=findings", "/v2/http?view=findings"]) {
      const [status, { headers, steps }] = await asJson(path, { headers: LINES });
      expect([status, headers]).toEqual([200, undefined]);
      expect(steps[0]?.findings.map(({ name }) => name)).toContain("age-invalid");
    }
  });
  test("an unknown view", async () => {
    const routes = new Elysia().use(httpRoutes({ settings: testSettings }, reportForms));
    const response = await routes.handle(new Request("http://localhost/v1/http?url=a.test&view=all"));
    expect(response.status).not.toBe(200);
  });
});
