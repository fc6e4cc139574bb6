/** `--http-rate-limit` and `--limit-prefix` over real sockets, for every route that looks up a URL. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { steady } from "../../test/server/steady.ts";

let target: Bun.Server<undefined>;
let url: string;
beforeAll(() => {
  target = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("hi") });
  url = target.url.href;
});
afterAll(() => target.stop(true));

async function withService<T>(
  flags: Record<string, string>,
  work: (origin: string, service: Service) => Promise<T>,
): Promise<T> {
  const { settings } = loadConfig(
    { listen: "127.0.0.1:0", drain: "off", "http-allow": "127.0.0.0/8", mcp: "on", ...flags },
    {},
  );
  const service = await startService(settings, () => {}, []);
  try {
    return await work(`http://${service.address}`, service);
  } finally {
    await service.stop();
  }
}

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
const html = { accept: "text/html" };

const call = (name: string, args: object): RequestInit => ({
  method: "POST",
  headers: {
    ...json,
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  }),
});

/** Requests that look up URLs, each with its number of lookups. */
const ways = (
  url: string,
): Readonly<Record<string, readonly [path: string, init: RequestInit, count: number]>> => {
  const q = encodeURIComponent(url);
  return {
    lookup: [`/v1/http?url=${q}`, {}, 1],
    "keys of a signature": [
      "/v1/useragent?verify=true",
      {
        headers: {
          "user-agent": "Seldom/1",
          "signature-agent": `"${url}"`,
          "signature-input": 'sig1=("@authority");tag="web-bot-auth"',
          signature: "sig1=:AAAA:",
        },
      },
      1,
    ],
    "lookup by its older name": [`/v2/http/?url=${q}`, {}, 1],
    brief: [`/v1/http/findings?url=${q}`, {}, 1],
    HAR: [`/v1/http/har?url=${q}`, {}, 1],
    page: [`/?url=${q}`, { headers: html }, 1],
    box: [`/?q=${q}`, { headers: html }, 1],
    "page of the answer": [`/v1/http?url=${q}`, { headers: html }, 1],
    compare: [
      "/v1/http/compare",
      { method: "POST", headers: json, body: JSON.stringify({ a: url, b: url }) },
      2,
    ],
    "compare with lines": [
      "/v1/http/compare",
      { method: "POST", headers: json, body: JSON.stringify({ a: url, b: { headers: ["Age: 1"] } }) },
      1,
    ],
    "page of a comparison": [`/compare?a=${q}&b=${q}`, { headers: html }, 2],
    list: [`/?q=${q}+${q}a+192.0.2.1`, { headers: html }, 2],
    "redirect map": [
      "/redirects",
      {
        method: "POST",
        headers: form,
        body: new URLSearchParams({ map: `${url}a ${url}\n${url}b ${url}` }).toString(),
      },
      2,
    ],
    assistant: ["/mcp", call("check_url", { url }), 1],
  };
};

describe("each lookup counts, on every route", () => {
  test.each(Object.keys(ways("http://a/")))("%s", async (name) => {
    const [path, init, count] = ways(url)[name] ?? ["", {}, 0];
    await withService({ "http-rate-limit": `${count}/1h` }, async (origin) => {
      const first = await fetch(`${origin}${path}`, init);
      const text = await first.text();
      expect([first.status, text.includes(" reached; try again")]).toEqual([200, false]);
      const second = await fetch(`${origin}${path}`, init);
      const refusal = await second.text();
      // MCP responses have the error in their content, with status 200.
      expect(second.status).toBe(name === "assistant" ? 200 : 429);
      expect(refusal).toMatch(/URL lookups|looks up \d URLs/);
      if (second.status === 429) {
        expect(steady(second.headers.get("ratelimit"))).toBe('"lookups";r=0;t=1h');
        expect(second.headers.get("ratelimit-policy")).toBe(`"lookups";q=${count};w=3600`);
        expect(steady(`t=${second.headers.get("retry-after")}`)).toBe("t=1h");
      }
      expect((await fetch(`${origin}/v1/ip/10.0.0.1`)).status).toBe(200);
    });
  });
});

test("one more than the limit is refused before the first lookup", async () => {
  await withService({ "http-rate-limit": "3/1h" }, async (origin) => {
    const lookup = (query = "") => fetch(`${origin}/v1/http?url=${encodeURIComponent(url)}${query}`);
    const four = await lookup("&variants=true");
    expect(four.status).toBe(429);
    expect(await four.json()).toMatchObject({
      error: "rate-limit",
      detail: "This request looks up 4 URLs, more than the limit of 3; send fewer items per request.",
    });
    expect(steady((await lookup()).headers.get("ratelimit"))).toBe('"lookups";r=2;t=1h');
  });
});

test("both limits apply, each with its own count, even if the rates are equal", async () => {
  await withService({ "rate-limit": "25/1h", "http-rate-limit": "25/1h" }, async (origin) => {
    const { headers } = await fetch(`${origin}/v1/http?url=${encodeURIComponent(url)}`);
    expect(steady(headers.get("ratelimit"))).toBe('"default";r=15;t=1h, "lookups";r=24;t=1h');
    expect(headers.get("ratelimit-policy")).toBe('"default";q=25;w=3600, "lookups";q=25;w=3600');
    const decoded = await fetch(`${origin}/v1/http`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ headers: ["Age: 1"] }),
    });
    expect(steady(decoded.headers.get("ratelimit"))).toBe('"default";r=10;t=1h');
  });
});

test("IPv6 clients are counted by --limit-prefix, which a reload changes", async () => {
  const flags = { "rate-limit": "1/1h", "trusted-proxies": "127.0.0.1", listen: "127.0.0.1:0" };
  await withService({ ...flags, "limit-prefix": "48" }, async (origin, service) => {
    const send = async (client: string) =>
      (await fetch(`${origin}/v1/status/200`, { headers: { "x-forwarded-for": client } })).status;
    expect(await send("2001:db8:1::1")).toBe(200);
    expect(await send("2001:db8:1:ffff::1")).toBe(429);
    expect(await send("2001:db8:2::1")).toBe(200);
    await service.reload(loadConfig({ ...flags, drain: "off", "limit-prefix": "128" }, {}).settings);
    expect(await send("2001:db8:1::1")).toBe(200);
    expect(await send("2001:db8:1::2")).toBe(200);
    expect(await send("2001:db8:1::2")).toBe(429);
  });
});
