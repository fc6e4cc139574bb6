import { compileReadily } from "../../platform/jit.ts";
import { createAccessLog } from "../../server/access-log.ts";
import { POLL } from "../../server/drain.ts";
import { createLog, createTimes, logLine } from "../../server/log.ts";
import { createLogRing, type LogRing } from "../../server/log-ring.ts";
import { type Listen, listenText } from "../../settings/forms.ts";
import type { SettingsAt } from "../../settings/settings.ts";
import { type Command, EXIT, type Io } from "../command.ts";
import { ownAddresses } from "../serve/machine.ts";
import { openNotifier } from "../serve/notify.ts";
import { serveSupervisor, WORKER } from "../serve/supervised.ts";
import { updateDaily } from "../serve/updates.ts";

export const serve: Command = {
  name: "serve",
  usage: "",
  summary: "Run the service: web API and pages",
  flags: {},
  notes: [
    "On SIGTERM or SIGINT, stops once requests in flight have finished, or after --shutdown-timeout. On SIGHUP, reads the databases and the settings file again.",
  ],
  examples: [
    "netlens serve --listen :8080 --geo-city /var/lib/netlens/dbip-city-lite.mmdb",
    "netlens serve --listen :8080 --workers 4 --metrics-listen 127.0.0.1:8081",
    "netlens serve --listen unix:/run/netlens/netlens.sock",
  ],
  async run({ config, reread, io }) {
    let { settings } = config;
    const { signal } = io;
    const { startService } = await import("../../server/service.ts");
    const { lines, written } = openLines(settings, io);
    const log = createLog({ ...written, level: () => settings.log.level });
    const requests = { access: createAccessLog(written), dropped: () => lines.dropped };
    const notifier = openNotifier(io.environment);
    // The listener is added first, because a signal without one ends the process.
    const started = Promise.withResolvers<() => Promise<void>>();
    process.on("SIGHUP", async () => (await started.promise)());
    try {
      const { browser } = settings.http;
      if (browser !== "off") (await import("../../jobs/page/audit-url.ts")).findBrowser(browser);
      const isWorker = io.environment[WORKER] !== undefined;
      const watchesOver = settings.server.workers > 1 && !isWorker;
      const service = watchesOver
        ? await (await import("../serve/workers.ts")).startWorkers(settings, log, process.argv.slice(2))
        : await startService(settings, log, ownAddresses, requests);
      const supervisor = isWorker ? serveSupervisor(service) : undefined;
      const stopUpdates = isWorker ? () => {} : updateDaily(settings, log);
      const status = () => notifier.ready(`serving requests at ${service.address}`);
      started.resolve(async () => {
        notifier.reloading();
        try {
          ({ settings } = await reread());
          await service.reload(settings);
        } catch (error) {
          log("error", "settings not reloaded", { reason: messageOf(error) });
        }
        status();
        supervisor?.reloaded();
      });
      status();
      if (notifier.watchdog !== undefined) setInterval(notifier.alive, notifier.watchdog / 3);
      const broken = service.prepared.then(
        () => {
          compileReadily();
          return new Promise<never>(() => {});
        },
        () => true,
      );
      const failed = await Promise.race([aborted(signal), broken]);
      notifier.stopping();
      stopUpdates();
      await service.stop();
      return failed ? EXIT.failed : EXIT.done;
    } catch (error) {
      log("error", "cannot start", { reason: reasonOf(error, settings.server.listen) });
      return EXIT.failed;
    } finally {
      await last(lines);
    }
  },
};

/** Creates the log's buffer and its writer. */
export function openLines({ log: { format } }: SettingsAt<"log.format">, { errTake, clock }: Io) {
  const timeOf = createTimes();
  const lines = createLogRing({
    take: errTake,
    later: setTimeout,
    lost: (count) => logLine(format, timeOf(clock()), "warn", "log lines dropped", { count }),
  });
  return { lines, written: { format, write: lines.write, clock } };
}

/** Reason why the service cannot start, with the invalid setting. @internal for tests: they check system errors alone */
export function reasonOf(error: unknown, at: Listen): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `--listen ${listenText(at)}: another process uses the port; choose another port, or 0 for any free one`;
  if (code === "EACCES")
    return `--listen ${listenText(at)}: this account may not listen there; ports below 1024 need CAP_NET_BIND_SERVICE`;
  return messageOf(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Milliseconds to wait for the reader of the log at exit. */
const PATIENCE = 500;

/** Writes the remaining lines while the reader reads them in time. */
async function last(lines: LogRing): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  lines.flush();
  while (lines.waiting > 0 && performance.now() < deadline) {
    await Bun.sleep(POLL);
    lines.flush();
  }
}

function aborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    else signal.addEventListener("abort", () => resolve(false), { once: true });
  });
}
