/**
 * Shared limits with a real Redis, behind a proxy that delays, cuts and stops: requests allowed, and calls
 * per request.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { freePort } from "./proxy-servers.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-shared-limit-"));
const port = freePort();
const redis = Bun.spawn(
  ["redis-server", "--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
  { stdio: ["ignore", "ignore", "ignore"] },
);

/** Delay of each Redis response in ms; undefined never forwards it. */
let delay: () => number | undefined = () => 0;
const links = new Set<Socket>();
const proxy = createServer((client) => {
  const server = connect(port, "127.0.0.1");
  links.add(client);
  client.on("data", (bytes) => server.write(bytes));
  // Keeps the order: a response waits for earlier ones.
  let last = Promise.resolve();
  server.on("data", (bytes) => {
    const ms = delay();
    if (ms === undefined) return;
    const due = ms === 0 ? Promise.resolve() : Bun.sleep(ms);
    last = Promise.all([last, due]).then(() => void client.write(bytes));
  });
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on("error", () => {});
    one.on("close", () => {
      links.delete(client);
      other.destroy();
    });
  }
});

const services: Service[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port: at } = proxy.address() as { port: number };
  for (let tries = 0; tries < 250 && !(await isUp()); tries++) await Bun.sleep(20);
  for (let count = 0; count < REPLICAS; count++) {
    const { settings } = loadConfig(
      {
        listen: "127.0.0.1:0",
        drain: "off",
        "rate-limit": `${ALLOWED}/1m`,
        shared: `redis://127.0.0.1:${at}`,
        "trusted-proxies": "127.0.0.1",
        "log-format": "json",
      },
      {},
    );
    services.push(await startService(settings, () => {}, []));
  }
  // Replicas announce themselves, and detect each other at their second announcement, some seconds later.
  for (
    let tries = 0;
    tries < 1000 && metric("netlens_shared_replicas").some((seen) => seen !== REPLICAS);
    tries++
  )
    await Bun.sleep(20);
  await warm();
}, 30_000);

afterAll(async () => {
  for (const service of services) await service.stop();
  for (const link of links) link.destroy();
  proxy.close();
  redis.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const isUp = () =>
  Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).then(
    (socket) => Boolean(socket.end()) || true,
    () => false,
  );
const metric = (name: string) =>
  services.map((each) => Number(each.metrics().find((family) => family.name === name)?.samples[0]?.value));
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

const REPLICAS = 3;
const ALLOWED = 1000;
/** Loads the code of all replicas before the measurement. */
async function warm() {
  for (const { address } of services)
    await fetch(`http://${address}/v1/status/200`).then((each) => each.text());
}

/** Number of requests of one client, sent to the replicas in turn, and number of concurrent ones. */
const ASKED = 3000;
const AT_ONCE = 12;

let callers = 0;
async function flood() {
  const client = `10.9.0.${++callers}`;
  const before = sum(metric("netlens_shared_calls_total"));
  let next = 0;
  let admitted = 0;
  let failed = 0;
  let longest = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < ASKED) {
        const service = services[next++ % REPLICAS];
        const started = performance.now();
        const { status } = await fetch(`http://${service?.address}/v1/status/200`, {
          headers: { "x-forwarded-for": client },
        });
        longest = Math.max(longest, performance.now() - started);
        if (status === 200) admitted++;
        else if (status !== 429) failed++;
      }
    }),
  );
  const calls = sum(metric("netlens_shared_calls_total")) - before;
  return { admitted, failed, calls, longest };
}

const within = async (what: string, most: number) => {
  const { admitted, failed, calls, longest } = await flood();
  console.log(
    `${what}: ${admitted} of ${ALLOWED} admitted, ${calls} calls for ${ASKED} requests, ${failed} failed, longest ${longest.toFixed(0)} ms`,
  );
  expect(failed).toBe(0);
  expect(admitted).toBeLessThanOrEqual(most);
  expect(admitted).toBeGreaterThanOrEqual(0.9 * ALLOWED);
  return calls;
};

describe("while the store answers: at most 5 % more, and one call per fifty requests", () => {
  test.each<[string, () => number]>([
    ["at once", () => 0],
    ["after 30 ms", () => 30],
    ["1 % of calls after 200 ms", () => (Math.random() < 0.01 ? 200 : 0)],
  ])(
    "%s",
    async (what, faults) => {
      delay = faults;
      expect(await within(what, 1.05 * ALLOWED)).toBeLessThanOrEqual(ASKED / 50);
    },
    30_000,
  );
});

describe("while it does not, each replica allows its share", () => {
  test("it accepts calls without answering", async () => {
    delay = () => undefined;
    await within("stopped", 1.1 * ALLOWED);
    expect(metric("netlens_shared_up")).toEqual([0, 0, 0]);
  }, 30_000);
  test("connections are cut all the time", async () => {
    delay = () => 0;
    for (let tries = 0; tries < 250 && metric("netlens_shared_up").includes(0); tries++) await Bun.sleep(20);
    const cutting = setInterval(() => {
      for (const link of links) link.destroy();
    }, 50);
    await within("cut every 50 ms", 1.1 * ALLOWED).finally(() => clearInterval(cutting));
  }, 30_000);
  test("it is dead", async () => {
    redis.kill("SIGKILL");
    await redis.exited;
    await within("dead", 1.1 * ALLOWED);
  }, 30_000);
});
