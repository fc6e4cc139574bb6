/** IO: several processes that share one port, watched over, started anew when they end, and counted together. */

import { availableParallelism } from "node:os";
import { Elysia } from "elysia";
import { exposition, type Family, single, sumOf } from "../../api/metrics-text.ts";
import { listen } from "../../server/listen.ts";
import type { Log } from "../../server/log.ts";
import { telemetryOf } from "../../server/otlp/telemetry.ts";
import { openProbe } from "../../server/probe-access.ts";
import { metricsApp, type Service } from "../../server/service.ts";
import { stopTimes } from "../../server/wiring.ts";
import { type Listen, listenText } from "../../settings/forms.ts";
import type { Settings, SettingsAt } from "../../settings/settings.ts";
import { ownAddresses } from "./machine.ts";
import { restartAfter } from "./restarts.ts";
import { type FromWorker, type ToWorker, WORKER } from "./supervised.ts";

interface Worker {
  readonly child: Bun.Subprocess;
  readonly started: number;
  /** When it last said something. */
  heard: number;
  families: readonly Family[];
  ready: boolean;
  /** Resolves a wait for what it says next of a kind. */
  readonly waits: Map<FromWorker["kind"], (message: FromWorker) => void>;
}

/** Milliseconds that a worker has to answer, and to read its settings again. */
const ANSWER = 1000;
const RELOAD = 10_000;
/** Milliseconds between questions, and of silence after which a worker is taken for dead. */
const ASK = 5000;
const SILENCE = 30_000;

/** Settings that the process above the workers reads itself. */
export type WorkersSettings = SettingsAt<"server.listen" | "server.metricsListen" | "server.workers"> &
  Parameters<typeof telemetryOf>[0] &
  Parameters<typeof openProbe>[0] &
  Parameters<typeof stopTimes>[0];

/**
 * Starts `--workers` processes of this program with the same arguments.
 * @param args the arguments of this process
 * @throws Error when the first of them does not start; it has said why
 */
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
  /** The counts of workers that have exited: counters never decrease. */
  let past: Family[] = [];

  /** `failures` ends in a row came before; undefined at the very first start, when an end is the end of all. */
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
    const all = await Promise.all([...workers.values()].map((worker) => askMetrics(worker)));
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
  const probe = await openProbe(first, ownAddresses());
  const metrics =
    metricsListen &&
    (await listen(metricsListen, () => metricsApp(async () => exposition(await families()), probe), {
      maxBody: 0,
    }));
  log("info", "workers run", { workers: count, address, ...(metrics && { metrics: metrics.address }) });
  const watching = setInterval(() => {
    for (const worker of workers.values()) {
      if (worker.ready && performance.now() - worker.heard > SILENCE) worker.child.kill("SIGKILL");
      else void askMetrics(worker);
    }
  }, ASK);
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
  // The program itself where it is compiled, and the platform with the program where it is not.
  const compiled = /^(?:\/\$bunfs\/|B:[/\\]~BUN)/.test(Bun.main);
  const program = compiled ? [process.execPath] : [process.execPath, Bun.main];
  const { NOTIFY_SOCKET: _, WATCHDOG_USEC: __, ...environment } = process.env;
  const worker: Worker = {
    child: Bun.spawn([...program, ...args], {
      env: { ...environment, [WORKER]: String(index) },
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "json",
      ipc(message: FromWorker) {
        worker.heard = performance.now();
        if (message.kind === "metrics") worker.families = message.families;
        worker.waits.get(message.kind)?.(message);
        worker.waits.delete(message.kind);
      },
    }),
    started: performance.now(),
    heard: performance.now(),
    families: [],
    ready: false,
    waits: new Map(),
  };
  return worker;
}

/** The next message of a kind from a worker; all that wait for the same one get the same. */
function next(worker: Worker, kind: FromWorker["kind"]): Promise<FromWorker> {
  const { promise, resolve } = Promise.withResolvers<FromWorker>();
  const before = worker.waits.get(kind);
  worker.waits.set(kind, (message) => {
    before?.(message);
    resolve(message);
  });
  return promise;
}

/** The counts of a worker; its last ones where it does not answer. */
async function askMetrics(worker: Worker): Promise<readonly Family[]> {
  const answer = next(worker, "metrics");
  try {
    worker.child.send({ kind: "metrics" } satisfies ToWorker);
  } catch {
    // It has just ended.
    return worker.families;
  }
  await Promise.race([answer, Bun.sleep(ANSWER)]);
  return worker.families;
}

/** The port to share: a taken one is refused, for sharing would hide it, and 0 is settled once for all. */
async function freeAddress(wanted: Listen): Promise<string> {
  const probe = await listen(wanted, () => new Elysia().all("/*", notYet), { maxBody: 0 });
  const { address } = probe;
  await probe.stop(ANSWER);
  return address || listenText(wanted);
}

/** The answer in the moment before the first worker runs, such as to a proxy that asks whether this one is ready. */
function notYet(): Response {
  return new Response(null, {
    status: 503,
    headers: { "cache-control": "no-store", connection: "close", "retry-after": "1" },
  });
}
