import { expect, test } from "bun:test";
import { readAnyValue } from "../../src/headers/engine/shown.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

test.each([
  ["x-our-cache", "HIT", "Hit"],
  ["x-our-cache", "MISS, from edge 3", "Miss"],
  ["x-our-note", "HIT", undefined],
  [
    "x-render-id",
    "0192d6b4-5c1e-7a3b-8f00-1234567890ab",
    "UUID version 7, made 29 October 2024, 05:16 UTC (2 years 22 days ago)",
  ],
  ["x-thing", "f47ac10b-58cc-4372-a567-0e02b2c3d479", "UUID version 4"],
  ["x-built", "2026-11-20T09:00:00Z", "20 November 2026, 09:00 UTC (1 hour ago)"],
  ["x-built", "Fri, 20 Nov 2026 09:00:00 GMT", "20 November 2026, 09:00 UTC (1 hour ago)"],
  ["x-generated-at", "1795165200", "20 November 2026, 09:00 UTC (1 hour ago)"],
  ["x-timestamp", "1795165200000", "20 November 2026, 09:00 UTC (1 hour ago)"],
  ["x-customer", "1795165200", undefined],
  ["x-timestamp", "179516520", undefined],
  ["x-keep", "3600s", undefined],
  ["x-keep", "3600seconds", "1 hour"],
  ["x-keep", "90min", "1 hour 30 minutes"],
  ["x-keep", "1sec", "1 second"],
  ["x-keep", "0.9sec", undefined],
  ["x-keep", "2days", "2 days"],
  ["x-keep", "1hour", "1 hour"],
  ["x-keep", "5 minutes", undefined],
  ["x-timestamp", "1795165200.5", "20 November 2026, 09:00 UTC (1 hour ago)"],
  ["x-any", "", undefined],
  ["x-any", "2026-11-20T09:00:00Z".padEnd(81, "0"), undefined],
  ["x-our-cache", `HIT ${"x".repeat(76)}`, "Hit"],
  ["x-our-cache", `HIT ${"x".repeat(77)}`, undefined],
  ["x-keep", "29.5min", "29 minutes 30 seconds"],
  ["x-keep", "999999999secs", "31 years"],
  ["x-keep", "1000000000secs", undefined],
  ["x-since", "1000000000", undefined],
  ["x-any", "constructor", undefined],
  ["x-any", "2026", undefined],
])("%s: %s", (name, value, expected) => {
  expect(readAnyValue(name, value, NOW)).toBe(expected as string);
});
