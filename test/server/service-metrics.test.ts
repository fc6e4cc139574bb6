/** All metrics of a service, in Prometheus's text format. */

import { expect, test } from "bun:test";
import { exposition, sumOf } from "../../src/api/metrics-text.ts";
import type { DatabaseInfo } from "../../src/ip/mmdb/database-info.ts";
import type { Geo } from "../../src/ip/mmdb/geo-state.ts";
import { createMetrics, type Metrics } from "../../src/server/metrics/metrics.ts";
import { type Readings, serviceMetrics } from "../../src/server/metrics/service-metrics.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

const database: DatabaseInfo = {
  file: "a.mmdb",
  bundled: false,
  kind: "city",
  ageDays: 1,
  type: 'My "City"\\\n',
  families: [4, 6],
  buildDate: "2026-11-19T09:59:58.600Z",
  old: false,
  nodes: 1,
  bytes: 1,
  load: "map",
};
const { buildDate: _, ...undated } = database;

const told = (metrics: Metrics, more: Partial<Readings> = {}): Readings => ({
  metrics,
  queue: { running: 3, waiting: 4, run: () => Promise.reject(new Error("not here")) },
  geo: {
    counts: () => ({ reloads: 5, failures: 6, changed: 7 }),
    ready: () => ({ ok: true }),
    describe: () => [database, undated],
  } as unknown as Geo,
  connections: () => 8,
  refused: { total: 9, address: 10 },
  shared: { up: true, calls: 16, failures: 11, replicas: 3 },
  cache: () => ({
    bytes: 12,
    outcomes: new Map([
      ["hit", 13],
      ["miss", 14],
    ]),
  }),
  reports: { taken: new Map([["csp-violation", 17]]), lost: () => 18 } as unknown as Readings["reports"],
  agentsBuilt: () => "2026-11-18T23:59:59Z",
  linesDropped: () => 15,
  clock: () => NOW,
  ...more,
});

/** Metrics without help and type lines, and without those of the process. */
const lines = (given: Readings) =>
  exposition(serviceMetrics(given))
    .trim()
    .split("\n")
    .filter((line) => !/^(?:#|process_)/.test(line));

test("all numbers", () => {
  const metrics = createMetrics();
  metrics.begin(1);
  metrics.begin(2);
  metrics.begin(3);
  metrics.end();
  const get = metrics.counter("ip", "GET");
  // At each bucket bound of the histogram, and just above it.
  for (const bound of [1, 5, 25, 100, 500, 1000, 5000, 15_000]) {
    get(200, bound);
    get(404, bound + 0.5);
  }
  metrics.counter("ip", "HEAD")(200, 0);
  metrics.counter("ip", "POST")(200, 0);
  metrics.counter("ip", "OPTIONS")(204, 0);
  metrics.counter("ip", "BREW")(405, 0);
  metrics.counter("ip", "PURGE")(405, 0);
  metrics.counter("http", "GET")(200, 250);
  metrics.lookup("done", "");
  metrics.lookup("failed", "dns");
  metrics.lookup("failed", "dns");
  expect(metrics.lastRequest()).toBe(3);
  expect(lines(told(metrics))).toEqual([
    expect.stringMatching(/^netlens_build_info\{version="[^"]+",commit="[^"]*"\} 1$/),
    'netlens_requests_total{endpoint="ip",method="GET",status="500"} 0',
    'netlens_requests_total{endpoint="ip",method="GET",status="200"} 8',
    'netlens_requests_total{endpoint="ip",method="GET",status="404"} 8',
    'netlens_requests_total{endpoint="ip",method="HEAD",status="500"} 0',
    'netlens_requests_total{endpoint="ip",method="HEAD",status="200"} 1',
    'netlens_requests_total{endpoint="ip",method="POST",status="500"} 0',
    'netlens_requests_total{endpoint="ip",method="POST",status="200"} 1',
    'netlens_requests_total{endpoint="ip",method="OPTIONS",status="500"} 0',
    'netlens_requests_total{endpoint="ip",method="OPTIONS",status="204"} 1',
    'netlens_requests_total{endpoint="ip",method="other",status="500"} 0',
    'netlens_requests_total{endpoint="ip",method="other",status="405"} 2',
    'netlens_requests_total{endpoint="http",method="GET",status="500"} 0',
    'netlens_requests_total{endpoint="http",method="GET",status="200"} 1',
    'netlens_request_duration_seconds_bucket{endpoint="ip",le="0.001"} 6',
    'netlens_request_duration_seconds_bucket{endpoint="ip",le="0.005"} 8',
    'netlens_request_duration_seconds_bucket{endpoint="ip",le="0.025"} 10',
    'netlens_request_duration_seconds_bucket{endpoint="ip",le="0.1"} 12',
    'netlens_request_duration_seconds_bucket{endpoint="ip",le="0.5"} 14',
    'netlens_request_duration_seconds_bucket{endpoint="ip",le="1"} 16',
    'netlens_request_duration_seconds_bucket{endpoint="ip",le="5"} 18',
    'netlens_request_duration_seconds_bucket{endpoint="ip",le="15"} 20',
    'netlens_request_duration_seconds_bucket{endpoint="ip",le="+Inf"} 21',
    expect.stringMatching(/^netlens_request_duration_seconds_sum\{endpoint="ip"\} 43\.26\d*$/),
    'netlens_request_duration_seconds_count{endpoint="ip"} 21',
    'netlens_request_duration_seconds_bucket{endpoint="http",le="0.001"} 0',
    'netlens_request_duration_seconds_bucket{endpoint="http",le="0.005"} 0',
    'netlens_request_duration_seconds_bucket{endpoint="http",le="0.025"} 0',
    'netlens_request_duration_seconds_bucket{endpoint="http",le="0.1"} 0',
    'netlens_request_duration_seconds_bucket{endpoint="http",le="0.5"} 1',
    'netlens_request_duration_seconds_bucket{endpoint="http",le="1"} 1',
    'netlens_request_duration_seconds_bucket{endpoint="http",le="5"} 1',
    'netlens_request_duration_seconds_bucket{endpoint="http",le="15"} 1',
    'netlens_request_duration_seconds_bucket{endpoint="http",le="+Inf"} 1',
    'netlens_request_duration_seconds_sum{endpoint="http"} 0.25',
    'netlens_request_duration_seconds_count{endpoint="http"} 1',
    "netlens_requests_in_flight 2",
    'netlens_http_lookups_total{outcome="done",phase=""} 1',
    'netlens_http_lookups_total{outcome="left",phase=""} 0',
    'netlens_http_lookups_total{outcome="refused",phase=""} 0',
    'netlens_http_lookups_total{outcome="failed",phase="url"} 0',
    'netlens_http_lookups_total{outcome="failed",phase="policy"} 0',
    'netlens_http_lookups_total{outcome="failed",phase="dns"} 2',
    'netlens_http_lookups_total{outcome="failed",phase="tcp"} 0',
    'netlens_http_lookups_total{outcome="failed",phase="tls"} 0',
    'netlens_http_lookups_total{outcome="failed",phase="request"} 0',
    'netlens_http_lookups_total{outcome="failed",phase="head"} 0',
    'netlens_http_lookups_total{outcome="failed",phase="body"} 0',
    "netlens_connections 8",
    'netlens_connections_refused_total{limit="total"} 9',
    'netlens_connections_refused_total{limit="address"} 10',
    "netlens_shared_up 1",
    "netlens_shared_failures_total 11",
    "netlens_shared_calls_total 16",
    "netlens_shared_replicas 3",
    'netlens_http_cache_lookups_total{outcome="hit"} 13',
    'netlens_http_cache_lookups_total{outcome="miss"} 14',
    "netlens_http_cache_bytes 12",
    'netlens_reports_total{type="csp-violation"} 17',
    "netlens_reports_lost_total 18",
    "netlens_http_lookups_running 3",
    "netlens_http_lookups_waiting 4",
    "netlens_geo_ready 1",
    'netlens_geo_database_age_seconds{type="My \\"City\\"\\\\\\n",families="4+6"} 86401',
    'netlens_data_age_days{table="city"} 1',
    'netlens_data_age_days{table="agents"} 2',
    "netlens_geo_reloads_total 5",
    "netlens_geo_reload_failures_total 6",
    "netlens_geo_changed_in_place_total 7",
    "netlens_log_lines_dropped_total 15",
  ]);
});

test("unavailable stores, and nothing shared or cached", () => {
  const geo = { ...told(createMetrics()).geo, ready: () => ({ ok: false }) };
  const away = lines(
    told(createMetrics(), { geo, shared: { up: false, calls: 0, failures: 0, replicas: 1 } }),
  );
  expect(away).toContain("netlens_shared_up 0");
  expect(away).toContain("netlens_geo_ready 0");
  const alone = { shared: undefined, cache: undefined, connections: () => undefined };
  const bare = lines(told(createMetrics(), alone));
  expect(bare.filter((line) => /shared|cache/.test(line))).toEqual([]);
  expect(bare).toContain("netlens_connections 0");
  expect(createMetrics().lastRequest()).toBe(Number.NEGATIVE_INFINITY);
});

test("process metrics are in bytes, seconds and Unix time", () => {
  const cpu = () => Object.values(process.cpuUsage()).reduce((sum, each) => sum + each, 0) / 1_000_000;
  const started = () => Math.round(1_800_000_000 - process.uptime());
  const before = { cpu: cpu(), started: started() };
  const text = exposition(serviceMetrics(told(createMetrics(), { clock: () => 1_800_000_000_000 })));
  const number = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
  expect(number("process_resident_memory_bytes")).toBeGreaterThan(1e6);
  // Between values read before and after, so that slow execution does not matter.
  expect(number("process_cpu_seconds_total")).toBeWithin(before.cpu, cpu() + 1e-6);
  expect(number("process_start_time_seconds")).toBeWithin(started(), before.started + 1);
});

test("of several processes: sums, the latest start, the oldest data, and whether all are healthy", () => {
  const one = serviceMetrics(told(createMetrics()));
  const geo = {
    ...told(createMetrics()).geo,
    ready: () => ({ ok: false }),
    describe: () => [{ ...database, buildDate: "2026-11-20T09:00:00Z" }],
  };
  const other = serviceMetrics(
    told(createMetrics(), { geo, shared: { up: false, calls: 1, failures: 1, replicas: 2 } }),
  );
  const together = exposition(sumOf([one, other])).split("\n");
  expect(together).toContain("netlens_connections 16");
  expect(together).toContain("netlens_shared_up 0");
  expect(together).toContain("netlens_shared_calls_total 17");
  expect(together).toContain("netlens_shared_replicas 3");
  expect(together).toContain("netlens_geo_ready 0");
  expect(together.find((line) => line.startsWith("netlens_geo_database_age_seconds{"))).toEndWith(" 86401");
  expect(together.find((line) => line.startsWith("netlens_build_info{"))).toEndWith(" 1");
});

test("the age of data counts files of the executable only for kinds without another file", () => {
  const of = (kind: DatabaseInfo["kind"], ageDays: number, bundled: boolean) => ({
    ...database,
    kind,
    ageDays,
    bundled,
  });
  const databases = [of("city", 3, false), of("city", 5, false), of("asn", 7, false), of("asn", 164, true)];
  const geo = { ...told(createMetrics()).geo, describe: () => [...databases, of("country", 164, true)] };
  const more = { geo: geo as unknown as Geo, agentsBuilt: () => undefined };
  expect(lines(told(createMetrics(), more)).filter((line) => line.startsWith("netlens_data_age"))).toEqual([
    'netlens_data_age_days{table="city"} 5',
    'netlens_data_age_days{table="asn"} 7',
    'netlens_data_age_days{table="country"} 164',
  ]);
});
