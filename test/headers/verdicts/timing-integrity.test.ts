/** Timing-Allow-Origin and Integrity-Policy, as observed in Chromium 156, Firefox 153 and WebKitGTK 2.50. */

import { describe, expect, test } from "bun:test";
import type { Engine } from "../../../src/headers/verdicts/response.ts";
import { HTTPS, judged } from "./judged.ts";

const PAGE = "https://page.example";
const of = (lines: readonly string[], engine: Engine) => {
  const verdicts = judged(lines, { url: HTTPS });
  return engine === "chromium" ? verdicts : verdicts[engine];
};
const ENGINES: readonly Engine[] = ["chromium", "firefox", "webkit"];

describe("Timing-Allow-Origin", () => {
  const rows: readonly (readonly [lines: readonly string[], ...by: readonly unknown[]])[] = [
    [[], "same-origin"],
    [[""], "same-origin"],
    [["*"], "anyone"],
    [["https://a.example, *"], "anyone"],
    [["x,\t*\t,y"], "anyone"],
    [[PAGE], [PAGE]],
    [["null"], ["null"]],
    [[`https://a.example, ${PAGE}, ${PAGE}`], ["https://a.example", PAGE]],
    [
      ["https://a.example", PAGE],
      ["https://a.example", PAGE],
    ],
    [["HTTPS://PAGE.EXAMPLE"], "same-origin"],
    [[`${PAGE}/`], "same-origin"],
    [[`https://a.example ${PAGE}`], "same-origin"],
    [['"*"'], "same-origin"],
    [['"x, *, y"'], "same-origin", "anyone", "anyone"],
    [['"x', "*"], "same-origin", "anyone", "anyone"],
    [["https://shop.example.com"], "same-origin"],
  ];
  for (const [values, chromium, firefox = chromium, webkit = chromium] of rows)
    test(JSON.stringify(values), () => {
      const lines = values.map((value) => `Timing-Allow-Origin: ${value}`);
      const found: unknown[] = ENGINES.map((engine) => of(lines, engine).timing);
      expect(found).toEqual([chromium, firefox, webkit]);
    });
});

describe("Integrity-Policy", () => {
  const rows: readonly (readonly [values: readonly string[], ...blocks: readonly boolean[]])[] = [
    [["blocked-destinations=(script)"], true],
    [["blocked-destinations=(style)"], false],
    [["blocked-destinations=(script style)"], true],
    [["blocked-destinations=(script foo)"], true],
    [["blocked-destinations=(SCRIPT)"], false],
    [['blocked-destinations=("script")'], false],
    [["blocked-destinations=script"], false],
    [["blocked-destinations=(script"], false],
    [["blocked-destinations=(script), sources=(inline)"], true],
    [["blocked-destinations=(script), sources=()"], false],
    [["blocked-destinations=(script), sources=(foo)"], false],
    [['blocked-destinations=(script), sources=("inline")'], false],
    [["blocked-destinations=(script), sources=inline"], false, true, true],
    [["blocked-destinations=(script)", "endpoints=(x)"], true],
    [["blocked-destinations=(script)", "blocked-destinations=(style)"], false],
    [["blocked-destinations=(script;a=1)"], true, true, false],
    [["blocked-destinations=(script), x=@1"], false, true, false],
  ];
  for (const [values, chromium, firefox = chromium, webkit = chromium] of rows)
    test(JSON.stringify(values), () => {
      const lines = values.map((value) => `Integrity-Policy: ${value}`);
      const found = ENGINES.map((engine) => of(lines, engine).integrity?.blocked.includes("script"));
      expect(found).toEqual([chromium, firefox, webkit] as boolean[]);
    });
  test.each([
    ["Integrity-Policy: blocked-destinations=(script)", { as: "script", url: "/a.js" }, false],
    [
      "Integrity-Policy: blocked-destinations=(script)",
      { as: "script", url: "/a.js", hash: "sha256-x" },
      true,
    ],
    ["Integrity-Policy: blocked-destinations=(script)", { as: "script", url: "data:,1" }, true],
    ["Integrity-Policy: blocked-destinations=(script)", { as: "script", inline: "element" }, true],
    ["Integrity-Policy: blocked-destinations=(script)", { as: "style", url: "/a.css" }, true],
    ["Integrity-Policy: blocked-destinations=(style)", { as: "style", url: "/a.css" }, true],
    ["Integrity-Policy-Report-Only: blocked-destinations=(script)", { as: "script", url: "/a.js" }, true],
  ])("%s and the load %j", (line, load, allowed) => {
    const { policy, firefox, webkit } = judged([line], { url: HTTPS }, { loads: [load] });
    const by = allowed ? "none" : "integrity-policy";
    for (const one of [policy, firefox.policy, webkit.policy])
      expect(one?.loads).toEqual([{ ...load, hash: undefined, allowed, by } as never]);
  });
  test("is absent if neither header is sent", () => expect(of([], "chromium").integrity).toBeUndefined());
  test("has the report-only policy if nothing is blocked", () => {
    const trial = "Integrity-Policy-Report-Only: blocked-destinations=(script style)";
    const told = { blocked: ["script"], sources: ["inline"], unsupported: ["style"] };
    expect(of([trial], "chromium").integrity).toEqual({ ...told, reportOnly: true } as never);
    expect(of([trial, "Integrity-Policy: blocked-destinations=()"], "chromium").integrity?.reportOnly).toBe(
      true,
    );
    expect(of([trial, "Integrity-Policy: blocked-destinations=(script)"], "chromium").integrity).toEqual({
      blocked: ["script"],
      sources: ["inline"],
      reportOnly: false,
      reported: ["script"],
    });
  });
});
