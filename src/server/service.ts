/**
 * The service: databases, app, listeners, reload and stop. Takes settings and a log, returns a running
 * service. Never ends the process: its caller does.
 */

import { Elysia } from "elysia";
import { SERVED_SITE } from "../api/limits.ts";
import { exposition, type Family } from "../api/metrics-text.ts";
import { openLookupCache } from "../http/lookup-cache.ts";
import { openQueue } from "../http/queue.ts";
import { loadDecode, loadLookup } from "../http/routes.ts";
import { oldData, oldDataLogger, tableAges } from "../ip/data-ages.ts";
import { type Geo, openGeo, watchGeo } from "../ip/geo.ts";
import { PROMETHEUS_TEXT, type ProbeAccess } from "../jobs/probe/routes.ts";
import { loadMcp } from "../mcp/routes.ts";
import { needsRestart, optionNames } from "../settings/options.ts";
import { type Settings, type SettingsAt, settingOf, settingsFrom } from "../settings/settings.ts";
import { loadLookup as loadUserAgents } from "../useragent/routes.ts";
import { version } from "../version.ts";
import { loadAnswers } from "../web/routes.ts";
import type { AccessLog } from "./access-log.ts";
import { comesMore, drained } from "./drain.ts";
import { createService, type Services } from "./handlers.ts";
import { lazyAbuse, lazyHostnames, lazyNames, lazySignature, lazyVerify } from "./lazy.ts";
import type { Reason } from "./limits/connection-limit.ts";
import { createRateLimit, type Rate } from "./limits/rate-limit.ts";
import { type Listener, listen } from "./listen.ts";
import { debounce, type Log } from "./log.ts";
import { countedQueue, createMetrics } from "./metrics/metrics.ts";
import { serviceMetrics } from "./metrics/service-metrics.ts";
import { openAgentsFile, readTokens } from "./named-files.ts";
import { openProbe, probeResponse } from "./probe-access.ts";
import type { Ready } from "./routes/health.ts";
import { boundedReports } from "./shared/calls.ts";
import { sharedLimit } from "./shared/limit.ts";
import { sharedOf } from "./shared.ts";
import { telemetryOf } from "./telemetry.ts";
import { TokensError } from "./tokens.ts";
import {
  connectionLimits,
  geoSettings,
  httpSettings,
  keptResults,
  type LocalAddresses,
  lookupCacheBounds,
  lookupQueue,
  metricsListener,
  remember,
  resolverOf,
  stopTimes,
} from "./wiring.ts";

export interface Service {
  /** Address with the actual port. */
  readonly address: string;
  /** Resolves when the databases are prepared; rejects if workers keep exiting. */
  readonly prepared: Promise<void>;
  /** Reloads databases, and settings that need no restart. */
  readonly reload: (settings: Settings) => Promise<void>;
  /** Finishes requests within `--shutdown-timeout`. */
  readonly stop: () => Promise<void>;
  readonly metrics: () => Family[];
}

export interface RequestLog {
  readonly access: AccessLog;
  /** Lines dropped since the start. */
  readonly dropped: () => number;
}

/** Milliseconds of the monotonic clock. */
const now = () => performance.now();

function viaLog(log: Log): RequestLog {
  return {
    access: (level, { method, path, token, ...facts }) =>
      log(level, `${method} ${path}`, token === undefined ? facts : { ...facts, token }),
    dropped: () => 0,
  };
}

/**
 * Starts the service.
 * @throws DatabaseError for an invalid named database, TokensError for the file of tokens; the system's error
 * for an address in use
 */
export async function startService(
  first: Settings,
  log: Log,
  own: LocalAddresses,
  requests: RequestLog = viaLog(log),
  metricsPeriod?: number,
): Promise<Service> {
  let settings = first;
  const geo = await openGeo(geoSettings(settings), log);
  const agents = await openAgentsFile(settings, log);
  let tokens = readTokens(settings);
  let stopping = false;
  const ready = (): Ready => {
    const { ok, reason } = geo.ready();
    const ages = tableAges(geo.current(), Date.now());
    const reasons = [stopping ? "stopping" : undefined, reason, oldData(ages)];
    return {
      ok: ok && !stopping,
      reasons: reasons.filter((each) => each !== undefined),
      data: ages.map(({ name, built, days }) => ({ name, built, days })),
    };
  };
  const logOldData = oldDataLogger(geo.current, log, Date.now);
  const metrics = createMetrics();
  const telemetry = await telemetryOf(
    settings,
    log,
    settings.server.workers > 1 ? undefined : () => readings(),
    metricsPeriod,
  );
  const queue = countedQueue(lookupQueue(settings), metrics.lookup);
  const probe = await openProbe(settings, own, log, queue);
  const reports = await openReports(settings, log);
  const owner = crypto.randomUUID();
  const shared = sharedOf(settings, log, owner, () => !stopping);
  const limitOf = remember((rate: Rate) =>
    shared
      ? sharedLimit(shared.calls, shared.redis.lease, rate, shared.replicas, now)
      : createRateLimit(rate),
  );
  const bounds = lookupCacheBounds(settings);
  const cache =
    bounds &&
    openLookupCache({
      ...bounds,
      shared: shared && boundedReports(shared.calls, shared.redis.reports),
      owner,
      clock: now,
      sleep: Bun.sleep,
    });
  const kept = keptResults(settings, shared && boundedReports(shared.calls, shared.redis.reports), owner);
  const names = lazyNames(resolverOf(settings));
  const services: Services = {
    ...{ geo, own, queue, cache, kept, metrics, log, ready, limitOf },
    tokens: () => tokens,
    hostnames: lazyHostnames(names),
    abuseOf: lazyAbuse(() => httpSettings(settings, own)),
    tracer: telemetry?.tracer,
    verify: lazyVerify(names, agents.ranges),
    signature: lazySignature(() => httpSettings(settings, own)),
    probe,
    siteChecks: openQueue(SERVED_SITE.checks, 0, now, "site checks"),
    reports,
    access: requests.access,
    draining: () => stopping,
  };
  const refused = { total: 0, address: 0 };
  const logRefusals = debounce(
    () => log("warn", "connections refused", { ...refused }),
    (work) => setTimeout(work, REFUSALS_TOGETHER).unref(),
  );
  const { listen: at, maxRequestBody, workers } = settings.server;
  const api = await listen(at, (peerOf) => createService(() => settings, services, peerOf), {
    maxBody: maxRequestBody,
    shared: workers > 1,
    connections: {
      limits: connectionLimits(() => settings),
      refused: (reason: Reason) => {
        refused[reason]++;
        logRefusals();
      },
      base: () => settings.server.baseUrl,
    },
  });
  const readings = () => [
    ...serviceMetrics({
      ...{ metrics, queue, geo, refused },
      connections: api.connections,
      shared: shared && { ...shared.calls.state(), replicas: shared.replicas() },
      cache: cache?.state,
      reports,
      agentsBuilt: agents.built,
      linesDropped: requests.dropped,
      clock: Date.now,
    }),
    ...(telemetry?.families() ?? []),
  ];
  const metricsAt = metricsListener(settings);
  const listeners: Listener[] = [api];
  if (metricsAt)
    listeners.push(
      await listen(metricsAt, () => metricsApp(() => exposition(readings()), probe), { maxBody: 0 }),
    );
  const [address = "", metricsAddress] = listeners.map((listener) => listener.address);
  const url = urlOf(address);
  log("info", "listening", {
    ...(url !== undefined && { url }),
    address,
    version,
    ...(metricsAddress !== undefined && { metrics: metricsAddress }),
  });
  let unwatch = () => {};
  let aging: ReturnType<typeof setInterval> | undefined;
  const warming = setTimeout(() => {
    try {
      unwatch = watchGeo(geo);
      warmUp(geo, log, settings.api.mcp === "on");
      logOldData();
      aging = setInterval(logOldData, LOOK_AT_AGES).unref();
    } catch (error) {
      // Not fatal: the remaining parts are loaded at first use.
      log("warn", "warming up failed", { reason: error instanceof Error ? error.message : String(error) });
    }
  }, 0);
  return {
    address,
    prepared: geo.prepared,
    metrics: readings,
    async reload(next) {
      const changed = optionNames.filter(
        (name) => JSON.stringify(settingOf(next, name)) !== JSON.stringify(settingOf(settings, name)),
      );
      const late = changed.filter(needsRestart);
      if (late.length > 0) log("warn", "settings that need a restart", { names: late.join(",") });
      const before = settings;
      settings = settingsFrom((name) => settingOf(needsRestart(name) ? before : next, name));
      try {
        tokens = readTokens(settings);
      } catch (error) {
        if (!(error instanceof TokensError)) throw error;
        log("error", "invalid tokens file; the previous tokens stay", { reason: error.message });
      }
      await probe.reload(settings).catch((error: unknown) =>
        log("error", "invalid probe modules; the previous ones stay", {
          reason: error instanceof Error ? error.message : String(error),
        }),
      );
      await geo.reload();
      await agents.reload();
      const taken = changed.filter((name) => !needsRestart(name));
      log("info", "reloaded", { settings: taken.join(",") });
    },
    async stop() {
      stopping = true;
      clearTimeout(warming);
      clearInterval(aging);
      unwatch();
      const { drain, deadline } = stopTimes(settings);
      log("info", "stopping", { drainMs: drain, deadlineMs: deadline });
      await drained(metrics.lastRequest, drain, now, Bun.sleep);
      const busy = () => drain > 0 && comesMore(metrics.lastRequest(), now());
      // In order: the metrics listener is the last one.
      for (const listener of listeners) await listener.stop(deadline, busy() ? COMING : 0);
      geo.close();
      agents.close();
      reports?.close();
      shared?.redis.close();
      await telemetry?.stop();
      log("info", "stopped");
    },
  };
}

/** @throws Error if the file cannot be used */
export async function openReports({ reports: { file } }: SettingsAt<"reports.file">, log: Log) {
  if (file === "") return undefined;
  const { openReportStore } = await import("../jobs/reports/store.ts");
  const later = (work: () => void, ms: number) => void setTimeout(work, ms).unref();
  return openReportStore(file, Date.now, later, (reason) =>
    log("error", "reports cannot be written", { reason }),
  );
}

/** Milliseconds for a connected client to send its request. */
const COMING = 250;

/** Milliseconds between two log lines about refused connections. */
const REFUSALS_TOGETHER = 5000;

/** Milliseconds between checks of the data's age. */
const LOOK_AT_AGES = 6 * 3_600_000;

/** URL for terminals; undefined for a Unix socket. */
function urlOf(address: string): string | undefined {
  if (address.startsWith("unix:")) return undefined;
  return `http://${address.replace(/^(?:0\.0\.0\.0|\[::\])(?=:\d+$)/, "localhost")}/`;
}

/** Serves `/metrics` and `/probe`. */
export const metricsApp = (text: () => string | Promise<string>, probe: ProbeAccess) =>
  new Elysia({ name: "metrics", normalize: false, handler: { standardHostname: false } })
    .get("/metrics", async () => new Response(await text(), { headers: { "content-type": PROMETHEUS_TEXT } }))
    .get("/probe", ({ request }) => probeResponse(request, probe))
    .all("/*", () => new Response("metrics are at /metrics, probes at /probe?target=\n", { status: 404 }));

/** Logs the databases, and loads modules that the first requests need. */
function warmUp(geo: Geo, log: Log, hasMcp: boolean): void {
  const databases = geo.describe(Date.now());
  for (const { file, bundled, type, families, buildDate, load } of databases) {
    const built = buildDate?.slice(0, 10) ?? "unknown";
    const message = bundled ? "geo database built in" : "geo database";
    log("info", message, { file, type, families: families.join("+"), built, load });
  }
  const loads = [loadUserAgents, loadLookup, loadDecode, loadAnswers, ...(hasMcp ? [loadMcp] : [])];
  void (async () => {
    for (const load of loads) {
      await load();
      await Bun.sleep(0);
    }
  })();
}
