/** Log lines of a service about itself, from start to stop. */

import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { metricsApp, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { version } from "../../src/version.ts";
import { CITY } from "../ip/sample-databases.ts";

interface Line {
  readonly level: string;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

async function start(flags: Record<string, string>) {
  const given = { listen: "127.0.0.1:0", drain: "off", ...flags };
  const lines: Line[] = [];
  const service = await startService(
    loadConfig(given, {}).settings,
    (level, message, facts = {}) =>
      void lines.push({ level, message, facts: typeof facts === "function" ? facts() : facts }),
    [],
  );
  const line = (message: string) => lines.find((each) => each.message === message);
  const told = async (message: string): Promise<Line> => {
    for (let tries = 0; tries < 500 && !line(message); tries++) await Bun.sleep(10);
    const found = line(message);
    if (!found) throw new Error(`never told: ${message}`);
    return found;
  };
  return { service, lines, line, told, given };
}

test("addresses of the service and of its metrics", async () => {
  const { service, line } = await start({ "metrics-listen": "127.0.0.1:0" });
  const { address } = service;
  const metrics = String(line("listening")?.facts["metrics"]);
  expect(line("listening")).toEqual({
    level: "info",
    message: "listening",
    facts: { url: `http://${address}/`, address, version, metrics },
  });
  const response = await fetch(`http://${metrics}/metrics`);
  expect(await response.text()).toContain("\nnetlens_log_lines_dropped_total 0\n");
  await service.stop();
});

test.each([
  ["off", false],
  ["1s", true],
])("cached lookups are counted with --http-cache %s: %p", async (cache, expected) => {
  const { service } = await start({ "http-cache": cache });
  expect(service.metrics().some(({ name }) => name.startsWith("netlens_http_cache"))).toBe(expected);
  expect(service.metrics().some(({ name }) => name.startsWith("netlens_shared"))).toBe(false);
  await service.stop();
});

describe("the link", () => {
  test.each(["0.0.0.0", "[::]"])("leads to this machine where it listens at %s", async (host) => {
    const { service, line } = await start({ listen: `${host}:0` });
    expect(line("listening")?.facts["url"]).toBe(`http://localhost:${service.address.split(":").at(-1)}/`);
    expect(line("listening")?.facts).not.toHaveProperty("metrics");
    await service.stop();
  });
  test("is absent for a Unix socket", async () => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-"));
    const { service, line } = await start({ listen: `unix:${folder}/socket` });
    expect(line("listening")?.facts).toEqual({ address: `unix:${folder}/socket`, version });
    await service.stop();
    rmSync(folder, { recursive: true });
  });
});

test("the databases", async () => {
  const folder = mkdtempSync(join(tmpdir(), "netlens-"));
  const file = join(folder, "city.mmdb");
  writeFileSync(file, CITY());
  const { service, lines, told } = await start({ "geo-city": file });
  await told("geo database");
  const named = lines.filter(({ message }) => message.startsWith("geo database"));
  expect(named.find(({ facts }) => facts["file"] === file)).toMatchObject({
    level: "info",
    message: "geo database",
    facts: { built: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), load: "map" },
  });
  await service.stop();
  rmSync(folder, { recursive: true });
});

test("reloaded settings, and those that need a restart", async () => {
  const { service, lines, given } = await start({});
  const reload = (flags: Record<string, string>) => {
    lines.splice(0);
    return service.reload(loadConfig({ ...given, ...flags }, {}).settings);
  };
  const ask = async () => {
    const response = await fetch(`http://${service.address}/healthz`, {
      headers: { origin: "https://a.example" },
    });
    return response.headers.get("access-control-allow-origin");
  };
  const told = () =>
    lines
      .filter(({ message }) => /settings|reloaded/.test(message))
      .map(({ level, message, facts }) => [level, message, facts]);
  expect(await ask()).toBeNull();
  await reload({ cors: "*", "log-level": "warn", listen: "127.0.0.1:1", workers: "2" });
  expect(told()).toEqual([
    ["warn", "settings that need a restart", { names: "listen,workers" }],
    ["info", "reloaded", { settings: "cors,log-level" }],
  ]);
  expect(await ask()).toBe("*");
  await reload({ cors: "*", "log-level": "warn" });
  expect(told()).toEqual([["info", "reloaded", { settings: "" }]]);
  await service.stop();
});

test("a longer lookup queue needs a restart, which is logged", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async () => {
      reach();
      await released;
      return new Response();
    },
  });
  const { service, lines, given } = await start({
    "http-max-lookups": "1",
    "http-max-queue": "0",
    "http-allow": "127.0.0.0/8",
    "http-ports": "1-65535",
  });
  const look = () => fetch(`http://${service.address}/v1/http?url=http://127.0.0.1:${target.port}/`);
  const first = look();
  await reached;
  const refused = async () => (await look()).status;
  expect(await refused()).toBe(503);
  await service.reload(loadConfig({ ...given, "http-max-queue": "5" }, {}).settings);
  expect(lines.find(({ message }) => message === "settings that need a restart")?.facts).toEqual({
    names: "http-max-queue",
  });
  expect(await refused()).toBe(503);
  release();
  expect((await first).status).toBe(200);
  await service.stop();
  await target.stop(true);
});

test("the shutdown", async () => {
  const { service, lines } = await start({ drain: "1ms", "shutdown-timeout": "3s" });
  await service.stop();
  expect(lines.filter(({ message }) => /^stop/.test(message))).toEqual([
    { level: "info", message: "stopping", facts: { drainMs: 1, deadlineMs: 3000 } },
    { level: "info", message: "stopped", facts: {} },
  ]);
});

test("refused connections, in one line", async () => {
  const { service, lines } = await start({ "max-connections": "1" });
  const [hostname = "", port] = service.address.split(":");
  let closed = 0;
  const sockets = await Promise.all(
    Array.from({ length: 300 }, () =>
      Bun.connect({ hostname, port: Number(port), socket: { data() {}, close: () => void closed++ } }),
    ),
  );
  for (const socket of sockets) socket.write("G");
  for (let tries = 0; tries < 500 && closed < 299; tries++) await Bun.sleep(10);
  expect(closed).toBe(299);
  // This line is logged only after some seconds.
  expect(lines.filter(({ message }) => message === "connections refused")).toEqual([]);
  expect(service.metrics().find(({ name }) => name === "netlens_connections_refused_total")?.samples).toEqual(
    [
      { labels: 'limit="total"', value: 299 },
      { labels: 'limit="address"', value: 0 },
    ],
  );
  await service.stop();
});

test("metrics are at their path only", async () => {
  const app = metricsApp(() => "a 1\n", {
    modules: () => new Map(),
    settings: () => {
      throw new Error("no lookup is made");
    },
    queue: undefined,
  });
  const ask = async (path: string) => {
    const response = await app.handle(new Request(`http://a${path}`));
    return [response.status, response.headers.get("content-type"), await response.text()];
  };
  expect(await ask("/metrics")).toEqual([200, "text/plain; version=0.0.4; charset=utf-8", "a 1\n"]);
  expect(await ask("/metrics?x")).toEqual([200, "text/plain; version=0.0.4; charset=utf-8", "a 1\n"]);
  const [status, , text] = await ask("/");
  expect([status, text]).toEqual([404, "metrics are at /metrics, probes at /probe?target=\n"]);
});
