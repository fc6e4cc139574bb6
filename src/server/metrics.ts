/** Counters and gauges in Prometheus' text exposition format. Holds state; no IO. */

/** Upper bounds of the duration histogram, in seconds. */
const BOUNDS: readonly number[] = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 15];

export interface Metrics {
  /** `at` is a moment of the monotonic clock, in milliseconds. */
  begin(at: number): void;
  end(): void;
  /** When the latest request came. */
  lastRequest(): number;
  /** What counts the answers to one method of one kind of endpoint. `duration` in milliseconds. */
  counter(endpoint: string, method: string): (status: number, duration: number) => void;
  /** The whole exposition. `gauges` are read now: name → help and value. */
  text(gauges: Readonly<Record<string, readonly [help: string, value: number]>>): string;
}

interface Histogram {
  readonly buckets: number[];
  sum: number;
  count: number;
}

export function createMetrics(): Metrics {
  // By the parts of the label and not by its text, which would have to be put together for each request.
  const requests = new Map<string, Map<string, Map<number, number>>>();
  const durations = new Map<string, Histogram>();
  let inFlight = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    begin(at) {
      inFlight++;
      last = at;
    },
    lastRequest: () => last,
    end: () => void inFlight--,
    counter(endpoint, method) {
      const statuses = within(within(requests, endpoint), METHODS.has(method) ? method : "other");
      return (status, duration) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        observe(durations, endpoint, duration / 1000);
      };
    },
    text(gauges) {
      const lines = [
        "# HELP netlens_requests_total Requests answered.",
        "# TYPE netlens_requests_total counter",
        ...requestLines(requests),
        "# HELP netlens_request_duration_seconds Time to answer.",
        "# TYPE netlens_request_duration_seconds histogram",
        ...[...durations].flatMap(([endpoint, histogram]) =>
          histogramLines(`endpoint="${endpoint}"`, histogram),
        ),
      ];
      const all = { requests_in_flight: ["Requests being answered.", inFlight] as const, ...gauges };
      for (const [name, [help, value]] of Object.entries(all))
        lines.push(
          `# HELP netlens_${name} ${help}`,
          `# TYPE netlens_${name} gauge`,
          `netlens_${name} ${value}`,
        );
      return `${lines.join("\n")}\n`;
    },
  };
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** The inner map of a key, made when it is first asked for. */
function within<K, V>(maps: Map<string, Map<K, V>>, key: string): Map<K, V> {
  let inner = maps.get(key);
  if (!inner) {
    inner = new Map();
    maps.set(key, inner);
  }
  return inner;
}

function requestLines(requests: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<number, number>>>) {
  return [...requests].flatMap(([endpoint, methods]) =>
    [...methods].flatMap(([method, statuses]) =>
      [...statuses].map(
        ([status, count]) =>
          `netlens_requests_total{endpoint="${endpoint}",method="${method}",status="${status}"} ${count}`,
      ),
    ),
  );
}

function observe(durations: Map<string, Histogram>, endpoint: string, seconds: number): void {
  let histogram = durations.get(endpoint);
  if (!histogram) {
    histogram = { buckets: BOUNDS.map(() => 0), sum: 0, count: 0 };
    durations.set(endpoint, histogram);
  }
  histogram.sum += seconds;
  histogram.count++;
  // Each observation counts in its own bucket; the exposition sums them up.
  const index = BOUNDS.findIndex((bound) => seconds <= bound);
  if (index >= 0) histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1;
}

function histogramLines(key: string, { buckets, sum, count }: Histogram): string[] {
  const name = "netlens_request_duration_seconds";
  let below = 0;
  return [
    ...BOUNDS.map((bound, index) => {
      below += buckets[index] ?? 0;
      return `${name}_bucket{${key},le="${bound}"} ${below}`;
    }),
    `${name}_bucket{${key},le="+Inf"} ${count}`,
    `${name}_sum{${key}} ${sum}`,
    `${name}_count{${key}} ${count}`,
  ];
}
