/** The verdict on a lookup, and what the owner of a site can do. */

import { describe, expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";
import type { HttpReport, HttpStep } from "../../src/http/schema.ts";
import { findingsOf } from "../../src/jobs/project/findings.ts";
import { verdictOf } from "../../src/view/report/verdict.ts";
import { viewReport } from "../../src/view/report.ts";

const NOW = Date.parse("2026-11-28T10:00:00Z");
const PAGE = ["Content-Type: text/html; charset=utf-8", "Cache-Control: no-store"];
const SAFE = [
  "Strict-Transport-Security: max-age=63072000; includeSubDomains",
  "X-Content-Type-Options: nosniff",
  "Content-Security-Policy: default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
];

/** Report of a lookup with these response header lines. */
function reportOf(
  lines: readonly string[],
  { status = 200, url = "https://shop.example/", looked = true, step = {} as Partial<HttpStep> } = {},
): HttpReport {
  const report = decodeHeaders({ headers: [...lines], url, ...(status > 0 && { status }) }, NOW, {
    how: "all",
  });
  const steps = report.steps.map((one) => ({ ...one, ...step }));
  return { ...report, steps, url: looked ? url : "" };
}

const verdict = (report: HttpReport) => verdictOf(report, findingsOf(report));
const tls = { authorized: false } as NonNullable<HttpStep["tls"]>;
const error = (phase: "dns" | "policy" | "url") => ({ phase, code: "x", message: "m", hint: "h" });

describe("the verdict", () => {
  test.each<[string, HttpReport]>([
    ["Your site works: no problems found", reportOf([...PAGE, ...SAFE])],
    ["Your site works, but has 1 security problem", reportOf([...PAGE, ...SAFE.slice(1)])],
    ["Your site works, but has 1 problem", reportOf([...PAGE, ...SAFE, "X-Content-Type-Option: nosniff"])],
    ["Works, no problems", reportOf(["Content-Type: image/png", "Cache-Control: no-store", ...SAFE])],
    ["Works, 2 problems", reportOf(["Content-Type: image/png", "Cache-Control: no-store"])],
    ["Works, 3 problems", reportOf([...PAGE, "X-Content-Type-Options: nosniff"], { looked: false })],
    ["Header lines: 1 problem", reportOf(["Age: soon"], { status: 0, url: "", looked: false })],
    ["Not found", reportOf(SAFE, { status: 404 })],
    ["Gone", reportOf(SAFE, { status: 410 })],
    ["Refused", reportOf(SAFE, { status: 418 })],
    ["Server error", reportOf(SAFE, { status: 500 })],
    ["Server error", reportOf(SAFE, { status: 503 })],
    ["Not reachable for browsers", reportOf(PAGE, { step: { tls } })],
    ["Redirect loop", { ...reportOf(SAFE), stop: "loop" }],
    ["Not reachable", { ...reportOf(PAGE, { step: { error: error("dns") } }), status: "error" }],
    ["Not looked up", { ...reportOf(PAGE, { step: { error: error("policy") } }), status: "error" }],
    ["Not looked up", { ...reportOf(PAGE, { step: { error: error("url") } }), status: "error" }],
  ])("%s", (words, report) => expect(verdict(report)).toBe(words));

  test("names the browser in which the response fails", () => {
    const video = reportOf([
      "Content-Type: video/mp4",
      "Accept-Ranges: none",
      "Cache-Control: no-store",
      ...SAFE,
    ]);
    expect(verdict(video)).toBe("Broken in Safari, 1 problem");
  });
});

describe("the owner", () => {
  const owner = (lines: readonly string[], step: Partial<HttpStep> = {}) =>
    viewReport(reportOf([...PAGE, ...lines], { step })).owner.join(" ");
  const WORDPRESS = 'Link: <https://shop.example/wp-json/>; rel="https://api.w.org/"';

  test("of a WordPress site saves one file, and asks the host about the rest", () => {
    expect(owner([WORDPRESS, "X-Powered-By: PHP/7.4.3", "Date: Sat, 28 Nov 2026 10:00:00 GMT"])).toBe(
      "One file fixes 4 of 6 findings: save it as wp-content/mu-plugins/response-headers.php. To undo, delete it. Ask your host about the rest: PHP 7.4.3 is out of support.",
    );
  });
  test("of a known server adds lines to its configuration", () => {
    expect(owner(["Server: nginx"])).toStartWith("One file fixes 3 of 4 findings: save it as /etc/nginx/");
    expect(owner(["Server: nginx"])).not.toContain("Ask your host");
  });
  test("of an unknown server reads how much its configuration can fix", () => {
    expect(owner([])).toBe("The configuration of your server can fix 3 of 4 findings.");
  });
  test("of a good site has nothing to do", () => expect(owner(SAFE)).toBe(""));
  test("nothing is advised for other content", () => {
    expect(viewReport(reportOf(["Content-Type: image/png", "Server: nginx"])).owner).toEqual([]);
  });
});
