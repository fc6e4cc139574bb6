/**
 * IO: sends spans and metrics with OpenTelemetry's packages, which read environment variables for headers and
 * certificates.
 */

import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AggregationTemporality, DataPointType, type MetricData } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Family, Sample } from "../../api/metrics-text.ts";
import { version } from "../../version.ts";
import type { Log } from "../log.ts";
import { createTracer } from "./tracer.ts";

/** Maximum unsent spans; further ones are dropped. */
const MOST_WAITING = 4096;
/** Milliseconds for an export and its retries. */
const EXPORT_WITHIN = 20_000;
/** Milliseconds that `stop` waits for the collector. */
const END_WITHIN = 1000;

export type Telemetry = ReturnType<typeof openTelemetry>;

/** Starts sending. @param url without a final slash */
export function openTelemetry(
  url: string,
  log: Log,
  counts: (() => Family[] | Promise<Family[]>) | undefined,
  period: number,
) {
  const options = { timeoutMillis: EXPORT_WITHIN, userAgent: `netlens/${version}` };
  const traceExporter = new OTLPTraceExporter({ ...options, url: `${url}/v1/traces` });
  const metricExporter = new OTLPMetricExporter({ ...options, url: `${url}/v1/metrics` });
  const resource = resourceFromAttributes({
    "service.name": "netlens",
    "service.version": version,
    "service.instance.id": crypto.randomUUID(),
  });
  let waiting = 0;
  const spans = { sent: 0, dropped: 0 };
  const failures = { traces: 0, metrics: 0 };
  const isFailing = { traces: false, metrics: false };

  const note = (signal: "traces" | "metrics", error: Error | undefined): void => {
    if (error) failures[signal]++;
    if (error && !isFailing[signal]) log("warn", `${signal} are not taken`, { reason: reasonOf(error) });
    if (!error && isFailing[signal]) log("info", `${signal} are taken again`);
    isFailing[signal] = error !== undefined;
  };
  const settle = (count: number, error: Error | undefined): void => {
    // After `stop` no span is waiting: late answers of the collector are not counted.
    const settled = Math.min(count, waiting);
    waiting -= settled;
    spans[error ? "dropped" : "sent"] += settled;
  };
  const processor = new BatchSpanProcessor({
    exporter: {
      export: (batch, done) =>
        traceExporter.export(batch, (result) => {
          note("traces", result.error);
          settle(batch.length, result.error);
          done(result);
        }),
      shutdown: () => traceExporter.shutdown(),
    },
    maxQueueSize: MOST_WAITING,
  });
  const provider = new TracerProvider({ resource, spanProcessors: [processor] });
  // Counts dropped spans here, since the processor drops them silently.
  const admit = (): boolean => {
    const admitted = waiting < MOST_WAITING;
    if (admitted) waiting++;
    else spans.dropped++;
    return admitted;
  };
  const started = hrTime(Date.now() - performance.now());
  const sendMetrics = async (): Promise<void> => {
    if (!counts) return;
    const families = (await counts()).filter(({ samples }) => samples.length > 0);
    const metrics = families.map((family) => metricData(family, started, hrTime(Date.now())));
    const scopeMetrics = [{ scope: { name: "netlens", version }, metrics }];
    const { promise, resolve } = Promise.withResolvers<void>();
    metricExporter.export({ resource, scopeMetrics }, ({ error }) => resolve(note("metrics", error)));
    await promise;
  };
  let busy = false;
  const timer = setInterval(async () => {
    // Exports must not overlap.
    if (busy) return;
    busy = true;
    await sendMetrics().catch((error) => note("metrics", error));
    busy = false;
  }, period).unref();

  return {
    tracer: createTracer(provider.getTracer("netlens", version), admit),
    /** Metrics of the exporter itself. */
    families: (): Family[] => [
      counter(
        "netlens_otlp_spans_total",
        "Spans for --otlp: accepted by the collector, or dropped.",
        Object.entries(spans).map(([outcome, value]) => ({ labels: `outcome="${outcome}"`, value })),
      ),
      counter(
        "netlens_otlp_export_failures_total",
        "Exports that the collector of --otlp did not accept.",
        Object.entries(failures).map(([signal, value]) => ({ labels: `signal="${signal}"`, value })),
      ),
    ],
    /** Sends the remaining spans and metrics, within a second. */
    async stop(): Promise<void> {
      clearInterval(timer);
      const flushed = Promise.allSettled([processor.shutdown(), sendMetrics()]);
      await Promise.race([flushed, Bun.sleep(END_WITHIN)]);
      settle(waiting, new Error("stopped"));
    },
  };
}

function counter(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, type: "counter", help, samples };
}

function reasonOf(error: Error): string {
  return "code" in error && typeof error.code === "number" ? `status ${error.code}` : error.message;
}

function hrTime(ms: number): HrTime {
  return [Math.trunc(ms / 1000), Math.trunc((ms % 1000) * 1e6)];
}

/** Converts a family to OpenTelemetry, with the names, labels and values of Prometheus' format. */
function metricData({ name, type, help, samples }: Family, startTime: HrTime, endTime: HrTime): MetricData {
  const row = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const point = <Value>(labels: string, value: Value) => ({
    startTime,
    endTime,
    attributes: attributesOf(labels),
    value,
  });
  if (type === "histogram") {
    const points = Map.groupBy(samples, ({ labels }) => labels.replace(/,?le="[^"]*"$/, ""));
    const dataPoints = [...points].map(([labels, parts]) => point(labels, histogramOf(parts)));
    return { ...row, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = samples.map(({ labels, value }) => point(labels, value));
  if (type === "gauge") return { ...row, dataPointType: DataPointType.GAUGE, dataPoints };
  return { ...row, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
}

/** Converts cumulative buckets (values up to a bound) to separate ones (values between two bounds). */
function histogramOf(parts: readonly Sample[]) {
  const buckets = parts.filter(({ suffix }) => suffix === "_bucket");
  const partOf = (wanted: string) => parts.find(({ suffix }) => suffix === wanted)?.value ?? 0;
  const bounds = buckets.map(({ labels }) => Number(/le="([^"]*)"$/.exec(labels)?.[1]));
  return {
    buckets: {
      boundaries: bounds.filter(Number.isFinite),
      counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
    },
    count: partOf("_count"),
    sum: partOf("_sum"),
  };
}

/** Labels in Prometheus' text format → attributes. */
function attributesOf(labels: string): Attributes {
  const found = labels.matchAll(/\b(\w+)="((?:[^"\\]|\\.)*)"/g);
  return Object.fromEntries(
    [...found].map(([, name, value = ""]) => [
      name,
      value.replace(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char)),
    ]),
  );
}
