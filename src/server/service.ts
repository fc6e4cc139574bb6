/** The service as a whole: databases, application, listeners, and an orderly end. */

import type { Settings } from "../config.ts";
import { openQueue } from "../http/queue.ts";
import { loadDecode, loadLookup } from "../http/routes.ts";
import { attributionsOf, type Geo, openGeo } from "../ip/geo.ts";
import { watchGeo } from "../ip/reload.ts";
import { loadLookup as loadUserAgents } from "../useragent/routes.ts";
import { openAgents } from "../useragent/verify/agents-file.ts";
import { NAMES, openNames } from "../useragent/verify/names-dns.ts";
import { verifyBot } from "../useragent/verify/verify.ts";
import { version } from "../version.ts";
import { loadAnswers } from "../web/routes.ts";
import type { AccessLog } from "./access-log.ts";
import { createApp } from "./app.ts";
import { type Caller, clientAddress } from "./client-address.ts";
import type { Reason } from "./connection-limit.ts";
import type { Ready } from "./health.ts";
import { type Handler, type Listener, listen, type PeerOf } from "./listen.ts";
import { isLogged, type Log } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { createPipeline } from "./pipeline.ts";
import { clientForLog, connectionLimits, geoSettings, httpSettings, resolverOf } from "./wiring.ts";

export interface Service {
  /** Where it listens, with the port that was taken. */
  readonly address: string;
  /** Rejects with a DatabaseError when a database in use at the start turns out to be no good. */
  readonly verified: Promise<void>;
  /** Reads the databases again. */
  readonly reload: () => void;
  /** Finishes what runs, within the shutdown time-out. */
  readonly stop: () => Promise<void>;
}

/** Where the lines of requests go. */
export interface RequestLog {
  readonly access: AccessLog;
  /** Log lines dropped since the start. */
  readonly dropped: () => number;
}

function viaLog(log: Log): RequestLog {
  return {
    access: (level, { method, path, ...facts }) => log(level, `${method} ${path}`, facts),
    dropped: () => 0,
  };
}

/**
 * Starts the service.
 * @throws DatabaseError for a named database that is no good; the system's error when the address is taken
 */
export async function startService(
  settings: Settings,
  log: Log,
  own: readonly string[],
  requests: RequestLog = viaLog(log),
): Promise<Service> {
  const geo = await openGeo(geoSettings(settings), log);
  const agents = openAgents(settings.agents, log);
  const names = openNames({ ...NAMES, ...resolverOf(settings), clock: Date.now });
  let stopping = false;
  const ready = (): Ready => {
    const { ok, reason } = geo.ready();
    const reasons = [...(stopping ? ["stopping"] : []), ...(reason === undefined ? [] : [reason])];
    return { ok: ok && !stopping, reasons };
  };
  const http = httpSettings(settings, own);
  const queue = openQueue(http.maxLookups, http.maxQueue);
  const proxies = settings["trusted-proxies"];
  const field = settings["client-address-header"];
  // Where no proxy is trusted nobody's word counts, and looking for it would cost more than the rest.
  const trusting = proxies.unix || proxies.networks.length > 0;
  const metrics = createMetrics();
  const maxBody = settings["max-request-body"];
  const handlers = (peerOf: PeerOf) => {
    const caller = (request: Request) =>
      clientAddress(peerOf(request), field, trusting ? request.headers.get(field) : null, proxies);
    const app = createApp({
      version,
      ip: {
        geo: geo.current,
        caller: (request) => known(caller(request)),
        attributions: () => attributionsOf(geo.describe(0)),
      },
      http: { settings: http, queue },
      verify: (bot, ip) => verifyBot(bot, ip, agents.ranges(), names),
      ready,
      onBug: (error) =>
        log("error", "bug", {
          stack: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    });
    return createPipeline({
      settings: {
        cors: settings.cors,
        rate: settings["rate-limit"],
        maxBody,
        logs: {
          requests: isLogged("info", settings["log-level"]),
          probes: isLogged("debug", settings["log-level"]),
        },
        logPaths: settings["log-paths"] === "full",
      },
      app,
      caller,
      loggedClient: clientForLog(settings),
      access: requests.access,
      draining: () => stopping,
      metrics,
      clock: Date.now,
    });
  };
  const refusals = { total: 0, address: 0 };
  const tell = seldom(() => log("warn", "connections refused", { ...refusals }), REFUSALS_TOGETHER);
  const refused = (reason: Reason) => {
    refusals[reason]++;
    tell();
  };
  const listeners: Listener[] = [
    await listen(settings.listen, handlers, {
      maxBody,
      connections: { limits: connectionLimits(settings), refused },
    }),
  ];
  const gauges = () =>
    ({
      connections: ["Connections held.", listeners[0]?.connections() ?? 0],
      connections_refused: ["Connections beyond the limits.", refusals.total + refusals.address],
      http_lookups_running: ["HTTP lookups in flight.", queue.running],
      http_lookups_waiting: ["HTTP lookups waiting for their turn.", queue.waiting],
      geo_ready: ["1 when a geo database is loaded.", geo.ready().ok ? 1 : 0],
      geo_reloads: ["Reloads of geo databases since the start.", geo.counts().reloads],
      geo_reload_failures: ["Reloads refused since the start.", geo.counts().failures],
      log_lines_dropped: ["Log lines dropped because nobody took them.", requests.dropped()],
      geo_changed_in_place: [
        "Files dropped because they were written to while in use.",
        geo.counts().changed,
      ],
      resident_memory_bytes: ["Resident memory.", process.memoryUsage.rss()],
    }) as const;
  const metricsAt = settings["metrics-listen"];
  if (metricsAt)
    listeners.push(
      await listen(metricsAt, () => ({ fetch: metricsHandler(() => metrics.text(gauges())) }), {
        maxBody: 0,
      }),
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
  const warming = setTimeout(() => {
    try {
      unwatch = watchGeo(geo);
      warmUp(geo, log);
    } catch (error) {
      // What it would have got ready is got when it is asked for.
      log("warn", "warming up failed", { reason: error instanceof Error ? error.message : String(error) });
    }
  }, WARM_UP_AFTER);
  return {
    address,
    verified: geo.verified,
    reload() {
      void geo.reload();
      agents.reload();
    },
    async stop() {
      stopping = true;
      clearTimeout(warming);
      unwatch();
      log("info", "stopping", { drainMs: settings.drain, deadlineMs: settings["shutdown-timeout"] });
      const drained = performance.now() + settings.drain;
      const busy = () => performance.now() - metrics.lastRequest() < QUIET;
      while (busy() && performance.now() < drained) await Bun.sleep(20);
      // The metrics go last.
      for (const listener of listeners)
        await listener.stop(settings["shutdown-timeout"], settings.drain > 0 && busy() ? COMING : 0);
      geo.close();
      agents.close();
      log("info", "stopped");
    },
  };
}

/** Milliseconds without a request after which nothing more is expected of a service that is about to stop. */
const QUIET = 500;

/** Milliseconds in which a client that has connected sends what it wants. */
const COMING = 250;

/** Milliseconds in which refused connections are told of in one line. */
const REFUSALS_TOGETHER = 5000;

/** Calls `work` a moment after it is asked to, once for all that ask meanwhile. */
function seldom(work: () => void, ms: number): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    const timer = setTimeout(() => {
      waiting = false;
      work();
    }, ms);
    timer.unref();
  };
}

/** Milliseconds in which requests that waited for the start are answered first. */
const WARM_UP_AFTER = 100;

/** Says what is in use and loads what the first requests of each kind would otherwise wait for. */
function warmUp(geo: Geo, log: Log): void {
  const databases = geo.describe(Date.now());
  for (const { file, bundled, type, families, buildDate, load } of databases) {
    const built = buildDate?.slice(0, 10) ?? "unknown";
    const message = bundled ? "geo database that comes with netlens" : "geo database";
    log("info", message, { file, type, families: families.join("+"), built, load });
  }
  const old = databases.filter((database) => database.old && !database.bundled);
  if (old.length > 0)
    log("warn", "geo databases are older than 60 days: `netlens geo update` fetches a newer one", {
      files: old.map(({ file }) => file).join(","),
    });
  for (const load of [loadUserAgents, loadLookup, loadDecode, loadAnswers]) void load();
}

/** What a terminal makes a link of; undefined for a Unix socket. */
function urlOf(address: string): string | undefined {
  if (address.startsWith("unix:")) return undefined;
  return `http://${address.replace(/^(?:0\.0\.0\.0|\[::\])(?=:\d+$)/, "localhost")}/`;
}

function known(caller: Caller): Caller | undefined {
  return caller.ip === "" ? undefined : caller;
}

function metricsHandler(text: () => string): Handler {
  return (request) =>
    new URL(request.url).pathname === "/metrics"
      ? new Response(text(), { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } })
      : new Response("metrics are at /metrics\n", { status: 404 });
}
