/**
 * The official MCP client calls each tool over both transports, and validates results with their output
 * schemas.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

const binary = join(import.meta.dir, "../../dist/netlens");

let service: Service;
let target: ReturnType<typeof Bun.serve>;
beforeAll(async () => {
  target = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      new URL(url).pathname === "/old"
        ? Response.redirect("/new", 301)
        : new Response("new", { headers: { age: "soon" } }),
  });
  const settings = { listen: "127.0.0.1:0", mcp: "on", "http-allow": "127.0.0.0/8" };
  service = await startService(loadConfig(settings, {}).settings, () => {}, []);
});
afterAll(async () => {
  await target.stop(true);
  await service.stop();
});

const transports: Readonly<Record<string, () => Transport>> = {
  "standard input and output": () => new StdioClientTransport({ command: binary, args: ["mcp"] }),
  "Streamable HTTP": () => new StreamableHTTPClientTransport(new URL(`http://${service.address}/mcp`)),
};

describe.each(Object.keys(transports))("over %s", (name) => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: "test", version: "1" });
    await client.connect((transports[name] as () => Transport)());
  });
  afterAll(() => client.close());

  const given: Readonly<Record<string, () => Record<string, unknown>>> = {
    check_url: () => ({ url: `127.0.0.1:${target.port}/old` }),
    audit_page: () => ({ url: `127.0.0.1:${target.port}/old`, most: 5 }),
    explain_http_headers: () => ({ headers: ["Age: soon"] }),
    describe_visitor: () => ({ ip: "8.8.8.8", agent: "curl/8.9.1" }),
    lookup_ip_address: () => ({ ip: "8.8.8.8" }),
    identify_user_agent: () => ({
      agent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    }),
    compare_responses: () => ({ a: `127.0.0.1:${target.port}/old`, b: { headers: ["Age: 1"] } }),
    check_redirects: () => ({
      base: `http://127.0.0.1:${target.port}`,
      redirects: [{ from: "/old", to: "/new" }],
    }),
    explain_problem: () => ({ id: "age-invalid" }),
    explain_status_code: () => ({ code: 404 }),
  };

  test("every tool answers as its schema declares", async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name).toSorted()).toEqual(Object.keys(given).toSorted());
    for (const tool of tools) {
      const result = await client.callTool({ name: tool.name, arguments: given[tool.name]?.() ?? {} });
      expect([tool.name, result.isError ?? false]).toEqual([tool.name, false]);
      expect(result.structuredContent).toBeObject();
      expect(result.content).toMatchObject([{ type: "text", text: expect.stringMatching(/\S/) }]);
    }
  });
  test("invalid input is an error of the tool", async () => {
    const { isError, content } = await client.callTool({
      name: "lookup_ip_address",
      arguments: { ip: "1.2.3" },
    });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("1.2.3");
  });
  test("resources are read by their templates", async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).toSorted()).toEqual([
      "netlens://fields/{name}",
      "netlens://problems/{id}",
    ]);
    const { contents } = await client.readResource({ uri: "netlens://problems/age-invalid" });
    expect(JSON.stringify(contents)).toContain("age-invalid");
  });
});
