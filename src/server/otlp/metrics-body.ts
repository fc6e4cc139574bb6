/** The table of metrics → OTLP in JSON. Pure. */

import type { Family, Sample } from "../../api/metrics-text.ts";
import { type KeyValue, nanoseconds, type Resource, resourceOf, scopeOf, text } from "./spans.ts";

/** Since the start of the process. */
const CUMULATIVE = 2;

/**
 * The content of an export of metrics: names, labels and values as Prometheus reads them.
 * @param started when the process started, and `now`: milliseconds since the epoch
 */
export function metricsBody(
  families: readonly Family[],
  resource: Resource,
  started: number,
  now: number,
): string {
  const times = { startTimeUnixNano: nanoseconds(started), timeUnixNano: nanoseconds(now) };
  const metrics = families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => ({
      name,
      description: help,
      ...(type === "histogram"
        ? { histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramPoints(samples, times) } }
        : type === "counter"
          ? {
              sum: {
                aggregationTemporality: CUMULATIVE,
                isMonotonic: true,
                dataPoints: numberPoints(samples, times),
              },
            }
          : { gauge: { dataPoints: numberPoints(samples, times) } }),
    }));
  return JSON.stringify({
    resourceMetrics: [
      { resource: resourceOf(resource), scopeMetrics: [{ scope: scopeOf(resource), metrics }] },
    ],
  });
}

interface Times {
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
}

function numberPoints(samples: readonly Sample[], times: Times) {
  return samples.map(({ labels, value }) => ({
    attributes: attributesOf(labels),
    ...times,
    asDouble: value,
  }));
}

/** Buckets that count what is at or below a bound → buckets that count what is between two. */
function histogramPoints(samples: readonly Sample[], times: Times) {
  const points = Map.groupBy(samples, ({ labels }) => labels.replace(/,?le="[^"]*"$/, ""));
  return [...points].map(([labels, parts]) => {
    const buckets = parts.filter(({ suffix }) => suffix === "_bucket");
    const part = (wanted: string) => parts.find(({ suffix }) => suffix === wanted)?.value ?? 0;
    return {
      attributes: attributesOf(labels),
      ...times,
      count: String(part("_count")),
      sum: part("_sum"),
      bucketCounts: buckets.map(({ value }, index) => String(value - (buckets[index - 1]?.value ?? 0))),
      explicitBounds: buckets
        .map(({ labels }) => Number(/le="([^"]*)"$/.exec(labels)?.[1]))
        .filter((bound) => Number.isFinite(bound)),
    };
  });
}

/** Labels as the text format has them, taken apart again. */
function attributesOf(labels: string): KeyValue[] {
  return [...labels.matchAll(/\b(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = "", value = ""]) =>
    text(
      name,
      value.replace(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char)),
    ),
  );
}
