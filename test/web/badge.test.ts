import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

const ANSWERS: ReadonlyMap<string, () => Response> = new Map([
  ["/page", () => new Response("<p>hello", { headers: { "content-type": "text/html" } })],
  ["/clean", () => plain({ "cache-control": "no-store", "x-content-type-options": "nosniff" })],
  ["/wrong", () => plain({ age: "-1" })],
]);

function plain(headers: Readonly<Record<string, string>>): Response {
  return new Response("hello", { headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
}

let service: Awaited<ReturnType<typeof startService>>;
let target: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => ANSWERS.get(new URL(request.url).pathname)?.() ?? new Response(null, { status: 404 }),
  });
  const { settings } = loadConfig({ listen: "127.0.0.1:0", "http-allow": "127.0.0.0/8" }, {});
  service = await startService(settings, () => {}, []);
});
afterAll(async () => {
  await service.stop();
  await target.stop(true);
});

const badge = (query: string) => fetch(`http://${service.address}/badge${query}`);
const textOf = async (url: string) =>
  /<title>HTTP headers: (.*)<\/title>/.exec(
    await (await badge(`?url=${encodeURIComponent(url)}`)).text(),
  )?.[1];

describe("badge", () => {
  test("a page has its grade, what is no page its worst findings", async () => {
    const at = (path: string) => textOf(`http://127.0.0.1:${target.port}${path}`);
    expect(await at("/page")).toMatch(/^[A-F][+-]?$/);
    expect(await at("/clean")).toBe("no problems");
    expect(await at("/wrong")).toBe("1 error");
  });

  test("a lookup that fails is a badge too", async () => {
    expect(await textOf("http://127.0.0.1:1/")).toBe("failed");
    // Nobody is told for five minutes that it fails.
    const { headers } = await badge("?url=http://127.0.0.1:1/");
    expect(headers.get("cache-control")).toBe("public, max-age=10");
  });

  test("it may be shown anywhere, for a while, and runs nothing", async () => {
    const { status, headers } = await badge(`?url=http://127.0.0.1:${target.port}/page`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'");
  });

  test.each([
    ["", "url is missing"],
    ["?url=", "url is missing"],
    ["?url=ftp://a.example/", "ftp"],
  ])("%s is refused, and says why", async (query, part) => {
    const response = await badge(query);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(part);
  });
});
