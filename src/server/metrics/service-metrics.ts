/** Metrics of the service, including those of requests. */

import { type Family, single } from "../../api/metrics-text.ts";
import type { LookupCache } from "../../http/lookup-cache.ts";
import type { Queue } from "../../http/queue.ts";
import { ageOf } from "../../ip/data-ages.ts";
import type { Geo } from "../../ip/geo.ts";
import type { ReportsDeps } from "../../jobs/reports/routes.ts";
import { commit, version } from "../../version.ts";
import type { Reason } from "../limits/connection-limit.ts";
import type { SharedState } from "../shared/calls.ts";
import type { Metrics } from "./metrics.ts";

export interface Readings {
  readonly metrics: Metrics;
  readonly queue: Queue;
  readonly geo: Geo;
  readonly connections: () => number | undefined;
  readonly refused: Readonly<Record<Reason, number>>;
  /** Shared store; undefined without `--redis-url`. */
  readonly shared: (SharedState & { readonly replicas: number }) | undefined;
  /** Lookup cache; undefined without `--http-cache`. */
  readonly cache: LookupCache["state"] | undefined;
  readonly reports: ReportsDeps["reports"];
  /** Build date of the agents' data file; undefined without a file. */
  readonly agentsBuilt: () => string | undefined;
  readonly linesDropped: () => number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export function serviceMetrics(readings: Readings): Family[] {
  const { metrics, queue, geo, connections, refused, shared, cache, reports, clock } = readings;
  const { reloads, failures, changed } = geo.counts();
  const now = clock();
  return [
    {
      name: "netlens_build_info",
      type: "gauge",
      help: "Always 1; the labels have version and commit.",
      together: "max",
      samples: [{ labels: `version="${version}",commit="${commit}"`, value: 1 }],
    },
    ...metrics.families(),
    single("gauge", "netlens_connections", "Open connections.", connections() ?? 0),
    {
      name: "netlens_connections_refused_total",
      type: "counter",
      help: "Connections refused, by exceeded limit.",
      samples: (["total", "address"] as const).map((reason) => ({
        labels: `limit="${reason}"`,
        value: refused[reason],
      })),
    },
    ...(shared ? sharedMetrics(shared) : []),
    ...(cache ? cacheMetrics(cache()) : []),
    ...(reports ? reportMetrics(reports) : []),
    single("gauge", "netlens_http_lookups_running", "HTTP lookups in flight.", queue.running),
    single("gauge", "netlens_http_lookups_waiting", "HTTP lookups in the queue.", queue.waiting),
    single("gauge", "netlens_geo_ready", "1 when a geo database is loaded.", geo.ready().ok ? 1 : 0, "min"),
    {
      name: "netlens_geo_database_age_seconds",
      type: "gauge",
      help: "Time since a geo database was built.",
      together: "max",
      samples: geo.describe(now).flatMap(({ type, families, buildDate }) =>
        buildDate === undefined
          ? []
          : [
              {
                labels: `type="${label(type)}",families="${families.join("+")}"`,
                value: Math.round((now - Date.parse(buildDate)) / 1000),
              },
            ],
      ),
    },
    {
      name: "netlens_data_age_days",
      type: "gauge",
      help: "Age of each kind of data in use, of the older file for IPv4 and IPv6.",
      together: "max",
      samples: dataAges(geo.describe(now), readings.agentsBuilt(), now),
    },
    single("counter", "netlens_geo_reloads_total", "Reloads of geo databases.", reloads),
    single(
      "counter",
      "netlens_geo_reload_failures_total",
      "Reloads refused because of an invalid file.",
      failures,
    ),
    single(
      "counter",
      "netlens_geo_changed_in_place_total",
      "Files dropped because they were modified while in use.",
      changed,
    ),
    single(
      "counter",
      "netlens_log_lines_dropped_total",
      "Log lines dropped because standard error was blocked.",
      readings.linesDropped(),
    ),
    single("gauge", "process_resident_memory_bytes", "Resident memory.", process.memoryUsage.rss()),
    single("counter", "process_cpu_seconds_total", "CPU time used.", cpuSeconds()),
    single(
      "gauge",
      "process_start_time_seconds",
      "When the process started, in seconds since the epoch.",
      Math.round(now / 1000 - process.uptime()),
      "min",
    ),
  ];
}

/** Files of the executable count only for kinds without another file. */
function dataAges(databases: ReturnType<Geo["describe"]>, agentsBuilt: string | undefined, now: number) {
  const agents = agentsBuilt && {
    kind: "agents",
    bundled: false,
    ageDays: ageOf(Date.parse(agentsBuilt), now).days,
  };
  const byKind = Map.groupBy([...databases, ...(agents ? [agents] : [])], ({ kind }) => kind);
  return [...byKind].flatMap(([kind, all]) => {
    const own = all.filter(({ bundled }) => !bundled);
    const days = (own.length > 0 ? own : all).flatMap(({ ageDays }) => ageDays ?? []);
    return days.length === 0 ? [] : [{ labels: `table="${kind}"`, value: Math.max(...days) }];
  });
}

function sharedMetrics({ up, calls, failures, replicas }: NonNullable<Readings["shared"]>): Family[] {
  return [
    single("gauge", "netlens_shared_up", "1 while the shared store answers.", up ? 1 : 0, "min"),
    single(
      "counter",
      "netlens_shared_failures_total",
      "Calls that the shared store did not answer in time; this process continued alone.",
      failures,
    ),
    single("counter", "netlens_shared_calls_total", "Calls to the shared store.", calls),
    single(
      "gauge",
      "netlens_shared_replicas",
      "Processes that share the store, as last reported; without its answer each admits its part of a limit.",
      replicas,
      "max",
    ),
  ];
}

function cacheMetrics({ bytes, outcomes }: ReturnType<LookupCache["state"]>): Family[] {
  return [
    {
      name: "netlens_http_cache_lookups_total",
      type: "counter",
      help: "HTTP lookups with --http-cache: answered from the cache, joined to one in flight, or made.",
      samples: [...outcomes].map(([outcome, value]) => ({ labels: `outcome="${outcome}"`, value })),
    },
    single("gauge", "netlens_http_cache_bytes", "Bytes of reports kept in this process.", bytes),
  ];
}

function reportMetrics({ taken, lost }: NonNullable<Readings["reports"]>): Family[] {
  return [
    {
      name: "netlens_reports_total",
      type: "counter",
      help: "Reports that browsers sent to /reports/NAME.",
      samples: [...taken].map(([type, value]) => ({ labels: `type="${type}"`, value })),
    },
    single("counter", "netlens_reports_lost_total", "Reports that could not be written to the file.", lost()),
  ];
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Escapes a label value. */
function label(text: string): string {
  return text.replace(/[\\"\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`));
}
