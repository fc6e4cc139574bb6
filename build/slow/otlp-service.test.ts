/** `--otlp` over real sockets: data sent and not sent to the collector; a faulty collector does no harm. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exposition } from "../../src/api/metrics-text.ts";
import { startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { selfSigned } from "../measure/differences/sites.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const parent = (flags: string) => ({ traceparent: `00-${TRACE}-${SPAN}-${flags}`, tracestate: "v=1" });

/** A span in the JSON of OTLP. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code: number };
}

interface Sent {
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
}

/** Collector that records what it receives, and responds with `answer`. */
function collector(
  answer: (sent: Sent) => Response | Promise<Response> = () => Response.json({}),
  tls?: { readonly key: string; readonly cert: string },
) {
  const got: Sent[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    ...(tls && { tls }),
    async fetch(request) {
      const sent = {
        path: new URL(request.url).pathname,
        headers: request.headers,
        text: await request.text(),
      };
      got.push(sent);
      return answer(sent);
    },
  });
  return { got, url: server.url.href, stop: () => server.stop(true) };
}

async function start(otlp: string, flags: Record<string, string> = {}, period?: number) {
  const log: string[] = [];
  const service = await startService(
    loadConfig({ listen: "127.0.0.1:0", drain: "off", "http-allow": "127.0.0.0/8", otlp, ...flags }, {})
      .settings,
    (level, message, facts) => void log.push(`${level} ${message} ${JSON.stringify(facts)}`),
    [],
    undefined,
    period,
  );
  return { service, origin: `http://${service.address}`, log };
}

const spansOf = (got: readonly Sent[]): Span[] =>
  got
    .filter(({ path }) => path.endsWith("/v1/traces"))
    .flatMap(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans as Span[]);
const facts = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/**
 * Environment variables of OpenTelemetry: a token for the collector, and settings that `--otlp` overrides.
 */
const VARIABLES = (other: string) => ({
  OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Bearer%20hush",
  OTEL_EXPORTER_OTLP_ENDPOINT: other,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: other,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: other,
  OTEL_SERVICE_NAME: "other",
  OTEL_TRACES_SAMPLER: "always_off",
});
const heads: Headers[] = [];
let target: Bun.Server<undefined>;
beforeAll(() => {
  target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ url, headers }) {
      heads.push(headers);
      return url.endsWith("/secret") ? new Response("here") : Response.redirect("/secret", 302);
    },
  });
  Object.assign(process.env, VARIABLES(target.url.href));
});
afterAll(async () => {
  for (const name of Object.keys(VARIABLES(""))) delete process.env[name];
  await target.stop(true);
});

describe("traces", () => {
  let got: readonly Sent[];
  let spans: Span[];
  beforeAll(async () => {
    const { got: sent, url, stop } = collector();
    const { service, origin } = await start(`${url}otlp`);
    const sendTo = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(origin + path, { headers })).text();
    await sendTo(`/v1/http?url=${encodeURIComponent(`${target.url}?token=secret`)}`, parent("01"));
    await sendTo("/v1/ip/10.1.2.3", { "x-request-id": "mine" });
    await sendTo("/v1/ip/10.1.2.4", parent("00"));
    await sendTo("/healthz");
    await sendTo("/nothing", { traceparent: `00-${"0".repeat(32)}-${SPAN}-01` });
    await service.stop();
    got = sent;
    spans = spansOf(sent);
    await stop();
  });

  test("a request with a lookup is a tree: server, lookup, steps, stages", () => {
    const mine = spans.filter(({ traceId }) => traceId === TRACE);
    const tree = (of: string, depth = 0): string[] =>
      mine
        .filter(({ parentSpanId }) => parentSpanId === of)
        .flatMap((span) => [
          `${" ".repeat(depth)}${span.name} ${span.kind}`,
          ...tree(span.spanId, depth + 1),
        ]);
    expect(tree(SPAN)).toEqual([
      "GET /v1/http 2",
      " lookup 1",
      "  step 3",
      "   wait 1",
      "   dns 1",
      "   tcp 1",
      "   firstByte 1",
      "   download 1",
      // The second step reuses the connection of the first, since both have the same origin.
      "  step 3",
      "   firstByte 1",
      "   download 1",
    ]);
    expect(mine.filter(({ name }) => name === "step").map(facts)).toEqual([
      { "netlens.step": 1, "http.response.status_code": 302, "network.protocol.version": "1.1" },
      { "netlens.step": 2, "http.response.status_code": 200, "network.protocol.version": "1.1" },
    ]);
  });

  test("children lie within their parents, and all times are recent", () => {
    const SLACK = 2_000_000n;
    for (const span of spans) {
      const [from, to] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
      expect(Math.abs(Number(from / 1_000_000n) - Date.now())).toBeLessThan(60_000);
      expect(to >= from).toBe(true);
      const above = spans.find(({ spanId }) => spanId === span.parentSpanId);
      if (!above) continue;
      expect(from >= BigInt(above.startTimeUnixNano) - SLACK).toBe(true);
      expect(to <= BigInt(above.endTimeUnixNano) + SLACK).toBe(true);
    }
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  });

  test("a request without a trace starts its own; unsampled requests and probes are skipped", () => {
    const servers = spans.filter(({ kind }) => kind === 2);
    expect(servers.map(({ name }) => name)).toEqual(["GET /v1/http", "GET /v1/ip/:ip", "GET *"]);
    const [, ip, nothing] = servers;
    expect(ip && facts(ip)).toEqual({
      "http.request.method": "GET",
      "http.route": "/v1/ip/:ip",
      "http.response.status_code": 200,
      "netlens.request_id": "mine",
    });
    expect(ip?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(nothing?.parentSpanId).toBeUndefined();
    expect(nothing?.traceId).not.toBe("0".repeat(32));
  });

  test("they contain no target, client or token", () => {
    for (const { text, path } of got) {
      if (!path.endsWith("traces")) continue;
      expect(text).not.toMatch(/secret|10\.1\.2|127\.0\.0\.1|hush/);
    }
  });

  test("they arrive as JSON with the headers of the environment, below the path of the URL", () => {
    expect(new Set(got.map(({ path }) => path))).toEqual(new Set(["/otlp/v1/traces", "/otlp/v1/metrics"]));
    for (const { headers } of got) {
      expect(headers.get("content-type")).toBe("application/json");
      expect(headers.get("authorization")).toBe("Bearer hush");
      expect(headers.get("traceparent")).toBeNull();
    }
    for (const { text } of got)
      expect(text).toContain('{"key":"service.name","value":{"stringValue":"netlens"}}');
  });

  test("targets of lookups get no trace header", () => {
    expect(heads).toHaveLength(2);
    for (const head of heads) {
      expect(head.get("traceparent")).toBeNull();
      expect(head.get("tracestate")).toBeNull();
      expect([...head.values()].join()).not.toContain(TRACE);
    }
  });
});

test("a lookup that fails names the kind of failure", async () => {
  const { got, url, stop } = collector();
  const { service, origin } = await start(url);
  const gone = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = gone;
  await gone.stop(true);
  await (await fetch(`${origin}/v1/http?url=http://127.0.0.1:${port}/`)).text();
  await service.stop();
  await stop();
  const step = spansOf(got).find(({ name }) => name === "step");
  expect(step && facts(step)["error.type"]).toBe("connection-refused");
  expect(step?.status).toEqual({ code: 2 });
});

test("metrics are those of the Prometheus text", async () => {
  const { got, url, stop } = collector();
  const { service, origin } = await start(url, {}, 50);
  await (await fetch(`${origin}/v1/ip/10.0.0.1`)).text();
  while (!got.some(({ text }) => text.includes('"stringValue":"ip"'))) await Bun.sleep(10);
  const prometheus = exposition(service.metrics());
  await service.stop();
  await stop();
  const last = got.findLast(({ path }) => path === "/v1/metrics");
  const { metrics } = JSON.parse(last?.text ?? "").resourceMetrics[0].scopeMetrics[0];
  const names = [...prometheus.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(metrics.map(({ name }: { name: string }) => name)).toEqual(names);
  const of = (wanted: string) => metrics.find(({ name }: { name: string }) => name === wanted);
  expect(of("netlens_http_lookups_total").sum).toMatchObject({
    isMonotonic: true,
    aggregationTemporality: 2,
  });
  expect(of("netlens_http_lookups_total").sum.dataPoints[0]).toMatchObject({ asDouble: 0 });
  const { dataPoints } = of("netlens_requests_total").sum;
  expect(dataPoints.filter(({ asDouble }: { asDouble: number }) => asDouble > 0)).toMatchObject([
    {
      asDouble: 1,
      attributes: [
        { key: "endpoint", value: { stringValue: "ip" } },
        { key: "method", value: { stringValue: "GET" } },
        { key: "status", value: { stringValue: "200" } },
      ],
    },
  ]);
  const [point] = of("netlens_request_duration_seconds").histogram.dataPoints;
  expect(point.explicitBounds).toEqual([0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 15]);
  expect(point.bucketCounts).toHaveLength(9);
  expect(point.bucketCounts.reduce((sum: number, count: number) => sum + count, 0)).toBe(1);
  expect(point.count).toBe(1);
});

test("OpenTelemetry's variables set the certificate of a collector, and compression", async () => {
  const tls = await selfSigned();
  const file = join(await mkdtemp(join(tmpdir(), "netlens-otlp-")), "collector.pem");
  await writeFile(file, tls.cert);
  const { got, url, stop } = collector(undefined, tls);
  const send = async () => {
    const { service, log } = await start(url);
    await service.stop();
    return log.find((line) => line.includes("are not taken"));
  };
  expect(await send()).toContain("certificate");
  process.env["OTEL_EXPORTER_OTLP_CERTIFICATE"] = file;
  process.env["OTEL_EXPORTER_OTLP_COMPRESSION"] = "gzip";
  expect(await send()).toBeUndefined();
  delete process.env["OTEL_EXPORTER_OTLP_CERTIFICATE"];
  delete process.env["OTEL_EXPORTER_OTLP_COMPRESSION"];
  await stop();
  expect(got.map(({ headers }) => headers.get("content-encoding"))).toEqual(["gzip"]);
});

describe("a faulty collector", () => {
  /** A response that never ends. */
  const endless = () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          controller.enqueue(new Uint8Array(65_536));
          await Bun.sleep(1);
        },
      }),
    );
  const hostile: readonly (readonly [string, () => Response | Promise<Response>])[] = [
    ["answers 500", () => new Response(null, { status: 500 })],
    [
      "answers 429 and wants an hour",
      () => new Response(null, { status: 429, headers: { "retry-after": "3600" } }),
    ],
    ["redirects", () => Response.redirect(`${target.url}stolen`, 307)],
    ["never answers", () => new Promise<Response>(() => {})],
    ["never ends its answer", endless],
    ["answers no JSON", () => new Response("]".repeat(100_000))],
    ["answers deep JSON", () => new Response("[".repeat(60_000))],
  ];
  const harmless = async (url: string) => {
    heads.length = 0;
    const { service, origin, log } = await start(url, {}, 20);
    for (let round = 0; round < 300; round++) {
      const response = await fetch(`${origin}/v1/ip/10.0.0.1`);
      expect(response.status).toBe(200);
      await response.text();
    }
    const began = performance.now();
    await service.stop();
    expect(performance.now() - began).toBeLessThan(4000);
    expect(heads).toHaveLength(0);
    expect(log.filter((line) => line.includes("bug"))).toEqual([]);
    // One line for traces and one for metrics, even if sending fails repeatedly.
    expect(log.filter((line) => line.includes("are not taken")).length).toBeLessThanOrEqual(2);
    expect(log.join()).not.toContain("hush");
    return service;
  };
  for (const [what, answer] of hostile)
    test(what, async () => {
      const { url, stop } = collector(answer);
      await harmless(url);
      await stop();
    }, 20_000);

  test("does not exist", async () => {
    const service = await harmless("http://127.0.0.1:1");
    expect(exposition(service.metrics())).toMatch(/^netlens_otlp_spans_total\{outcome="dropped"\} 300$/m);
  }, 20_000);
});
