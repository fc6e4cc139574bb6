import { expect, test } from "bun:test";
import type { Difference } from "../../src/jobs/compare/schema.ts";
import { viewComparison } from "../../src/view/comparison.ts";
import { sampleReport } from "../web/sample-report.ts";

const other = { effect: "other" } as const;
const compared = (...differences: Difference[]) =>
  viewComparison({
    a: sampleReport,
    b: { ...sampleReport, url: "", status: 0, statusMessage: "" },
    differences,
  });

test("each side in a few words", () => {
  expect(compared()).toEqual({
    outcome: "No differences.",
    unchecked: [],
    a: "https://example.com/?q=1 error Connection refused",
    b: "header lines",
    groups: [],
    fields: [],
    volatile: [],
  });
});

test("regressions, improvements and other changes, each without repetitions, if there are any", () => {
  const { groups } = compared(
    { kind: "outcome-changed", name: "status", a: "200", b: "404", title: "Status.", effect: "worse" },
    { kind: "finding-new", name: "age-invalid", severity: "error", title: "Age.", effect: "worse" },
    { kind: "finding-gone", name: "date-missing", severity: "info", title: "Date.", ...other },
    { kind: "verdict-changed", name: "caching.a", a: "x", b: "y", title: "Caches.", ...other },
    { kind: "verdict-changed", name: "caching.b", a: "x", b: "y", title: "Caches.", ...other },
    { kind: "field-added", name: "vary", b: "*", title: "Vary.", ...other },
  );
  expect(groups).toEqual([
    {
      title: "Worse",
      effect: "worse",
      changes: [{ title: "Status." }, { title: "Age.", problem: "age-invalid" }],
    },
    {
      title: "Other changes",
      effect: "other",
      changes: [{ title: "Date.", problem: "date-missing" }, { title: "Caches." }],
    },
  ]);
  expect(
    compared({ kind: "time", name: "total", a: "2", b: "1", title: "T.", effect: "better" }).groups,
  ).toEqual([{ title: "Timing", effect: "other", changes: [{ title: "T." }] }]);
});

test("headers next to each other, and separately those that differ in every response", () => {
  const { groups, fields, volatile } = compared(
    { kind: "field-changed", name: "age", a: "1", b: "2", title: "Age.", ...other },
    { kind: "field-changed", name: "date", a: "1", b: "2", title: "Date.", volatile: true, ...other },
    { kind: "field-added", name: "vary", b: "*", title: "Vary.", ...other },
    { kind: "field-removed", name: "te", a: "x", title: "TE.", ...other },
    { kind: "verdict-changed", name: "policy.x", a: "1", b: "2", title: "Nonce.", volatile: true, ...other },
  );
  expect(groups).toEqual([]);
  expect(fields).toEqual([
    { name: "age", a: "1", b: "2", sign: "~" },
    { name: "vary", a: "", b: "*", sign: "+" },
    { name: "te", a: "x", b: "", sign: "-" },
  ]);
  expect(volatile).toEqual([{ name: "date", a: "1", b: "2", sign: "~" }]);
});

test("a policy is one row, with any number of changed parts; a single change is a sentence", () => {
  const changed = (name: string, title: string) =>
    ({ kind: "verdict-changed", name, a: "x", b: "y", title, effect: "worse" }) as const;
  const { groups } = compared(
    changed("policy.directives.img-src", "Images."),
    changed("policy.directives.font-src", "Fonts."),
    changed("policy.directives.font-src", "Fonts."),
    changed("permissions.camera.self", "Camera."),
    changed("cors.allowed", "CORS."),
  );
  expect(groups[0]?.changes).toEqual([
    { title: "Content-Security-Policy changed:", parts: ["Images.", "Fonts."] },
    { title: "Camera." },
    { title: "CORS." },
  ]);
});
