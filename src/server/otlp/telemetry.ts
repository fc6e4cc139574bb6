/** Traces and metrics for a collector. A process that sends none does not load this. */

import type { Family } from "../../api/metrics-text.ts";
import type { Log } from "../log.ts";
import type { Outcome } from "./answers.ts";
import { fieldsOf } from "./fields.ts";
import { metricsBody } from "./metrics-body.ts";
import { post } from "./post.ts";
import { createShipper } from "./shipper.ts";
import { type RequestTrace, type Resource, tracesBody } from "./spans.ts";
import { createTracer, type Tracer } from "./tracer.ts";

export interface Telemetry {
  readonly tracer: Tracer;
  /** Metrics of the exporter itself. */
  readonly families: () => Family[];
  /** Sends what is left, within a second. */
  readonly stop: () => Promise<void>;
}

/** Traces and metrics to send, and the collector. */
export interface TelemetrySettings {
  /** The URL of the collector, without a final slash. */
  readonly url: string;
  /** The value of `OTEL_EXPORTER_OTLP_HEADERS`. */
  readonly headers?: string | undefined;
  readonly resource: Resource;
  /** The counts of this moment; undefined where another process sends them. */
  readonly metrics: (() => Family[] | Promise<Family[]>) | undefined;
  readonly log: Log;
  /** Milliseconds between two exports of metrics. Default a minute. */
  readonly period?: number | undefined;
}

const PERIOD = 60_000;
/** Milliseconds that an end waits for the collector. */
const END_WITHIN = 1000;

/**
 * Starts sending.
 * @throws Error that names the setting at fault
 */
export function openTelemetry(settings: TelemetrySettings): Telemetry {
  const { url, headers, resource, metrics, log, period = PERIOD } = settings;
  const fields = fieldsOf(headers);
  const failures = { traces: 0, metrics: 0 };
  const isFailing = { traces: false, metrics: false };
  let deadline: number | undefined;
  const started = Date.now() - performance.now();

  const send = async (signal: "traces" | "metrics", content: string): Promise<Outcome> => {
    const outcome = await post(`${url}/v1/${signal}`, content, fields, deadline);
    const failed = outcome.kind !== "taken";
    if (failed) failures[signal]++;
    if (failed && !isFailing[signal]) log("warn", `${signal} are not taken`, { reason: outcome.reason });
    if (!failed && isFailing[signal]) log("info", `${signal} are taken again`);
    isFailing[signal] = failed;
    return outcome;
  };
  const shipper = createShipper({
    send: (requests: readonly RequestTrace[]) => {
      const epoch = Date.now() - performance.now();
      return send("traces", tracesBody(requests, { resource, epoch, random: hexadecimal }));
    },
    later: (work, ms) => void setTimeout(work, ms).unref(),
    random: Math.random,
  });
  const sendMetrics = async () => {
    if (!metrics) return;
    try {
      await send("metrics", metricsBody(await metrics(), resource, started, Date.now()));
    } catch (error) {
      log("error", "bug", { stack: error instanceof Error ? (error.stack ?? "") : String(error) });
    }
  };
  // An export ends before the next one begins.
  const timer = setInterval(sendMetrics, period);
  timer.unref();

  return {
    tracer: createTracer(shipper.add),
    families: () => {
      const { sent, dropped } = shipper.state();
      return [
        {
          name: "netlens_otlp_spans_total",
          type: "counter",
          help: "Spans for --otlp: taken by the collector, or dropped because it did not take them in time.",
          samples: [
            { labels: 'outcome="sent"', value: sent },
            { labels: 'outcome="dropped"', value: dropped },
          ],
        },
        {
          name: "netlens_otlp_export_failures_total",
          type: "counter",
          help: "Exports that the collector of --otlp did not take.",
          samples: (["traces", "metrics"] as const).map((signal) => ({
            labels: `signal="${signal}"`,
            value: failures[signal],
          })),
        },
      ];
    },
    async stop() {
      clearInterval(timer);
      deadline = END_WITHIN;
      await Promise.race([Promise.all([shipper.finish(), sendMetrics()]), Bun.sleep(END_WITHIN)]);
    },
  };
}

/** Random bytes; that all are zero, which is no id, does not come about. */
function hexadecimal(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("hex");
}
