import { describe, expect, test } from "bun:test";
import { exposition, type Family, single, sumOf } from "../../src/api/metrics-text.ts";

const requests = (a: number, b?: number): Family => ({
  name: "requests_total",
  type: "counter",
  help: "Requests.",
  samples: [
    { labels: 'endpoint="ip"', value: a },
    ...(b === undefined ? [] : [{ labels: 'endpoint="http"', value: b }]),
  ],
});

describe("metrics of several processes", () => {
  test("counters are summed by their labels", () => {
    expect(sumOf([[requests(1, 2)], [requests(10)], []])).toEqual([requests(11, 2)]);
  });
  test("some are the minimum or the maximum", () => {
    const of = (start: number, age: number) => [
      single("gauge", "start", "Start.", start, "min"),
      single("gauge", "age", "Age.", age, "max"),
    ];
    expect(sumOf([of(5, 1), of(3, 9)])).toEqual(of(3, 9));
  });
  test("buckets of a histogram stay separate", () => {
    const histogram = (value: number): Family => ({
      name: "time_seconds",
      type: "histogram",
      help: "Time.",
      samples: [
        { suffix: "_bucket", labels: 'le="+Inf"', value },
        { suffix: "_sum", labels: "", value: value / 2 },
        { suffix: "_count", labels: "", value },
      ],
    });
    expect(sumOf([[histogram(2)], [histogram(4)]])).toEqual([histogram(6)]);
    expect(exposition([histogram(6)])).toBe(
      '# HELP time_seconds Time.\n# TYPE time_seconds histogram\ntime_seconds_bucket{le="+Inf"} 6\ntime_seconds_sum 3\ntime_seconds_count 6\n',
    );
  });
  test("a family without samples is omitted", () => {
    expect(exposition([{ ...requests(1), samples: [] }])).toBe("");
  });
});
