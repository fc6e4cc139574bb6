/** Limits shared by two services in Debian's redis-server: killed, stopped and started again under load. */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../src/config.ts";
import { type Service, startService } from "../../src/server/service.ts";
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

const lines: string[] = [];
const services: Service[] = [];
async function service(): Promise<string> {
  const { settings } = loadConfig(
    {
      listen: "127.0.0.1:0",
      drain: "off",
      "rate-limit": "1000/1m",
      shared: `redis://127.0.0.1:${port}`,
      "trusted-proxies": "127.0.0.1",
    },
    {},
  );
  const log = (_level: string, message: string) => void lines.push(message);
  const started = await startService(settings, log, []);
  services.push(started);
  return `http://${started.address}/v1/status/200`;
}

afterAll(async () => {
  for (const each of services) await each.stop();
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const metric = (name: string) =>
  services.map((each) => each.metrics().find((family) => family.name === name)?.samples[0]?.value);
const until = async (done: () => boolean) => {
  for (let tries = 0; tries < 250 && !done(); tries++) await Bun.sleep(20);
  expect(done()).toBe(true);
};

test("replicas count together, and go on by themselves while Redis is away", async () => {
  let server = await redis();
  const [a, b] = [await service(), await service()];
  const left = async (url: string, client: string) => {
    const response = await fetch(url, { headers: { "x-forwarded-for": client } });
    await response.text();
    return Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
  };
  expect([await left(a, "192.0.2.1"), await left(b, "192.0.2.1"), await left(a, "192.0.2.1")]).toEqual([
    999, 998, 997,
  ]);

  let going = true;
  let answered = 0;
  const slow: number[] = [];
  const failed: string[] = [];
  const load = Promise.all(
    [a, b, a, b].map(async (url, index) => {
      for (let count = 0; going; count++) {
        const started = performance.now();
        const response = await fetch(url, {
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
  expect(await left(b, "192.0.2.9")).toBe(998);
  const told = (message: string) => lines.filter((line) => line.startsWith(message)).length;
  // Two services, each of which lost it at least twice (the quick restart may go unnoticed), and hardly more often.
  expect(told("shared limits do not answer")).toBeGreaterThanOrEqual(4);
  expect(told("shared limits do not answer")).toBeLessThanOrEqual(12);
  expect(told("shared limits are back")).toBe(told("shared limits do not answer"));
  slow.sort((x, y) => x - y);
  console.log(
    `${answered} answered, ${failed.length} failed, p50 ${slow[slow.length >> 1]?.toFixed(1)} ms, longest ${slow.at(-1)?.toFixed(0)} ms, ${metric("netlens_shared_failures_total").join(" and ")} limited alone`,
  );
}, 60_000);
