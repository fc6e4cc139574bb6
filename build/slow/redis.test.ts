/**
 * Limits and lookups shared by services in a real redis-server, which is killed, stopped and restarted under
 * load.
 */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { freePort } from "./proxy-servers.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-redis-"));
const port = freePort();
const children = new Set<Bun.Subprocess>();

async function redis(): Promise<Bun.Subprocess> {
  const child = Bun.spawn(
    ["redis-server", "--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
    { stdio: ["ignore", "ignore", "ignore"] },
  );
  children.add(child);
  for (let tries = 0; ; tries++) {
    const up = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).then(
      (socket) => Boolean(socket.end()) || true,
      () => false,
    );
    if (up) return child;
    expect(tries).toBeLessThan(250);
    await Bun.sleep(20);
  }
}

/** Slow target, which counts requests by path. */
const requested = new Map<string, number>();
const target = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    requested.set(pathname, (requested.get(pathname) ?? 0) + 1);
    await Bun.sleep(Number(searchParams.get("ms")));
    return new Response("here");
  },
});

const flags = {
  listen: "127.0.0.1:0",
  drain: "off",
  "rate-limit": "1000/1m",
  shared: `redis://127.0.0.1:${port}`,
  "trusted-proxies": "127.0.0.1",
  "http-allow": "127.0.0.1",
  "http-cache": "30s",
};
const lines: string[] = [];
const services: Service[] = [];
async function service(): Promise<string> {
  const { settings } = loadConfig(flags, {});
  const log = (_level: string, message: string) => void lines.push(message);
  const started = await startService(settings, log, []);
  services.push(started);
  return `http://${started.address}`;
}

/** Service in its own process, for tests that kill it. */
async function mortal(): Promise<{ readonly child: Bun.Subprocess; readonly origin: string }> {
  const given = Object.entries({ ...flags, "log-format": "json" }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);
  const child = Bun.spawn([process.execPath, "src/main.ts", "serve", ...given], {
    cwd: new URL("../..", import.meta.url).pathname,
    stdio: ["ignore", "ignore", "pipe"],
  });
  children.add(child);
  let log = "";
  for await (const chunk of child.stderr) {
    log += new TextDecoder().decode(chunk);
    const address = /"address":"([^"]+)"/.exec(log)?.[1];
    if (address) return { child, origin: `http://${address}` };
  }
  throw new Error(log);
}

const lookUp = async (origin: string, path: string, client = "192.0.2.77") => {
  const url = encodeURIComponent(`127.0.0.1:${target.port}${path}`);
  const response = await fetch(`${origin}/v1/http?url=${url}`, { headers: { "x-forwarded-for": client } });
  const { status } = (await response.json()) as { status: number };
  return { status, cache: response.headers.get("cache-status") ?? "", age: response.headers.get("age") };
};

afterAll(async () => {
  for (const each of services) await each.stop();
  for (const child of children) child.kill("SIGKILL");
  await target.stop(true);
  rmSync(folder, { recursive: true });
});

const metric = (name: string) =>
  services.map((each) => each.metrics().find((family) => family.name === name)?.samples[0]?.value);
const until = async (done: () => boolean) => {
  for (let tries = 0; tries < 250 && !done(); tries++) await Bun.sleep(20);
  expect(done()).toBe(true);
};

test("replicas share counts, and continue alone while Redis is down", async () => {
  let server = await redis();
  const [a, b] = [await service(), await service()];
  const left = async (origin: string, client: string) => {
    const response = await fetch(`${origin}/v1/status/200`, { headers: { "x-forwarded-for": client } });
    await response.text();
    return Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
  };
  // Each process may allow 5 % of 1,000 requests before it calls Redis, and counts these alone.
  expect([await left(a, "192.0.2.1"), await left(a, "192.0.2.1")]).toEqual([999, 998]);

  // The first lookup loads the engine, which takes longer than the timeout of Redis calls.
  for (const origin of [a, b]) await lookUp(origin, "/first");
  await until(() => metric("netlens_shared_up").every((up) => up === 1));
  // Simultaneous requests to all replicas share one lookup, and later ones get its report. On a busy machine
  // Redis may respond late.
  const failures = () => metric("netlens_shared_failures_total").join();
  let path = "";
  let once: Awaited<ReturnType<typeof lookUp>>[] = [];
  for (let round = 0, before = ""; before !== failures(); round++) {
    expect(round).toBeLessThan(10);
    await until(() => metric("netlens_shared_up").every((up) => up === 1));
    before = failures();
    path = `/once/${round}?ms=300`;
    once = await Promise.all([a, b, a, b].map((origin) => lookUp(origin, path)));
  }
  expect(requested.get(path.replace("?ms=300", ""))).toBe(1);
  expect(once.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(once.filter(({ cache }) => cache.includes("stored")).length).toBe(1);
  expect(await lookUp(a, path)).toMatchObject({
    cache: expect.stringContaining("netlens; hit; ttl="),
    age: "0",
  });
  // Killing a replica during a lookup delays the others only until its lease ends.
  const dying = await mortal();
  const lost = lookUp(dying.origin, "/dying?ms=5000").catch(() => "lost");
  await until(() => requested.get("/dying") === 1);
  const heir = lookUp(b, "/dying?ms=5000");
  await Bun.sleep(200);
  expect(requested.get("/dying")).toBe(1);
  dying.child.kill("SIGKILL");
  expect(await lost).toBe("lost");
  await until(() => requested.get("/dying") === 2);
  expect((await heir).status).toBe(200);

  let going = true;
  let answered = 0;
  const slow: number[] = [];
  const failed: string[] = [];
  const load = Promise.all(
    [a, b, a, b].map(async (origin, index) => {
      const url = encodeURIComponent(`127.0.0.1:${target.port}/load/`);
      for (let count = 0; going; count++) {
        const started = performance.now();
        // Every tenth request is a lookup. Each service gets it once, so half of these requests wait for the
        // other service.
        const path = count % 10 === 0 ? `/v1/http?url=${url}${index >> 1}/${count}` : "/v1/status/200";
        const response = await fetch(`${origin}${path}`, {
          headers: { "x-forwarded-for": `10.${index}.${(count >> 8) & 255}.${count & 255}` },
        }).catch((error: unknown) => String(error));
        if (typeof response === "string" || response.status !== 200) failed.push(String(response));
        else await response.text();
        answered++;
        slow.push(performance.now() - started);
        await Bun.sleep(1);
      }
    }),
  );
  await Bun.sleep(300);

  const events: readonly (readonly [string, () => Promise<void> | void])[] = [
    [
      "killed",
      async () => {
        server.kill("SIGKILL");
        await server.exited;
      },
    ],
    [
      "started again",
      async () => {
        server = await redis();
      },
    ],
    ["stopped", () => server.kill("SIGSTOP")],
    ["continued", () => server.kill("SIGCONT")],
    [
      "restarted",
      async () => {
        server.kill("SIGTERM");
        await server.exited;
        server = await redis();
      },
    ],
  ];
  for (const [what, happen] of events) {
    const away = what === "killed" || what === "stopped";
    await happen();
    await until(() => metric("netlens_shared_up").every((up) => up === (away ? 0 : 1)));
    const before = answered;
    await Bun.sleep(1500);
    expect(answered - before, what).toBeGreaterThan(20);
  }
  going = false;
  await load;
  expect(failed).toEqual([]);
  expect(await left(a, "192.0.2.9")).toBe(999);
  const lookups = [...requested].filter(([path]) => path.startsWith("/load/"));
  const made = lookups.reduce((sum, [, count]) => sum + count, 0);
  expect(made).toBeLessThan(2 * lookups.length);
  const reported = (message: string) => lines.filter((line) => line.startsWith(message)).length;
  // Each of the two services loses Redis at least twice (a quick restart may go unnoticed), and rarely more
  // often.
  expect(reported("shared store not available")).toBeGreaterThanOrEqual(4);
  expect(reported("shared store not available")).toBeLessThanOrEqual(12);
  expect(reported("shared store available again")).toBe(reported("shared store not available"));
  slow.sort((x, y) => x - y);
  console.log(
    `${answered} answered, ${failed.length} failed, p50 ${slow[slow.length >> 1]?.toFixed(1)} ms, longest ${slow.at(-1)?.toFixed(0)} ms, ${metric("netlens_shared_failures_total").join(" and ")} calls given up, ${lookups.length} URLs of both looked up ${made} times`,
  );
}, 60_000);
