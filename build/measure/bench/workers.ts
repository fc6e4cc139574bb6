/**
 * The executable with 1, 2 and 4 processes: requests per second, CPU and memory; the same with limits and
 * lookups shared in Redis, and the number of Redis calls. For CAPACITY.md.
 */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { openRedis } from "../../../src/server/shared/redis.ts";
import { freePort } from "../../slow/proxy-servers.ts";
import { absent, figure, figureOf, short } from "./figures.ts";
import { binary, cpuSeconds, memory, serve } from "./service-process.ts";

const place = mkdtempSync(join(tmpdir(), "netlens-bench-workers-"));
const ROUNDS = short ? 1 : 3;
const SECONDS = short ? 1 : 5;
const LOOKUPS = short ? 50 : 1000;

/** Number of client addresses that the proxy forwards; each has its own limit. */
const CALLERS = 5000;
const callers = join(place, "callers.lua");
await Bun.write(
  callers,
  `request = function()
  local caller = math.random(0, ${CALLERS - 1})
  local address = "198.18." .. math.floor(caller / 256) .. "." .. caller % 256
  return wrk.format(nil, nil, {["X-Forwarded-For"] = address})
end
`,
);

/** Number of requests answered with 200. */
async function load(address: string, seconds: number, script: readonly string[] = []): Promise<number> {
  const output = await $`wrk -t2 -c64 -d${seconds}s ${script} http://${address}/v1/ip/8.8.8.8`.quiet().text();
  const bad = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  if (bad > 0) throw new Error(`${bad} requests failed`);
  return Number(/(\d+) requests in/.exec(output)?.[1]);
}

/** @returns the memory after load */
async function measure(who: string, flags: readonly string[], at: "rate" | "cpu"): Promise<number> {
  const server = await serve(place, ...flags);
  try {
    await load(server.address, 1);
    const rates: number[] = [];
    const micros: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = await cpuSeconds(server.pid);
      const answered = await load(server.address, SECONDS);
      rates.push(answered / SECONDS);
      micros.push((((await cpuSeconds(server.pid)) - before) / answered) * 1e6);
    }
    if (at === "rate") figureOf(rates, { measure: "requests", who, unit: "a second" });
    if (who.includes("1 process"))
      figureOf(micros, { measure: "request of one process", who, unit: "µs of CPU" });
    return await memory(server.pid);
  } finally {
    await server.stop();
  }
}

async function processes(): Promise<void> {
  const one = await measure("netlens, 1 process", [], "rate");
  const two = await measure("netlens, 2 processes", ["--workers", "2"], "rate");
  const four = await measure("netlens, 4 processes", ["--workers", "4"], "rate");
  const what = "resident with all loaded";
  figure({ measure: what, who: "netlens, 1 process", value: one, unit: "MB" });
  figure({ measure: what, who: "netlens, each further process", value: (four - two) / 2, unit: "MB" });
}

/** Bytes of a response on the wire. The content is shorter than usual. */
async function answerBytes(): Promise<void> {
  const server = await serve(place);
  const [host = "", port = ""] = server.address.split(":");
  const { promise, resolve } = Promise.withResolvers<number>();
  let bytes = 0;
  await Bun.connect({
    hostname: host,
    port: Number(port),
    socket: {
      open: (socket) =>
        void socket.write(
          `GET /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: ${server.address}\r\nConnection: close\r\n\r\n`,
        ),
      data(_socket, chunk) {
        bytes += chunk.length;
      },
      close: () => resolve(bytes),
    },
  });
  figure({ measure: "answer with its header section", who: "netlens", value: await promise, unit: "bytes" });
  await server.stop();
}

async function redisCalls(port: number): Promise<number> {
  const info = await $`redis-cli -p ${port} info commandstats`.quiet().text();
  const calls = (name: string) => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(info)?.[1] ?? 0);
  // Half of the SETs are in scripts, which take leases of lookups; the other half store reports.
  return calls("eval") + calls("set") / 2;
}

/** Redis CPU per lease in microseconds, measured here because leases are rare in a service. */
async function leaseMicros(port: number, pid: number): Promise<number> {
  const client = openRedis(`redis://127.0.0.1:${port}`);
  const wanted = { owed: 1, least: 1, parts: 3, smallest: 5, largest: 200 };
  const rate = { requests: 1000, window: 60_000 };
  const rounds = short ? 20 : 200;
  await client.lease("bench", wanted, rate);
  const before = await cpuSeconds(pid);
  for (let round = 0; round < rounds; round++)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => client.lease(`${round} ${index % 50}`, wanted, rate)),
    );
  const spent = (await cpuSeconds(pid)) - before;
  client.close();
  return (spent / (rounds * 100)) * 1e6;
}

async function shared(): Promise<void> {
  if (Bun.which("redis-server") === null) return absent("Redis", "redis-server is not installed");
  const port = freePort();
  const redis = Bun.spawn(["redis-server", "--port", String(port), "--bind", "127.0.0.1", "--save", ""], {
    cwd: place,
    stdio: ["ignore", "ignore", "ignore"],
  });
  const target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch() {
      await Bun.sleep(20);
      return new Response("here");
    },
  });
  await Bun.sleep(500);
  const flags = ["--shared", `redis://127.0.0.1:${port}`];
  try {
    await measure("netlens, 1 process, --shared", [...flags, "--rate-limit", "900000000/1m"], "cpu");
    // The limit is small, so that a client nearly reaches it: larger limits are leased in large parts and
    // need hardly any calls.
    const limits = ["--rate-limit", "1200/1m", "--trusted-proxies", "127.0.0.1"];
    const limiting = await serve(place, ...flags, ...limits);
    await load(limiting.address, 1, ["-s", callers]);
    const before = await redisCalls(port);
    const answered = await load(limiting.address, SECONDS, ["-s", callers]);
    const calls = (await redisCalls(port)) - before;
    figure({
      measure: "call of a limit",
      who: "Redis",
      value: await leaseMicros(port, redis.pid),
      unit: "µs of CPU",
    });
    figure({
      measure: "Redis calls of a request with --rate-limit",
      who: "netlens",
      value: Math.round((calls / answered) * 10_000) / 10_000,
      unit: "Redis calls",
    });
    await limiting.stop();
    const looking = await serve(place, ...flags, "--http-cache", "30s", "--http-allow", "127.0.0.1");
    const times: number[] = [];
    const look = async (index: number) => {
      const url = encodeURIComponent(`127.0.0.1:${target.port}/${index}`);
      const report = (await (await fetch(`http://${looking.address}/v1/http?url=${url}`)).json()) as {
        timeTotal: number;
      };
      times.push(report.timeTotal);
    };
    await look(-1);
    const start = await redisCalls(port);
    for (let index = 0; index < LOOKUPS; index += 8)
      await Promise.all(Array.from({ length: 8 }, (_, more) => look(index + more)));
    const made = times.length - 1;
    figureOf(times.slice(1), { measure: "lookup of a target 20 ms away", who: "netlens", unit: "ms" });
    figure({
      measure: "Redis calls of a lookup with --http-cache",
      who: "netlens",
      value: Math.round((((await redisCalls(port)) - start) / made) * 100) / 100,
      unit: "Redis calls",
    });
    await looking.stop();
  } finally {
    redis.kill();
    await redis.exited;
    await target.stop(true);
  }
}

try {
  if (!existsSync(binary)) absent("all of workers", "dist/netlens is missing: run `bun run build` first");
  else if (Bun.which("wrk") === null) absent("all of workers", "wrk is not installed");
  else {
    await processes();
    await answerBytes();
    await shared();
  }
} finally {
  rmSync(place, { recursive: true });
}
