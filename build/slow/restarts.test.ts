/**
 * Restarts under load: directly, behind nginx and behind HAProxy; and requests lost when a process is killed.
 * `RESTARTS=100 bun test ./build/slow/restarts.test.ts` runs the full number.
 */

import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { freePort } from "./proxy-servers.ts";
import {
  BALANCERS,
  fetchOk,
  killAll,
  load,
  main,
  replicaAddresses,
  serve,
  stop,
  untilBoth,
} from "./rolling.ts";

const RESTARTS = Number(process.env["RESTARTS"] ?? 4);
const CLIENTS = 8;
/** State TCP_LISTEN in /proc/net/tcp. */
const LISTEN = "0A";
afterAll(killAll);

/**
 * Client with a keep-alive connection. It retries only if the connection is refused before it sends a
 * request.
 */
function directClient(port: number): () => Promise<void> {
  let socket: Bun.Socket<undefined> | undefined;
  let received = "";
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const connect = () =>
    Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data(_socket, bytes) {
          received += bytes.toString();
          if (!received.endsWith("}")) return;
          if (/^connection: close/im.test(received)) socket = undefined;
          settle?.resolve();
        },
        close(closed) {
          // The response to the last request has arrived before the close.
          if (socket !== closed) return;
          socket = undefined;
          settle?.reject(new Error(`cut off after ${received.length} bytes`));
        },
      },
    });
  return async () => {
    while (socket === undefined) socket = await connect().catch(() => Bun.sleep(10).then(() => undefined));
    received = "";
    const { promise, ...settlers } = Promise.withResolvers<void>();
    settle = settlers;
    socket.write("GET /v1/ip/10.0.0.1 HTTP/1.1\r\nHost: a\r\n\r\n");
    await promise.finally(() => {
      settle = undefined;
    });
    if (!received.startsWith("HTTP/1.1 200 ")) throw new Error(received.slice(0, 30));
  };
}

const limit = 60_000 + RESTARTS * 20_000;
const ONE = "/v1/ip/10.0.0.1";

describe(`${RESTARTS} restarts lose no request`, () => {
  test(
    "directly",
    async () => {
      const port = freePort();
      const address = `127.0.0.1:${port}`;
      let child = await serve(address, ["--drain", "1s"]);
      const clients = Array.from({ length: CLIENTS }, () => directClient(port));
      let next = 0;
      const free = clients.map((_, index) => index);
      const running = load(async () => {
        const index = free.shift() ?? next++ % CLIENTS;
        try {
          await clients[index]?.();
        } finally {
          free.push(index);
        }
      });
      for (let count = 0; count < RESTARTS; count++) {
        await Bun.sleep(200);
        await stop(child);
        child = await serve(address, ["--drain", "1s"]);
      }
      const lost = await running.stop();
      await stop(child);
      console.log(`directly: ${running.answered()} answered, ${lost.length} lost`);
      expect(lost).toEqual([]);
    },
    limit,
  );

  test.concurrent.each(Object.keys(BALANCERS))(
    "behind %s, one of two at a time",
    async (name) => {
      const replicas = replicaAddresses();
      const children = [await serve(replicas[0]), await serve(replicas[1])] as const;
      const now: Bun.Subprocess[] = [...children];
      const balancer = await startOf(name)(replicas);
      const running = load(() => fetchOk(`http://127.0.0.1:${balancer.port}${ONE}`));
      for (let count = 0; count < RESTARTS; count++) {
        const which = count % 2;
        await untilBoth(balancer);
        await stop(now[which] as Bun.Subprocess);
        now[which] = await serve(replicas[which] ?? "");
      }
      const lost = await running.stop();
      await balancer.stop();
      await Promise.all(now.map(stop));
      console.log(`${name}: ${running.answered()} answered, ${lost.length} lost`);
      expect(lost).toEqual([]);
    },
    limit,
  );
});

describe("a killed process", () => {
  const KILLS = Math.max(8, RESTARTS / 2);
  // A worker that exits five times in a row shortly after its start is not restarted, so kills are limited.
  const WORKER_KILLS = 8;

  test.concurrent.each(Object.keys(BALANCERS))(
    "behind %s the other replica answers in its place",
    async (name) => {
      const replicas = replicaAddresses();
      const now = [await serve(replicas[0]), await serve(replicas[1])];
      const balancer = await startOf(name)(replicas);
      const running = load(() => fetchOk(`http://127.0.0.1:${balancer.port}${ONE}`));
      for (let count = 0; count < KILLS; count++) {
        const which = count % 2;
        await untilBoth(balancer);
        now[which]?.kill("SIGKILL");
        await now[which]?.exited;
        now[which] = await serve(replicas[which] ?? "");
      }
      const lost = await running.stop();
      await balancer.stop();
      await Promise.all(now.map(stop));
      console.log(`${name}: ${KILLS} killed, ${running.answered()} answered, ${lost.length} lost`);
      expect(lost).toEqual([]);
    },
    limit,
  );

  test(
    "of several workers: its work is lost, counted and logged; the others continue",
    async () => {
      const metrics = `127.0.0.1:${freePort()}`;
      const workersPort = freePort();
      const address = `127.0.0.1:${workersPort}`;
      const given = ["--workers", "2", "--metrics-listen", metrics, "--drain", "off", "--log-level", "warn"];
      const child = Bun.spawn([process.execPath, main, "serve", "--listen", address, ...given], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      let log = "";
      void (async () => {
        for await (const chunk of child.stderr) log += new TextDecoder().decode(chunk);
      })();
      const value = async (name: string) =>
        Number(
          new RegExp(`^${name} (\\d+)`, "m").exec(
            await fetchOk(`http://${metrics}/metrics`).catch(() => ""),
          )?.[1],
        );
      // A new process does not listen immediately; killing the only other one would leave no listener.
      const listening = () => {
        const local = `:${workersPort.toString(16).toUpperCase().padStart(4, "0")}`;
        const rows = readFileSync("/proc/net/tcp", "utf8")
          .split("\n")
          .map((row) => row.trim().split(/\s+/));
        return rows.filter(([, at = "", , state]) => at.endsWith(local) && state === LISTEN).length;
      };
      const all = async () => {
        for (let tries = 0; (await value("netlens_workers")) !== 2 || listening() !== 2; tries++) {
          expect(tries).toBeLessThan(500);
          await Bun.sleep(20);
        }
      };
      await all();
      // One connection per request, since a keep-alive connection stays with its worker.
      const running = load(async () => {
        const response = await fetch(`http://${address}${ONE}`, { keepalive: false });
        if (!response.ok) throw new Error(String(response.status));
        await response.text();
      });
      for (let count = 0; count < WORKER_KILLS; count++) {
        await all();
        const workers = Bun.spawnSync(["pgrep", "-P", String(child.pid)])
          .stdout.toString()
          .trim()
          .split("\n");
        process.kill(Number(workers[count % workers.length]), "SIGKILL");
        for (let tries = 0; (await value("netlens_worker_restarts_total")) !== count + 1; tries++) {
          expect(tries).toBeLessThan(500);
          await Bun.sleep(20);
        }
      }
      await all();
      const lost = await running.stop();
      expect(await value("netlens_worker_restarts_total")).toBe(WORKER_KILLS);
      await stop(child);
      expect(log.match(/worker ended .*signal=SIGKILL/g)?.length).toBe(WORKER_KILLS);
      console.log(`workers: ${WORKER_KILLS} killed, ${running.answered()} answered, ${lost.length} lost`);
      // A kill may lose the requests that the worker had received: at most one per client.
      expect(lost.length).toBeLessThanOrEqual(WORKER_KILLS * CLIENTS);
      expect(running.answered()).toBeGreaterThan(100);
    },
    limit,
  );
});

function startOf(name: string) {
  const start = BALANCERS[name];
  if (!start) throw new Error(name);
  return start;
}
