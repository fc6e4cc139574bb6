import { describe, expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";
import { briefOf } from "../../src/view/brief.ts";
import { sampleReport } from "../web/sample-report.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

describe("a report in brief", () => {
  const lines = ["HTTP/1.1 301 Moved Permanently", "Location: /b", "Age: soon", "Cache-Control: max-age=60"];
  const whole = decodeHeaders({ headers: lines, url: "https://a.example/" }, NOW);
  const brief = briefOf(whole);
  test("has the requested URL, and the target of each step", () => {
    expect(brief).toMatchObject({ url: "", status: 301, intent: whole.intent, total: 0, findings: [] });
    expect(brief.steps).toMatchObject([{ status: 301, intent: whole.steps[0]?.intent }]);
  });
  test("has each finding with id, sentence and fix, most severe first", () => {
    const [first, ...more] = brief.steps[0]?.findings ?? [];
    expect(first).toEqual({
      name: "age-invalid",
      severity: "error",
      title: expect.stringContaining("soon"),
      field: "age",
    });
    expect(more.map(({ severity }) => severity)).not.toContain("error");
  });
  test("answers each question in a line", () => {
    expect(brief.steps[0]?.verdicts).toContainEqual(
      expect.stringMatching(/^Who may store this, and for how long\? \S.+\.$/),
    );
    expect(JSON.stringify(brief.steps[0]?.verdicts)).not.toContain("\\n");
  });
  test("reports a failure once", () => {
    const error = { phase: "tcp", code: "refused", message: "Nothing listens.", hint: "Start it." } as const;
    const [step] = sampleReport.steps;
    const failed = briefOf({ ...sampleReport, steps: step ? [{ ...step, error }] : [] });
    expect(failed.steps[0]?.error).toEqual(error);
    expect(failed.steps[0]?.findings.map(({ name }) => name)).not.toContain("refused");
  });
  test("is a small part of the full report", () => {
    expect(JSON.stringify(briefOf(sampleReport)).length * 4).toBeLessThan(
      JSON.stringify(sampleReport).length,
    );
  });
});
