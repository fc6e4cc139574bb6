/** Numbers, maps and truncated texts, with both sides of each threshold. */

import { expect, test } from "bun:test";
import { milliseconds } from "../../src/headers/wording.ts";
import type { IpResult } from "../../src/ip/schema.ts";
import { linkLabel } from "../../src/view/format.ts";
import { linesOf } from "../../src/view/lines.ts";
import { waterfallOf } from "../../src/view/report/waterfall.ts";
import { MAP, placeOf, project } from "../../src/web/views/map-projection.ts";
import { sampleReport } from "../web/sample-report.ts";

test.each([
  [0, "0 ms"],
  [0.44, "0.4 ms"],
  [9.94, "9.9 ms"],
  [9.99, "10 ms"],
  [10, "10 ms"],
  [10.6, "11 ms"],
  [999.4, "999 ms"],
  [1000, "1.00 s"],
  [1234, "1.23 s"],
])("%d milliseconds", (ms, text) => {
  expect(milliseconds(ms)).toBe(text);
});

test.each([
  ["https://www.rfc-editor.org/rfc/rfc9110#section-8.3", "RFC 9110, section 8.3"],
  ["https://www.rfc-editor.org/rfc/rfc9110.html#section-A.1", "RFC 9110, section A.1"],
  ["https://www.rfc-editor.org/rfc/rfc9110", "RFC 9110"],
  ["https://www.w3.org/TR/CSP3/", "Content Security Policy Level 3"],
  ["https://www.example.com/a", "example.com"],
  ["nonsense", "nonsense"],
])("%s", (url, label) => {
  expect(linkLabel(url)).toBe(label);
});

test("the map: degrees from its top left; places beyond are at its edge", () => {
  expect(project(84, -180)).toEqual({ x: 0, y: 0 });
  expect(project(0, 0)).toEqual({ x: 720, y: 336 });
  expect(project(-60, 180)).toEqual({ x: 1440, y: 576 });
  expect([project(90, 0).y, project(-90, 0).y]).toEqual([0, 576]);
});

test("a place: its circle, stretched like the map, and the visible part", () => {
  const place = (latitude: number, longitude: number, accuracyRadius?: number) =>
    placeOf({ ip: "192.0.2.1", ipType: 4, code: "geoip", latitude, longitude, accuracyRadius } as IpResult);
  expect(place(0, 0)).toMatchObject({
    x: 720,
    y: 336,
    up: 0,
    across: 0,
    view: { x: 688, y: 323.2, width: 64, height: 25.6 },
    around: { x: 630, y: 300, width: 180, height: 72 },
  });
  expect(place(60, 0, 111_320)).toMatchObject({ up: 4, view: { width: 64 }, around: { width: 180 } });
  expect(place(60, 0, 111_320)?.across).toBeCloseTo(8);
  expect(place(0, 0, 111_320 * 25)?.view).toMatchObject({ width: 600, height: 240, x: 420, y: 216 });
  // Away from the equator circles are wider than high.
  expect(place(60, 0, 111_320 * 10)?.view.width).toBeCloseTo(320);
  expect(place(0, 0, 111_320 * 25)?.around).toBeUndefined();
  expect(place(0, 0, 111_320 * 180)?.view).toEqual({ x: 0, y: 0, width: MAP.width, height: MAP.height });
  expect(place(84, -180)?.view).toMatchObject({ x: 0, y: 0 });
  expect(place(-60, 180)?.view).toMatchObject({ x: 1376, y: 550.4 });
  expect(place(90, 0, 111_320)?.across).toBeCloseTo(80);
  for (const half of [{}, { latitude: 0 }, { longitude: 0 }])
    expect(placeOf({ ip: "192.0.2.1", ipType: 4, code: "geoip", ...half })).toBeUndefined();
});

test("a single part equal to its line is omitted; values of parts are cut", () => {
  const header = (value: string, item: object) => ({
    name: "x-a",
    value,
    description: "What: it is. More.",
    details: { items: [{ name: "a", value: "", description: "", ...item }] },
    problems: [],
    type: "string" as const,
    link: [],
  });
  const items = (value: string, item: object) => linesOf([header(value, item)])[0]?.items ?? [];
  expect(items("x", { value: "x" })).toEqual([]);
  expect(items("x", { value: "y" })).toHaveLength(1);
  expect(items("x", { value: "x", description: "d" })).toHaveLength(1);
  expect(items("x", { value: "x", alternate: "z" })).toHaveLength(1);
  expect(items("x", { value: "v".repeat(4000) })[0]?.value).toBe("v".repeat(4000));
  expect(items("x", { value: "v".repeat(4001) })[0]?.value).toBe(`${"v".repeat(4000)}…`);
  expect(items("x", { value: "y", alternate: "y" })[0]?.meaning).toBe("");
  expect(items("x", { value: "y", alternate: "z" })[0]?.meaning).toBe("z");
  expect(linesOf([header("x", {})], 5)[0]).toMatchObject({ number: 6, meaning: "What", cut: 0 });
});

test("each step of a waterfall starts at the end of the one before", () => {
  const waterfall = waterfallOf(sampleReport);
  expect(waterfall?.total).toBe(132);
  expect(waterfall?.rows.map(({ step, ms }) => [step, ms])).toEqual([
    [1, 66],
    [2, 66],
  ]);
  expect(waterfall?.rows.map(({ stages }) => stages.map(({ from }) => from))).toEqual([
    [0, 1, 3, 6, 10, 60],
    [66, 67, 69, 72, 76, 126],
  ]);
  expect(waterfallOf({ ...sampleReport, timeTotal: 200 })?.total).toBe(200);
  expect(waterfallOf({ ...sampleReport, timeTotal: 0 })).toBeUndefined();
  expect(waterfallOf({ ...sampleReport, timeTotal: 0.4 })).toBeDefined();
  expect(waterfall?.stages.map(({ name, label, ms }) => [name, label, ms])).toEqual([
    ["wait", "waiting", 1],
    ["dns", "DNS", 2],
    ["tcp", "TCP", 3],
    ["tls", "TLS", 4],
    ["firstByte", "first byte", 50],
    ["download", "download", 6],
  ]);
});
