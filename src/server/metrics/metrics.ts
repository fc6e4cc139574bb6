/** Counters of requests and lookups. Holds state; no IO. */

import { NetlensError } from "../../api/errors.ts";
import { type Family, type Sample, single } from "../../api/metrics-text.ts";
import type { Queue } from "../../http/queue.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { Phase } from "../../http/target.ts";

/** Upper bounds of the duration histogram, in seconds. */
const BOUNDS: readonly number[] = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 15];

export interface Metrics {
  /** Records the start of a request. `at`: monotonic milliseconds. */
  begin(at: number): void;
  end(): void;
  /** Time of the latest request, in monotonic milliseconds. */
  lastRequest(): number;
  /** Counter of an endpoint and method. `duration` in milliseconds. */
  counter(endpoint: string, method: string): (status: number, duration: number) => void;
  /** Counts an HTTP lookup. `outcome`: `done`, `failed`, `left` or `refused`; `phase`: where it failed. */
  lookup(outcome: string, phase: string): void;
  families(): Family[];
}

interface Histogram {
  readonly buckets: number[];
  sum: number;
  count: number;
}

export function createMetrics(): Metrics {
  // Nested maps, since building label texts per request is slower.
  const requests = new Map<string, Map<string, Map<number, number>>>();
  const durations = new Map<string, Histogram>();
  // Starts at 0, so that rates include the first lookup of each outcome.
  const lookups = new Map(ENDINGS.map(([outcome, phase]) => [lookupLabels(outcome, phase), 0]));
  let inFlight = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    begin(at) {
      inFlight++;
      last = at;
    },
    end: () => void inFlight--,
    lastRequest: () => last,
    counter(endpoint, method) {
      const statuses = within(within(requests, endpoint), METHODS.has(method) ? method : "other");
      if (!statuses.has(BUG)) statuses.set(BUG, 0);
      let histogram: Histogram | undefined;
      return (status, duration) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        histogram ??= histogramOf(durations, endpoint);
        observe(histogram, duration / 1000);
      };
    },
    lookup(outcome, phase) {
      const labels = lookupLabels(outcome, phase);
      lookups.set(labels, (lookups.get(labels) ?? 0) + 1);
    },
    families: () => [
      {
        name: "netlens_requests_total",
        type: "counter",
        help: "Requests answered.",
        samples: requestSamples(requests),
      },
      {
        name: "netlens_request_duration_seconds",
        type: "histogram",
        help: "Time to answer requests, in seconds.",
        samples: [...durations].flatMap(([endpoint, histogram]) =>
          histogramSamples(`endpoint="${endpoint}"`, histogram),
        ),
      },
      single("gauge", "netlens_requests_in_flight", "Requests being answered.", inFlight),
      {
        name: "netlens_http_lookups_total",
        type: "counter",
        help: "HTTP lookups by outcome, and by phase for failures.",
        samples: [...lookups].map(([labels, value]) => ({ labels, value })),
      },
    ],
  };
}

/** Outcomes and phases of lookups. */
const ENDINGS: readonly (readonly [outcome: string, phase: Phase | ""])[] = [
  ["done", ""],
  ["left", ""],
  ["refused", ""],
  ...(["url", "policy", "dns", "tcp", "tls", "request", "head", "body"] as const).map(
    (phase) => ["failed", phase] as const,
  ),
];

function lookupLabels(outcome: string, phase: string): string {
  return `outcome="${outcome}",phase="${phase}"`;
}

/** Status of a bug. Its counter starts at 0, since alerts on rates miss one that starts at 1. */
const BUG = 500;

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

function within<K, V>(maps: Map<string, Map<K, V>>, key: string): Map<K, V> {
  let inner = maps.get(key);
  if (!inner) {
    inner = new Map();
    maps.set(key, inner);
  }
  return inner;
}

function requestSamples(
  requests: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<number, number>>>,
): Sample[] {
  return [...requests].flatMap(([endpoint, methods]) =>
    [...methods].flatMap(([method, statuses]) =>
      [...statuses].map(([status, value]) => ({
        labels: `endpoint="${endpoint}",method="${method}",status="${status}"`,
        value,
      })),
    ),
  );
}

function histogramOf(durations: Map<string, Histogram>, endpoint: string): Histogram {
  const known = durations.get(endpoint);
  if (known) return known;
  const made = { buckets: BOUNDS.map(() => 0), sum: 0, count: 0 };
  durations.set(endpoint, made);
  return made;
}

function observe(histogram: Histogram, seconds: number): void {
  histogram.sum += seconds;
  histogram.count++;
  // Counts in one bucket only: `histogramSamples` adds them up.
  const index = BOUNDS.findIndex((bound) => seconds <= bound);
  if (index >= 0) histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1;
}

function histogramSamples(labels: string, { buckets, sum, count }: Histogram): Sample[] {
  let below = 0;
  return [
    ...BOUNDS.map((bound, index) => {
      below += buckets[index] ?? 0;
      return { suffix: "_bucket", labels: `${labels},le="${bound}"`, value: below };
    }),
    { suffix: "_bucket", labels: `${labels},le="+Inf"`, value: count },
    { suffix: "_sum", labels, value: sum },
    { suffix: "_count", labels, value: count },
  ];
}

/**
 * Counts how lookups of a queue end.
 * @param count called with `done`, `failed` and the phase, `left` (client disconnected) or `refused` (queue
 * full)
 */
export function countedQueue(queue: Queue, count: (outcome: string, phase: string) => void): Queue {
  return {
    async run(work, signal, share) {
      try {
        const result = await queue.run(work, signal, share);
        const phase = failedPhase(result);
        count(phase === "" ? "done" : "failed", phase);
        return result;
      } catch (error) {
        if (error instanceof NetlensError && error.code === "too-busy") count("refused", "");
        else if (signal.aborted) count("left", "");
        throw error;
      }
    },
    get running() {
      return queue.running;
    },
    get waiting() {
      return queue.waiting;
    },
  };
}

/** Failed phase of the last step; `""` for success, and for work without a report. */
function failedPhase(result: unknown): string {
  const { report } = (result ?? {}) as { readonly report?: Pick<HttpReport, "steps"> };
  return report?.steps.at(-1)?.error?.phase ?? "";
}
