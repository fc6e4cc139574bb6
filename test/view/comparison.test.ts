import { expect, test } from "bun:test";
import type { Difference } from "../../src/http/compare/schema.ts";
import { viewComparison } from "../../src/view/comparison.ts";
import { sampleReport } from "../web/sample-report.ts";

const compared = (...differences: Difference[]) =>
  viewComparison({
    a: sampleReport,
    b: { ...sampleReport, url: "", status: 0, statusMessage: "" },
    differences,
  });
/** Name, both sides and tone of each. */
const rows = (...differences: Difference[]) =>
  compared(...differences).groups.flatMap((group) =>
    group.rows.map(({ name, a, b, tone }) => [name, a, b, tone].join("|")),
  );

test("each side in a few words", () => {
  expect(compared()).toEqual({
    a: "https://example.com/?q=1 error Connection refused",
    b: "header lines",
    groups: [],
    volatile: [],
  });
});

test("groups in the order of weight, each where it has something; what is volatile apart", () => {
  const { groups, volatile } = compared(
    { kind: "time", name: "total", a: "1", b: "2" },
    { kind: "field-changed", name: "age", a: "1", b: "2" },
    { kind: "field-changed", name: "date", a: "1", b: "2", volatile: true },
    { kind: "finding-new", name: "age-invalid", severity: "error", title: "Age." },
    { kind: "field-added", name: "vary", b: "*" },
    { kind: "outcome-changed", name: "status", a: "200", b: "404" },
    { kind: "verdict-changed", name: "caching", a: "x", b: "y" },
    { kind: "finding-gone", name: "date-missing", severity: "info", title: "Date." },
    { kind: "field-removed", name: "te", a: "x" },
  );
  expect(groups.map(({ title, rows }) => [title, ...rows.map(({ name }) => name)])).toEqual([
    ["Outcome", "status"],
    ["New findings", "age-invalid"],
    ["Findings that are gone", "date-missing"],
    ["Fields", "age", "vary", "te"],
    ["What browsers and caches make of it", "caching"],
    ["Time", "total"],
  ]);
  expect(volatile.map(({ name }) => name)).toEqual(["date"]);
  expect(groups[1]?.rows[0]).toEqual({ name: "age-invalid", a: "", b: "", tone: "worse", title: "Age." });
});

test.each<[Difference, string]>([
  [{ kind: "time", name: "total", a: "1.5", b: "2" }, "total|1.5 ms|2 ms|other"],
  [{ kind: "time", name: "total", a: "1.5" }, "total|1.5 ms||other"],
  [{ kind: "time", name: "tcp", b: "2" }, "tcp||2|other"],
  [{ kind: "time", name: "version", a: "h2", b: "h3" }, "version|h2|h3|other"],
  [{ kind: "field-changed", name: "age", a: "1", b: "2" }, "age|1|2|other"],
  [{ kind: "finding-new", name: "x", severity: "error" }, "x|||worse"],
  [{ kind: "finding-new", name: "x", severity: "info" }, "x|||other"],
  [{ kind: "finding-gone", name: "x", severity: "warning" }, "x|||better"],
  [{ kind: "finding-gone", name: "x", severity: "info" }, "x|||other"],
])("%j", (difference, row) => expect(rows(difference)).toEqual([row]));
