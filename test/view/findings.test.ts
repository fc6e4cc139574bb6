import { describe, expect, test } from "bun:test";
import type { Problem } from "../../src/headers/schema.ts";
import type { HttpReport, HttpStep } from "../../src/http/schema.ts";
import { findingsOf, ignoring, treatedFindings } from "../../src/jobs/project/findings.ts";
import { allKinds, kindOf } from "../../src/jobs/project/kinds.ts";
import { countText, ignoredText, rowsOf, wordsOfRow } from "../../src/view/findings.ts";
import { sampleReport } from "../web/sample-report.ts";

const problem = (name: string, severity: Problem["severity"], title = `This is ${name}.`): Problem => ({
  name,
  title,
  severity,
});
const [step] = sampleReport.steps;
if (!step) throw new Error("no step");
const bare: HttpStep = { ...step, headers: [], problems: [] };
const report = (chain: Problem[], ...steps: Partial<HttpStep>[]): HttpReport => ({
  ...sampleReport,
  problems: chain,
  steps: steps.map((part) => ({ ...bare, ...part })),
});

const ignoredFrom = (given: HttpReport, ...ids: string[]) =>
  treatedFindings(given, ignoring(new Set(ids))).findings;

describe("findings", () => {
  test("most severe first, then in order", () => {
    const given = report([problem("a", "info"), problem("b", "warning")], {
      problems: [problem("c", "error"), problem("d", "warning")],
    });
    expect(findingsOf(given).map(({ name }) => name)).toEqual(["c", "b", "d", "a"]);
  });
  test("of one severity: leaks, then broken, weak, and old", () => {
    const names = ["date-missing", "x-frame-options-missing", "vary-any", "personal-in-shared-cache"];
    const given = report([], { problems: names.map((name) => problem(name, "warning")) });
    expect(findingsOf(given).map(({ name }) => name)).toEqual(names.toReversed());
  });
  const missing = (...names: readonly string[]) =>
    findingsOf(report([], { problems: names.map((name) => problem(`${name}-missing`, "warning")) }));
  test("three missing protections of a step are one row, at the place of the first", () => {
    const rows = rowsOf(
      missing("x-frame-options", "date", "content-security-policy", "x-content-type-options"),
    );
    expect(rows.map((row) => wordsOfRow(row))).toEqual([
      {
        title:
          "3 protections are missing: X-Frame-Options, Content-Security-Policy and X-Content-Type-Options.",
        name: "*-missing",
      },
      expect.objectContaining({ name: "date-missing" }),
    ]);
    expect(rows[0]?.map(({ name }) => name)).toEqual([
      "x-frame-options-missing",
      "content-security-policy-missing",
      "x-content-type-options-missing",
    ]);
  });
  test("two are separate rows, and so are those of several steps and severities", () => {
    expect(rowsOf(missing("x-frame-options", "content-security-policy")).length).toBe(2);
    const step = (severity: Problem["severity"], ...names: readonly string[]) => ({
      problems: names.map((name) => problem(`${name}-missing`, severity, `${severity} ${name}`)),
    });
    const several = report(
      [],
      step("warning", "x-frame-options", "content-security-policy"),
      step("warning", "strict-transport-security"),
      step("info", "x-content-type-options"),
    );
    expect(rowsOf(findingsOf(several)).every((row) => row.length === 1)).toBe(true);
  });
  test("equal sentences of several steps are one finding with its positions", () => {
    const same = { problems: [problem("a", "warning")] };
    const [finding, ...others] = findingsOf(report([], same, same));
    expect(others).toEqual([]);
    expect(finding?.places.map(({ step }) => step)).toEqual([1, 2]);
  });
  test("another sentence of the same kind is another finding", () => {
    const given = report([], { problems: [problem("a", "info", "One."), problem("a", "info", "Two.")] });
    expect(findingsOf(given).length).toBe(2);
  });
  test("a failed step is one, with the code of its error", () => {
    const error = {
      phase: "tcp",
      code: "connection-refused",
      message: "Nothing listens there.",
      hint: "",
    } as const;
    expect(findingsOf(report([], {}, { error }))).toEqual([
      {
        name: "connection-refused",
        title: "Nothing listens there.",
        severity: "error",
        places: [{ step: 2, url: step.request.url }],
      },
    ]);
  });
  test("ignored ones are omitted", () => {
    const given = report([problem("a", "info")], {});
    expect(ignoredFrom(given, "a")).toEqual([]);
  });
  test("ignored ones are listed separately, with their reason", () => {
    const given = report([problem("a", "info"), problem("b", "error")]);
    const { findings, ignored } = treatedFindings(given, ({ name }) =>
      name === "a" ? { severity: "error" } : { by: "netlens.toml", reason: "why" },
    );
    expect(findings).toMatchObject([{ name: "a", severity: "error" }]);
    expect(ignored).toMatchObject([{ name: "b", by: "netlens.toml", reason: "why" }]);
    expect(ignoredText([])).toBe("");
    expect(ignoredText([...ignored, ...ignored, { by: "--ignore", reason: "" }])).toBe(
      "2 ignored by netlens.toml, 1 by --ignore",
    );
  });
  test("of one header only", () => {
    const given = report([
      { ...problem("a", "info"), field: "etag" },
      { ...problem("a", "info", "B."), field: "age" },
    ]);
    const left = (...ignored: string[]) => ignoredFrom(given, ...ignored).map(({ field }) => field);
    expect(left("a:etag")).toEqual(["age"]);
    expect(left("a:age", "a:etag")).toEqual([]);
    expect(left("b:etag", "a:")).toEqual(["etag", "age"]);
    expect(ignoredFrom(report([problem("a", "info")]), "a:undefined")).toHaveLength(1);
  });
  test.each([
    [[], "no problems"],
    [[problem("a", "info")], "1 info"],
    [[problem("a", "info"), problem("b", "error"), problem("c", "error")], "2 errors, 1 info"],
  ])("counts %#", (problems, text) => expect(countText(problems)).toBe(text));
});

test("every kind has advice: an example without the problem, or a sentence", () => {
  const silent = allKinds().filter(([, { good, advice }]) => !good && !advice);
  expect(silent.map(([id]) => id)).toEqual([]);
});

test("a failure is written within a sentence, and names keep their capitals", () => {
  expect(kindOf("connection-refused")?.summary).toBe("The lookup failed: connection refused.");
  const summaries = allKinds()
    .map(([, { summary }]) => summary)
    .filter((text) => text.startsWith("The lookup failed: "));
  expect(summaries.length).toBeGreaterThan(20);
  expect(summaries.filter((text) => /^The lookup failed: [A-Z][a-z]/.test(text))).toEqual([]);
  expect(summaries).toContain("The lookup failed: TLS handshake failed.");
});

test("kinds are in alphabetical order", () => {
  const ids = allKinds().map(([id]) => id);
  expect(ids).toEqual(ids.toSorted());
});

test("every possible finding of a lookup has a kind", () => {
  expect(allKinds().length).toBeGreaterThan(500);
  for (const id of ["connection-refused", "max-time-exceeded", "certificate-expired", "date-missing"])
    expect(kindOf(id)?.summary).toMatch(/^[A-Z].*\.$/);
  for (const name of ["constructor", "__proto__", "nothing-of-the-kind"])
    expect(kindOf(name)).toBeUndefined();
});
