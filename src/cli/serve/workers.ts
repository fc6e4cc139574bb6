/** IO: supervisor of several processes that share one port: restarts them and sums their metrics. */

import { availableParallelism } from "node:os";
import { Elysia } from "elysia";
import { exposition, type Family, single, sumOf } from "../../api/metrics-text.ts";
import { listen } from "../../server/listen.ts";
import type { Log } from "../../server/log.ts";
import { openProbe } from "../../server/probe-access.ts";
import { metricsApp, type Service } from "../../server/service.ts";
import { telemetryOf } from "../../server/telemetry.ts";
import { stopTimes } from "../../server/wiring.ts";
import { type Listen, listenText } from "../../settings/forms.ts";
import type { Settings, SettingsAt } from "../../settings/settings.ts";
import { ownAddresses } from "./machine.ts";
import { restartAfter } from "./restarts.ts";
import { type FromWorker, program, type ToWorker, WORKER } from "./supervised.ts";

interface Worker {
  readonly child: Bun.Subprocess;
  readonly started: number;
  /** Time of its last message. */
  lastMessage: number;
  families: readonly Family[];
  ready: boolean;
  /** Handlers of the next message, by kind. */
  readonly waits: Map<FromWorker["kind"], (message: FromWorker) => void>;
}

/** Timeouts of a worker's answer and of its reload, in milliseconds. */
const ANSWER = 1000;
const RELOAD = 10_000;
/** Interval of requests to workers, and time without a message until one is killed, in milliseconds. */
const INTERVAL = 5000;
const SILENCE = 30_000;

/** Settings that the supervisor reads. */
export type WorkersSettings = SettingsAt<"server.listen" | "server.metricsListen" | "server.workers"> &
  Parameters<typeof telemetryOf>[0] &
  Parameters<typeof openProbe>[0] &
  Parameters<typeof stopTimes>[0];

/** Starts `--workers` processes with the same arguments. @throws Error if the first does not start; it logs the reason */
export async function startWorkers(
  first: WorkersSettings,
  log: Log,
  args: readonly string[],
): Promise<Service> {
  const { listen: wanted, metricsListen, workers: count } = first.server;
  let times = stopTimes(first);
  if (wanted.kind === "unix") throw new Error("--workers needs a port in --listen, not a Unix socket");
  const processors = availableParallelism();
  if (count > processors) log("warn", "more workers than processors", { workers: count, processors });
  const telemetry = await telemetryOf(first, log, () => families());
  const workers = new Map<number, Worker>();
  const { promise: prepared, reject: giveUp } = Promise.withResolvers<void>();
  let address = await freeAddress(wanted);
  let stopping = false;
  let restarts = 0;
  /** Counters of exited workers, so that totals never decrease. */
  let past: Family[] = [];

  /** @param failures earlier failures in a row; undefined at the first start, where a failure is fatal */
  async function start(index: number, failures?: number): Promise<void> {
    const worker = spawn(index, [...args, "--listen", address]);
    workers.set(index, worker);
    void worker.child.exited.then(async (code) => {
      workers.delete(index);
      past = sumOf([past, worker.families.filter(({ type }) => type !== "gauge")]);
      if (stopping || (failures === undefined && !worker.ready)) return;
      const next = restartAfter(failures ?? 0, performance.now() - worker.started);
      log("warn", "worker ended", { worker: index, code, signal: worker.child.signalCode ?? "" });
      if (next.isHopeless && ![...workers.values()].some(({ ready }) => ready))
        return giveUp(new Error(`worker ${index} ended ${next.failures} times in a row`));
      await Bun.sleep(next.wait);
      restarts++;
      if (!stopping) await start(index, next.failures).catch(() => {});
    });
    const ready = await Promise.race([next(worker, "ready"), worker.child.exited]);
    if (typeof ready === "number") throw new Error(`worker ${index} did not start`);
    worker.ready = true;
    if (ready.kind === "ready") address = ready.address;
  }

  const families = async (): Promise<Family[]> => {
    const all = await Promise.all([...workers.values()].map((worker) => metricsFrom(worker)));
    return [
      ...sumOf([past, ...all, telemetry?.families() ?? []]),
      single("gauge", "netlens_workers", "Running worker processes.", workers.size),
      single("counter", "netlens_worker_restarts_total", "Worker processes restarted.", restarts),
    ];
  };
  try {
    await start(0);
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => start(index + 1)));
  } catch (error) {
    stopping = true;
    for (const { child } of workers.values()) child.kill("SIGKILL");
    throw error;
  }
  const probe = await openProbe(first, ownAddresses(), log);
  const metrics =
    metricsListen &&
    (await listen(metricsListen, () => metricsApp(async () => exposition(await families()), probe), {
      maxBody: 0,
    }));
  log("info", "workers run", { workers: count, address, ...(metrics && { metrics: metrics.address }) });
  const watching = setInterval(() => {
    for (const worker of workers.values()) {
      if (worker.ready && performance.now() - worker.lastMessage > SILENCE) worker.child.kill("SIGKILL");
      else void metricsFrom(worker);
    }
  }, INTERVAL);
  watching.unref();

  return {
    address,
    prepared,
    metrics: () => sumOf([past, ...[...workers.values()].map((worker) => worker.families)]),
    async reload(settings: Settings) {
      times = stopTimes(settings);
      await probe.reload(settings);
      const all = [...workers.values()];
      for (const { child } of all) child.kill("SIGHUP");
      await Promise.all(all.map((worker) => Promise.race([next(worker, "reloaded"), Bun.sleep(RELOAD)])));
    },
    async stop() {
      stopping = true;
      clearInterval(watching);
      await telemetry?.stop();
      const all = [...workers.values()];
      for (const { child } of all) child.kill("SIGTERM");
      const patience = times.drain + times.deadline + 2 * ANSWER;
      const ended = Promise.all(all.map(({ child }) => child.exited));
      await Promise.race([ended, Bun.sleep(patience)]);
      for (const { child } of workers.values()) child.kill("SIGKILL");
      await ended;
      if (metrics) await metrics.stop(ANSWER);
    },
  };
}

function spawn(index: number, args: readonly string[]): Worker {
  const { NOTIFY_SOCKET: _, WATCHDOG_USEC: __, ...environment } = process.env;
  const worker: Worker = {
    child: Bun.spawn([...program(), ...args], {
      env: { ...environment, [WORKER]: String(index) },
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "json",
      ipc(message: FromWorker) {
        worker.lastMessage = performance.now();
        if (message.kind === "metrics") worker.families = message.families;
        worker.waits.get(message.kind)?.(message);
        worker.waits.delete(message.kind);
      },
    }),
    started: performance.now(),
    lastMessage: performance.now(),
    families: [],
    ready: false,
    waits: new Map(),
  };
  return worker;
}

/** Next message of a kind; all waiting callers receive it. */
function next(worker: Worker, kind: FromWorker["kind"]): Promise<FromWorker> {
  const { promise, resolve } = Promise.withResolvers<FromWorker>();
  const before = worker.waits.get(kind);
  worker.waits.set(kind, (message) => {
    before?.(message);
    resolve(message);
  });
  return promise;
}

/** Requests a worker's metrics; returns the last ones if it does not answer. */
async function metricsFrom(worker: Worker): Promise<readonly Family[]> {
  const answer = next(worker, "metrics");
  try {
    worker.child.send({ kind: "metrics" } satisfies ToWorker);
  } catch {
    // The worker has just exited.
    return worker.families;
  }
  await Promise.race([answer, Bun.sleep(ANSWER)]);
  return worker.families;
}

/** Address that the workers share: port 0 is resolved, and a taken port fails, which sharing would hide. */
async function freeAddress(wanted: Listen): Promise<string> {
  const probe = await listen(wanted, () => new Elysia().all("/*", notYet), { maxBody: 0 });
  const { address } = probe;
  await probe.stop(ANSWER);
  return address || listenText(wanted);
}

/** Answers requests until the first worker runs. */
function notYet(): Response {
  return new Response(null, {
    status: 503,
    headers: { "cache-control": "no-store", connection: "close", "retry-after": "1" },
  });
}
