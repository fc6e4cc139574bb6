/**
 * Runs wrk, on separate processors if there are several, and measures CPU and log of the processes that
 * respond.
 */

import { cpus } from "node:os";
import { $ } from "bun";
import type { Line } from "./capacity-table.ts";
import { cpuSeconds } from "./service-process.ts";

/** The service gets the first half of the processors; clients and proxies get the rest. */
const half = Math.floor(cpus().length / 2);
const OWN = half === 0 ? undefined : `0-${half - 1}`;
const OTHERS = half === 0 ? undefined : `${half}-${cpus().length - 1}`;

/** Note about pinning, printed with each table. */
export const pinned =
  OWN === undefined
    ? "service and load on one processor"
    : `service on processors ${OWN}, load and what stands in front on ${OTHERS}`;

/** Pins a process with its threads and children. */
export async function pin(pid: number, where: "service" | "front"): Promise<void> {
  const list = where === "service" ? OWN : OTHERS;
  if (list === undefined || Bun.which("taskset") === null) return;
  const children = (await $`pgrep -P ${pid}`.nothrow().quiet().text()).split("\n").filter(Boolean);
  for (const each of [String(pid), ...children]) await $`taskset -a -c -p ${list} ${each}`.nothrow().quiet();
}

export interface Loaded {
  readonly name: string;
  readonly url: string;
  readonly seconds: number;
  /** Opens a connection for each request. */
  readonly close?: boolean;
  /** Processes whose CPU is counted, with their children. */
  readonly service: readonly number[];
  readonly front?: number;
  /** Bytes of log so far. */
  readonly logged: () => number;
}

const MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

/** Puts load on a URL and measures the cost of a request. @throws Error if a response is not a success */
export async function loaded({ name, url, seconds, close, service, front, logged }: Loaded): Promise<Line> {
  const where = OTHERS === undefined ? [] : ["taskset", "-c", OTHERS];
  const fields = close ? ["-H", "Connection: close"] : [];
  const run = (time: number) => $`${where} wrk -t1 -c32 -d${time}s --latency ${fields} ${url}`.quiet().text();
  await run(1);
  const spent = async () => {
    const each = await Promise.all(service.map(cpuSeconds));
    return {
      service: each.reduce((a, b) => a + b, 0),
      front: front && (await cpuSeconds(front)),
      log: logged(),
    };
  };
  const before = await spent();
  const reported = await run(seconds);
  // The last log lines are written after the responses.
  await Bun.sleep(200);
  const after = await spent();
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(reported)?.[1];
  if (bad !== undefined) throw new Error(`${name}: ${bad} requests failed`);
  const answered = Number(/(\d+) requests in/.exec(reported)?.[1]);
  const [, p99 = "", unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(reported) ?? [];
  const micros = (seconds: number) => (seconds / answered) * 1e6;
  return {
    name,
    rate: answered / seconds,
    p99: Number(p99) * (MS[unit] ?? Number.NaN),
    service: micros(after.service - before.service),
    ...(after.front !== undefined &&
      before.front !== undefined && { front: micros(after.front - before.front) }),
    log: (after.log - before.log) / answered,
  };
}
