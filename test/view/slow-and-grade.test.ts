import { expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";
import type { HttpStep } from "../../src/http/schema.ts";
import { gradeOf } from "../../src/view/report/verdicts.ts";
import { type Waterfall, whySlow } from "../../src/view/report/waterfall.ts";
import { viewReport } from "../../src/view/report.ts";
import { sampleReport } from "../web/sample-report.ts";

const waterfall = (...steps: Partial<HttpStep["timeStages"]>[]): Waterfall => {
  const rows = steps.map((stages, index) => ({
    step: index + 1,
    stages: Object.entries(stages).map(([name, ms]) => ({
      name: name as "dns",
      label: "",
      from: 0,
      ms: ms ?? 0,
    })),
    ms: 0,
  }));
  return {
    total: rows.flatMap(({ stages }) => stages).reduce((sum, { ms }) => sum + ms, 0),
    rows,
    stages: [],
  };
};

test.each<[readonly Partial<HttpStep["timeStages"]>[], string | undefined]>([
  [[{ dns: 100, firstByte: 199 }], undefined],
  [[{ dns: 100, firstByte: 200 }], "67 % of 300 ms is waiting for the first byte."],
  [[{ dns: 400, tcp: 300, tls: 300 }], "40 % of 1.00 s is looking up the name."],
  [[{ dns: 399, tcp: 301, tls: 300 }], undefined],
  [[{ tls: 10 }, { tls: 500, tcp: 10 }], "96 % of 520 ms is the TLS handshake of step 2."],
  [[{ download: 500 }], "100 % of 500 ms is downloading the content."],
  [[{ wait: 500 }], "100 % of 500 ms is waiting for its turn."],
  [[{ tcp: 500 }], "100 % of 500 ms is connecting."],
])("why %j is slow: %p", (steps, text) => expect(whySlow(waterfall(...steps)) as unknown).toBe(text));

test.each([
  ["Content-Type: text/html", true],
  ["Content-Type: application/xhtml+xml", true],
  ["X-A: 1", true],
  ["Content-Type: text/plain", false],
  ["Content-Type: application/json", false],
])("a response with %s has a grade: %p", (line, isGraded) => {
  const { steps } = decodeHeaders({ headers: ["HTTP/1.1 200 OK", line], url: "https://a.example/" }, 0);
  const [step] = steps;
  if (!step) throw new Error("there is a step");
  expect(gradeOf(step) !== undefined).toBe(isGraded);
});

test.each([
  ["CERT_HAS_EXPIRED", "Not trusted: it has expired"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "Not trusted: its intermediate certificate is missing"],
  ["NEW_CODE", "Not trusted: NEW_CODE"],
])("%s is %s", (error, words) => {
  const [step] = sampleReport.steps;
  if (!step?.tls) throw new Error("the sample has TLS");
  const report = { ...sampleReport, steps: [{ ...step, tls: { ...step.tls, authorized: false, error } }] };
  const certificate = viewReport(report).steps[0]?.facts.find(({ label }) => label === "Certificate");
  expect(certificate?.parts[0]).toEqual({ bad: words });
});
