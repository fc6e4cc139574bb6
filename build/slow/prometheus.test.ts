/**
 * A real Prometheus: each alert fires when it should and not earlier, and each query of the dashboard returns
 * data.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./proxy-servers.ts";
import { main } from "./rolling.ts";

const shipped = new URL("../observability/", import.meta.url).pathname;
const place = mkdtempSync(join(tmpdir(), "netlens-prometheus-"));
/** Duration of scraping in seconds; `SECONDS=60 bun test …` takes a minute. */
const SECONDS = Number(process.env["SECONDS"] ?? 12);

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
const rulesOf = async (file: string) =>
  (Bun.YAML.parse(await Bun.file(shipped + file).text()) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  );
const rules = await rulesOf("alerts.yml");
const targetRules = await rulesOf("target-alerts.yml");

interface Case {
  /** Samples a minute apart, in promtool's notation, by series. */
  readonly series: Readonly<Record<string, string>>;
  /** Time in minutes at which no alert fires yet (`quiet`), and at which the alert fires (`fires`). */
  readonly quiet: number;
  readonly fires: number;
  /** Labels of the alert that fires. */
  readonly labels: Readonly<Record<string, string>>;
}
const a = { instance: "a" };

/** Rule → its case. The rule must not fire for instance `b`. */
const CASES: Readonly<Record<string, Case>> = {
  NetlensDown: {
    series: { 'up{job="netlens",instance="a"}': "1 1 0 0 0", 'up{job="other",instance="b"}': "0x5" },
    quiet: 2,
    fires: 3,
    labels: { ...a, job: "netlens" },
  },
  NetlensErrors: {
    series: {
      'netlens_requests_total{instance="a",status="500"}': "0 0 0 1 2 3 3",
      'netlens_requests_total{instance="b",status="404"}': "0+60x9",
    },
    quiet: 2,
    fires: 5,
    labels: a,
  },
  NetlensSlow: {
    series: Object.fromEntries(
      // The duration of URL lookups depends on their targets.
      [
        ["a", "ip"],
        ["b", "http"],
      ].flatMap(([instance, endpoint]) =>
        ["0.1", "1", "+Inf"].map((le) => [
          `netlens_request_duration_seconds_bucket{instance="${instance}",endpoint="${endpoint}",le="${le}"}`,
          le === "0.1" ? "0+90x20" : "0+100x20",
        ]),
      ),
    ),
    quiet: 9,
    fires: 12,
    labels: a,
  },
  NetlensLookupsRefused: {
    series: {
      'netlens_http_lookups_total{instance="a",outcome="refused",phase=""}': "0+1x10",
      'netlens_http_lookups_total{instance="b",outcome="error",phase="dns"}': "0+1x10",
    },
    quiet: 5,
    fires: 6,
    labels: a,
  },
  NetlensConnectionsRefused: {
    series: {
      'netlens_connections_refused_total{instance="a",limit="address"}': "0+1x10",
      'netlens_connections_refused_total{instance="a",limit="total"}': "7x10",
    },
    quiet: 5,
    fires: 6,
    labels: { ...a, limit: "address" },
  },
  NetlensLogDropped: {
    series: {
      'netlens_log_lines_dropped_total{instance="a"}': "0 0 9 9",
      'netlens_log_lines_dropped_total{instance="b"}': "5x4",
    },
    quiet: 1,
    fires: 2,
    labels: a,
  },
  NetlensGeoReloadFailed: {
    series: { 'netlens_geo_reload_failures_total{instance="a"}': "0 0 1 1" },
    quiet: 1,
    fires: 2,
    labels: a,
  },
  NetlensDataOld: {
    // The age of the built-in countries is that of the executable.
    series: {
      'netlens_data_age_days{instance="a",table="city"}': "60x9 61x70",
      'netlens_data_age_days{instance="b",table="country"}': "999x80",
    },
    quiet: 69,
    fires: 71,
    labels: { ...a, table: "city" },
  },
  NetlensNotReady: {
    series: { 'netlens_geo_ready{instance="a"}': "1 0x7", 'netlens_geo_ready{instance="b"}': "1x8" },
    quiet: 5,
    fires: 6,
    labels: a,
  },
  NetlensSharedDown: {
    series: { 'netlens_shared_up{instance="a"}': "1 0x4", 'netlens_shared_up{instance="b"}': "1x5" },
    quiet: 2,
    fires: 3,
    labels: a,
  },
  NetlensWorkersEnd: {
    series: {
      'netlens_worker_restarts_total{instance="a"}': "0 1 2 3 4 4 4",
      'netlens_worker_restarts_total{instance="b"}': "0 1 1 1 1 1 1",
    },
    quiet: 2,
    fires: 6,
    labels: a,
  },
  NetlensTracesLost: {
    series: {
      'netlens_otlp_spans_total{instance="a",outcome="dropped"}': "0 1+1x20",
      'netlens_otlp_spans_total{instance="b",outcome="dropped"}': "0x21",
      'netlens_otlp_spans_total{instance="b",outcome="sent"}': "0+9x21",
    },
    quiet: 9,
    fires: 15,
    labels: a,
  },
  NetlensMetricsNotTaken: {
    series: {
      'netlens_otlp_export_failures_total{instance="a",signal="metrics"}': "0+1x10",
      'netlens_otlp_export_failures_total{instance="b",signal="metrics"}': "0 1x10",
      'netlens_otlp_export_failures_total{instance="c",signal="traces"}': "0+1x10",
    },
    quiet: 1,
    fires: 6,
    labels: a,
  },
};

const target = { job: "targets", instance: "https://a.example/" };
/** A series of a target, by its labels. */
const of = (name: string, labels: Readonly<Record<string, string>> = {}, instance = target.instance) =>
  `${name}{${Object.entries({ ...target, instance, ...labels }).map(([label, value]) => `${label}="${value}"`)}}`;
const B = "https://b.example/";
const step = { host: "a.example", step: "1" };

const TARGET_CASES: Readonly<Record<string, Case>> = {
  TargetDown: {
    series: { [of("probe_success")]: "1 0x6", [of("probe_success", {}, B)]: "0 0 1x5" },
    quiet: 5,
    fires: 6,
    labels: target,
  },
  TargetSlow: {
    series: {
      [of("probe_duration_seconds")]: "5.1x9",
      [of("probe_success")]: "1x9",
      [of("probe_duration_seconds", {}, B)]: "9x9",
      [of("probe_success", {}, B)]: "0x9",
      [of("probe_duration_seconds", {}, "https://c.example/")]: "5x9",
      [of("probe_success", {}, "https://c.example/")]: "1x9",
    },
    quiet: 4,
    fires: 5,
    labels: target,
  },
  TargetCertificateExpires: {
    // For the first ten minutes fourteen days (1,209,600 s) are left, then less for an hour.
    series: {
      [of("netlens_step_certificate_expiry_seconds", step)]: "1210200x80",
      [of("netlens_step_certificate_expiry_seconds", step, B)]: "9999999x80",
    },
    quiet: 70,
    fires: 71,
    labels: { ...target, ...step },
  },
  TargetCertificateUntrusted: {
    series: { [of("netlens_step_certificate_trusted", step)]: "1 0x6" },
    quiet: 5,
    fires: 6,
    labels: { ...target, ...step },
  },
  TargetDomainExpires: {
    series: {
      [of("netlens_domain_expiry_days")]: "30x9 29x70",
      [of("netlens_domain_expiry_days", {}, B)]: "30x80",
    },
    quiet: 69,
    fires: 70,
    labels: target,
  },
  TargetRequirementMissed: {
    series: {
      [of("netlens_requirement_ok", { name: "x-request-id" })]: "0x12",
      [of("probe_success")]: "1x12",
      [of("netlens_requirement_ok", { name: "x-request-id" }, B)]: "0x12",
      [of("probe_success", {}, B)]: "0x12",
    },
    quiet: 9,
    fires: 10,
    labels: { ...target, name: "x-request-id" },
  },
  TargetFindings: {
    series: {
      [of("netlens_findings", { severity: "warning" })]: "3x1460 4x60",
      [of("netlens_findings", { severity: "error" })]: "1x1520",
      [of("netlens_findings", { severity: "info" }, B)]: "3x1460 4x60",
    },
    quiet: 1475,
    fires: 1476,
    labels: target,
  },
};

describe("alerts", () => {
  test.each([
    ["alerts.yml", CASES, rules],
    ["target-alerts.yml", TARGET_CASES, targetRules],
  ])("each of %s has a case", (_, cases, all) =>
    expect(Object.keys(cases).toSorted()).toEqual(all.map(({ alert }) => alert).toSorted()),
  );

  /** Result of promtool for one case. */
  async function outcome(
    rule: Rule,
    { series, quiet, fires, labels }: Case,
    rulesFile = "alerts.yml",
  ): Promise<string> {
    const filled = (text: string) =>
      text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_whole, name: string) => labels[name] ?? "");
    const annotations = Object.entries(rule.annotations).map(([name, text]) => [name, filled(text)]);
    const fired = {
      exp_labels: { ...rule.labels, ...labels },
      exp_annotations: Object.fromEntries(annotations),
    };
    const file = join(place, `${rule.alert}.json`);
    const at = (minutes: number, alerts: readonly object[]) => ({
      eval_time: `${minutes}m`,
      alertname: rule.alert,
      exp_alerts: alerts,
    });
    await Bun.write(
      file,
      JSON.stringify({
        rule_files: [shipped + rulesFile],
        evaluation_interval: "1m",
        tests: [
          {
            interval: "1m",
            input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
            alert_rule_test: [at(quiet, []), at(fires, [fired])],
          },
        ],
      }),
    );
    const { exitCode, stdout, stderr } = Bun.spawnSync(["promtool", "test", "rules", file]);
    return exitCode === 0 ? "as it should" : `${stdout}${stderr}`;
  }

  test.each(rules)("$alert fires when it should, and not before", async (rule) => {
    expect(await outcome(rule, CASES[rule.alert] as Case)).toBe("as it should");
  });
  test.each(targetRules)("$alert of a target fires when it should, and not before", async (rule) => {
    expect(await outcome(rule, TARGET_CASES[rule.alert] as Case, "target-alerts.yml")).toBe("as it should");
  });
  test("a failing case is detected", async () => {
    const [rule] = rules as [Rule];
    expect(await outcome(rule, { ...(CASES[rule.alert] as Case), quiet: 4 })).toContain("FAILED");
  });
});

describe("a Prometheus that scrapes a service with workers", () => {
  let [api, metrics, store, prometheus] = [0, 0, 0, 0];
  const children: Bun.Subprocess[] = [];
  const collector = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => Response.json({}) });
  afterAll(() => collector.stop(true));
  const run = (...command: readonly string[]) =>
    void children.push(Bun.spawn([...command], { cwd: place, stdio: ["ignore", "ignore", "ignore"] }));
  const query = async (expr: string) => {
    const url = `http://127.0.0.1:${prometheus}/api/v1/query?query=${encodeURIComponent(expr)}`;
    return (await (await fetch(url)).json()) as {
      status: string;
      error?: string;
      data: { result: { value: [number, string] }[] };
    };
  };

  beforeAll(
    async () => {
      // Chosen late: another process could take the ports during the earlier tests.
      [api, metrics, store, prometheus] = [freePort(), freePort(), freePort(), freePort()];
      run("redis-server", "--port", String(store), "--bind", "127.0.0.1", "--save", "");
      run(
        ...[
          process.execPath,
          main,
          "serve",
          "--listen",
          `127.0.0.1:${api}`,
          "--workers",
          "2",
          "--drain",
          "off",
        ],
        ...["--metrics-listen", `127.0.0.1:${metrics}`, "--shared", `redis://127.0.0.1:${store}`],
        ...["--rate-limit", "900000/1m", "--http-cache", "1s", "--log-level", "silent"],
        ...["--otlp", collector.url.href],
      );
      const config = {
        global: { scrape_interval: "1s", evaluation_interval: "1s" },
        rule_files: [`${shipped}alerts.yml`],
        scrape_configs: [{ job_name: "netlens", static_configs: [{ targets: [`127.0.0.1:${metrics}`] }] }],
      };
      await Bun.write(join(place, "prometheus.json"), JSON.stringify(config));
      run(
        ...["prometheus", `--config.file=${place}/prometheus.json`, `--storage.tsdb.path=${place}/data`],
        `--web.listen-address=127.0.0.1:${prometheus}`,
      );
      const paths = [
        "/",
        "/v1/ip/8.8.8.8",
        "/v1/ip/x",
        "/v1/http?url=http://127.0.0.1/",
        "/nothing",
        "/v1/status/200",
      ];
      const up = () =>
        query('up{job="netlens"} == 1').then(
          ({ data }) => data.result.length === 1,
          () => false,
        );
      for (let tries = 0; !(await up()); tries++) {
        if (tries > 300) throw new Error("Prometheus does not see the service");
        await Bun.sleep(100);
      }
      for (const end = performance.now() + SECONDS * 1000; performance.now() < end; await Bun.sleep(50))
        for (const path of paths) await (await fetch(`http://127.0.0.1:${api}${path}`)).text();
    },
    (60 + SECONDS) * 1000,
  );
  afterAll(async () => {
    for (const child of children) child.kill();
    await Promise.all(children.map((child) => child.exited));
    rmSync(place, { recursive: true });
  });

  test("each query of the dashboard is answered with a series of numbers", async () => {
    const { panels, templating } = (await Bun.file(`${shipped}dashboard.json`).json()) as {
      panels: { title: string; targets: { expr: string }[] }[];
      templating: { list: { name: string; query: { query: string } | string }[] };
    };
    expect(JSON.stringify(templating)).toContain("label_values(netlens_build_info, instance)");
    const requested = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => `${title}: ${expr}`));
    expect(requested.length).toBeGreaterThan(20);
    const unanswered: string[] = [];
    for (const each of ["variable: netlens_build_info", ...requested]) {
      const expr = each
        .slice(each.indexOf(": ") + 2)
        .replaceAll("$__rate_interval", "10s")
        .replaceAll("$instance", ".*");
      const { status, error, data } = await query(expr);
      const numbers = status === "success" ? data.result.map(({ value }) => value[1]) : [];
      if (numbers.length === 0 || numbers.includes("NaN")) unanswered.push(`${each} ${error ?? numbers}`);
    }
    expect(unanswered).toEqual([]);
  });

  test("each alert can be evaluated from scraped metrics, and none fires for a healthy service", async () => {
    const parts = rules.map(({ alert, expr }) => ({
      alert,
      expr: expr.trim().replace(/\s*(?:==|>)\s*[\d.* ]+$/, ""),
    }));
    const without: string[] = [];
    for (const { alert, expr } of parts) {
      const { status, data } = await query(expr.replace(/\[\d+[mh]\]/g, "[10s]"));
      // Alerts must have data even for events that have not occurred: no 500, no refused lookup.
      if (status !== "success" || data.result.length === 0) without.push(alert);
    }
    expect(without).toEqual([]);
    const url = `http://127.0.0.1:${prometheus}/api/v1/rules`;
    const { data } = (await (await fetch(url)).json()) as {
      data: { groups: { rules: { name: string; health: string; state: string }[] }[] };
    };
    const reported = data.groups.flatMap((group) => group.rules);
    expect(reported.length).toBe(rules.length);
    expect(reported.filter(({ health, state }) => health !== "ok" || state === "firing")).toEqual([]);
  });
});
