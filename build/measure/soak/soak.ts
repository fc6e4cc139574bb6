/** A service under load and faults, in its own process. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeLarge } from "../../../test/ip/large-database.ts";
import { freePort } from "../../slow/proxy-servers.ts";
import { dawdle, replaceDatabases, type Surroundings, targets, troubleRedis } from "./faults.ts";
import { mixOf, pick, send } from "./load.ts";

export interface Soaked {
  /** Unexpected answers. */
  readonly unexpected: readonly string[];
  readonly answered: number;
  /** MB per minute, by least squares without the first fifth, during which caches fill. */
  readonly slope: number;
  /** MB at the end; `private` is memory that no other process shares. */
  readonly memory: number;
  readonly private: number;
}

const WIDTH = 32;
const SHARE = 0.8;
/** Expected error in the log, since some of the databases are invalid. */
const EXPECTED = /"geo reload refused"/;

/** @param report called with a line per minute, and the summary at the end */
export async function soak(seconds: number, report: (line: string) => void): Promise<Soaked> {
  const place = mkdtempSync(join(tmpdir(), "netlens-soak-"));
  const port = freePort();
  const target = targets();
  const aim = `127.0.0.1:${await target.port}`;
  writeLarge(join(place, "city.mmdb"), "a", 12);
  const unexpected: string[] = [];
  const server = await serve(place, port);
  void (async () => {
    for await (const chunk of server.child.stderr)
      for (const line of new TextDecoder().decode(chunk).split("\n"))
        if (line !== "" && !EXPECTED.test(line)) unexpected.push(`the log: ${line.slice(0, 500)}`);
  })();
  const origin = `http://${server.address}`;
  const times: { at: number; ms: number }[] = [];
  const memory: { at: number; mb: number }[] = [];
  let going = true;
  let number = 0;
  const one = async (): Promise<void> => {
    const began = performance.now();
    const wrong = await send(origin, pick(mixOf(number++, aim), Math.random()));
    if (wrong !== undefined) unexpected.push(wrong);
    times.push({ at: began, ms: performance.now() - began });
  };

  // Measures the maximum speed. Only the second half counts, since the first loads and compiles code.
  const half = Math.min(5000, seconds * 100);
  const middle = performance.now() + half;
  await many(WIDTH, async () => {
    while (performance.now() < middle + half) await one();
  });
  const began = performance.now();
  const capacity = (1000 * times.filter(({ at }) => at >= middle).length) / (began - middle);
  const pause = (1000 * WIDTH) / (capacity * SHARE);
  report(
    `capacity ${capacity.toFixed(0)} requests a second of the mix; ${(capacity * SHARE).toFixed(0)} from now on`,
  );
  times.length = 0;

  const around: Surroundings = {
    ...{ place, address: server.address, going: () => going },
    signal: (name) => void server.child.kill(name),
    redis: () => redis(place, port),
  };
  const faults = [replaceDatabases(around), troubleRedis(around), dawdle(around), dawdle(around)];
  const load = many(WIDTH, async () => {
    let due = performance.now() + Math.random() * pause;
    while (going) {
      await Bun.sleep(Math.max(0, due - performance.now()));
      await one();
      // A client that is late does not catch up with a burst.
      due = Math.max(due + pause, performance.now() - pause);
    }
  });
  let minute = began;
  for (let at = began; at < began + seconds * 1000; at = performance.now()) {
    await Bun.sleep(Math.min(1000, seconds * 20));
    memory.push({ at: (performance.now() - began) / 60_000, mb: residentOf(server.child.pid) });
    if (performance.now() - minute < 60_000) continue;
    report(
      lineOf(
        times.filter((each) => each.at >= minute),
        memory.at(-1)?.mb ?? 0,
        unexpected.length,
      ),
    );
    minute = performance.now();
  }
  going = false;
  await Promise.all([load, ...faults]);
  const slope = slopeOf(afterWarmUp(memory));
  const mb = memory.at(-1)?.mb ?? 0;
  const own = privateOf(server.child.pid);
  report(lineOf(times, mb, unexpected.length));
  const [first] = afterWarmUp(memory);
  report(
    `memory after the first fifth: from ${first?.mb.toFixed(0)} to ${mb.toFixed(0)} MB (${own.toFixed(0)} private), ${slope.toFixed(2)} MB a minute`,
  );
  for (const wrong of unexpected.slice(0, 20)) report(`not meant: ${wrong}`);
  server.child.kill("SIGTERM");
  const code = await server.child.exited;
  if (code !== 0) unexpected.push(`the service ended with ${code}`);
  target.stop();
  rmSync(place, { recursive: true });
  return { unexpected, answered: times.length, slope, memory: mb, private: own };
}

async function many(width: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: width }, work));
}

function lineOf(times: readonly { readonly ms: number }[], mb: number, wrong: number): string {
  const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `${times.length} answered, ${wrong} not meant, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${mb.toFixed(0)} MB`;
}

/**
 * Samples after the first fifth of a soak.
 * @internal for tests: where the fifth ends
 */
export function afterWarmUp<T>(samples: readonly T[]): T[] {
  return samples.slice(Math.ceil(samples.length / 5));
}

/** Slope of the regression line: MB per unit of `at`. */
export function slopeOf(samples: readonly { readonly at: number; readonly mb: number }[]): number {
  const mean = (of: (sample: { at: number; mb: number }) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [at, mb] = [mean((each) => each.at), mean((each) => each.mb)];
  return mean((each) => (each.at - at) * (each.mb - mb)) / mean((each) => (each.at - at) ** 2);
}

function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Private memory of a process in MB. */
function privateOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].map(([, kb]) => Number(kb));
  return kilobytes.reduce((sum, kb) => sum + kb, 0) / 1024;
}

async function redis(place: string, port: number): Promise<Bun.Subprocess> {
  const given = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", place];
  return Bun.spawn(["redis-server", ...given], { stdio: ["ignore", "ignore", "ignore"] });
}

async function serve(
  place: string,
  port: number,
): Promise<{ child: Bun.Subprocess<"ignore", "ignore", "pipe">; address: string }> {
  const own = freePort();
  const flags = {
    listen: `127.0.0.1:${own}`,
    drain: "off",
    "log-format": "json",
    "log-level": "error",
    "geo-city": join(place, "city.mmdb"),
    "http-allow": "127.0.0.1",
    "http-cache": "1s",
    "http-head-timeout": "1s",
    probe: "on",
    "rate-limit": "900000000/1m",
    shared: `redis://127.0.0.1:${port}`,
  };
  const root = new URL("../../..", import.meta.url).pathname;
  const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const child = Bun.spawn([process.execPath, "src/main.ts", "serve", ...given], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  for (let tries = 0; tries < 400; tries++) {
    const up = await fetch(`http://127.0.0.1:${own}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return { child, address: `127.0.0.1:${own}` };
    await Bun.sleep(25);
  }
  child.kill("SIGKILL");
  throw new Error("the service does not start");
}
