/** Metrics, alert rules and dashboard, checked with Prometheus's own tool and against each other. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020.js";
import { $ } from "bun";
import { exposition } from "../../src/api/metrics-text.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

const folder = new URL("../observability", import.meta.url).pathname;
const alerts = `${folder}/alerts.yml`;
const targetAlerts = `${folder}/target-alerts.yml`;

let service: Service;
let text = "";
beforeAll(async () => {
  const { settings } = loadConfig(
    {
      listen: "127.0.0.1:0",
      drain: "off",
      "rate-limit": "1000/1m",
      shared: "redis://127.0.0.1:1",
      "http-cache": "1s",
      otlp: "http://127.0.0.1:1",
    },
    {},
  );
  service = await startService(settings, () => {}, []);
  for (const path of ["/", "/v1/ip/8.8.8.8", "/v1/ip/x", "/v1/http?url=http://127.0.0.1/", "/nothing"])
    await (await fetch(`http://${service.address}${path}`)).text();
  text = exposition(service.metrics());
});
afterAll(() => service.stop());

test("promtool accepts the metrics; its only remark is on days, the unit of certificates and data", async () => {
  const result = await $`promtool check metrics < ${new Response(text)}`.nothrow().quiet();
  const remarks = result.stderr.toString().trim().split("\n");
  expect(remarks).toEqual(['netlens_data_age_days use base unit "seconds" instead of "days"']);
});

test.each([alerts, targetAlerts])("promtool accepts the alert rules of %s", async (file) => {
  const result = await $`promtool check rules ${file}`.nothrow().quiet();
  expect(result.stderr.toString()).toBe("");
  expect(result.exitCode).toBe(0);
});

describe("queried metrics exist", () => {
  // Metrics of the parent process of workers.
  const ofWorkers = ["netlens_workers", "netlens_worker_restarts_total"];
  const names = () =>
    new Set([...ofWorkers, ...[...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? "")]);
  const requested = (source: string) =>
    [...source.matchAll(/\b(?:netlens|process)_[a-z_]+/g)].map(([name]) =>
      name.replace(/_(?:bucket|sum|count)$/, ""),
    );
  for (const file of [alerts, `${folder}/dashboard.json`])
    test(file.slice(folder.length), async () => {
      const source = await Bun.file(file).text();
      expect(requested(source).length).toBeGreaterThan(5);
      expect(requested(source).filter((name) => !names().has(name))).toEqual([]);
    });
  test("each metric of ours is in the dashboard or the alerts", async () => {
    const both = (
      await Promise.all([alerts, `${folder}/dashboard.json`].map((file) => Bun.file(file).text()))
    ).join();
    const reported = new Set(requested(both));
    expect([...names()].filter((name) => name.startsWith("netlens_") && !reported.has(name))).toEqual([]);
  });
});

describe("queried metrics of targets are those of a probe", () => {
  const exposition = Bun.file(new URL("../../src/jobs/probe/exposition.ts", import.meta.url));
  const namesIn = (source: string) =>
    new Set([...source.matchAll(/\b(?:netlens|probe)_[a-z_]+/g)].map(([name]) => name));
  test.each([targetAlerts, `${folder}/target-dashboard.json`])("%s", async (file) => {
    const reported = namesIn(await exposition.text());
    const requested = namesIn(await Bun.file(file).text());
    expect(requested.size).toBeGreaterThan(5);
    expect([...requested].filter((name) => !reported.has(name))).toEqual([]);
  });
});

test.each(["dashboard", "target-dashboard"])("%s.json has the members that Grafana needs", async (name) => {
  const text = { type: "string", minLength: 1 };
  const target = {
    type: "object",
    required: ["refId", "expr", "datasource"],
    properties: { refId: { type: "string", pattern: "^[A-Z]$" }, expr: text },
  };
  const whole = { type: "integer", minimum: 0 };
  const schema = {
    type: "object",
    required: ["title", "uid", "schemaVersion", "panels", "templating", "time"],
    properties: {
      schemaVersion: { type: "integer", minimum: 36 },
      panels: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["id", "type", "title", "gridPos", "targets", "datasource"],
          properties: {
            id: whole,
            title: text,
            gridPos: {
              type: "object",
              required: ["h", "w", "x", "y"],
              properties: { h: whole, w: { type: "integer", maximum: 24 }, x: whole, y: whole },
            },
            targets: { type: "array", minItems: 1, items: target },
          },
        },
      },
    },
  };
  const ajv = new Ajv2020();
  const dashboard = await Bun.file(`${folder}/${name}.json`).json();
  expect(ajv.validate(schema, dashboard), ajv.errorsText()).toBe(true);
  const ids = (dashboard as { panels: { id: number }[] }).panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
