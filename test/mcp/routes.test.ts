/** MCP tools over HTTP, mounted as in the service. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { loadMcp } from "../../src/mcp/routes.ts";
import { prepareTools } from "../../src/mcp/server.ts";
import { tools } from "../../src/mcp/tools.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

const start = (settings: Readonly<Record<string, string>>) =>
  startService(loadConfig({ listen: "127.0.0.1:0", ...settings }, {}).settings, () => {}, []);

const call = (name: string, given: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: given },
});

const post = (origin: string, message: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });

describe("/mcp", () => {
  let service: Service;
  let origin: string;
  beforeAll(async () => {
    service = await start({ mcp: "on", cors: "https://app.example", "rate-limit": "25/1h" });
    origin = `http://${service.address}`;
  });
  afterAll(() => service.stop());

  test("answers a call", async () => {
    const response = await post(origin, call("explain_status_code", { code: 404 }));
    expect(response.status).toBe(200);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toContain("Not Found");
  });
  test("refuses pages of other sites", async () => {
    const status = async (from: string) =>
      (await post(origin, call("explain_status_code", { code: 404 }), { origin: from })).status;
    expect(await status("https://evil.example")).toBe(403);
    expect(await status("null")).toBe(403);
    expect(await status(origin)).toBe(200);
    expect(await status("https://app.example")).toBe(200);
  });
  test("refuses a page whose name leads here by DNS rebinding", async () => {
    const { port } = new URL(origin);
    const status = async (host: string) =>
      (
        await post(origin, call("explain_status_code", { code: 404 }), {
          host: `${host}:${port}`,
          origin: `http://${host}:${port}`,
        })
      ).status;
    expect(await status("evil.example")).toBe(403);
    expect(await status("127.0.0.1.evil.example")).toBe(403);
    expect(await status("localhost")).toBe(200);
    expect(await status("127.0.0.1")).toBe(200);
    expect(await status("[::1]")).toBe(200);
  });
  test("refuses invalid messages, and sessions", async () => {
    const answer = await fetch(`${origin}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: "{",
    });
    expect(answer.status).toBe(400);
    for (const method of ["GET", "DELETE"])
      expect((await fetch(`${origin}/mcp`, { method })).status).toBe(405);
  });
  test("applies the guard to lookups, and counts them against the client's limit", async () => {
    const results: string[] = [];
    for (let tries = 0; tries < 3; tries++)
      results.push(await (await post(origin, call("check_url", { url: "http://127.0.0.1/" }))).text());
    expect(results[0]).toContain('"policy"');
    expect(results.at(-1)).toMatch(/isError|limit|counts as/);
  });
});

test("/mcp is off by default", async () => {
  const service = await start({});
  try {
    expect((await post(`http://${service.address}`, call("explain_status_code", { code: 404 }))).status).toBe(
      404,
    );
  } finally {
    await service.stop();
  }
});

test("with a base URL, /mcp accepts pages of that URL", async () => {
  const service = await start({ mcp: "on", "base-url": "https://tools.example/netlens" });
  try {
    const status = async (from: string) =>
      (await post(`http://${service.address}`, call("explain_status_code", { code: 404 }), { origin: from }))
        .status;
    expect([await status("https://tools.example"), await status("https://evil.example")]).toEqual([200, 403]);
  } finally {
    await service.stop();
  }
});

test("code that the first call needs is loaded before it, one tool at a time", async () => {
  await loadMcp();
  expect([...prepareTools()]).toHaveLength(tools.length);
});
