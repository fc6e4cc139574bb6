import { describe, expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";

const NOW = Date.UTC(2026, 10, 20);

describe("receivedAt", () => {
  const cases: readonly [string, boolean][] = [
    ["2026-11-20T12:00:00Z", true],
    ["2026-11-20t12:00:00.25+02:00", true],
    ["2024-02-29T00:00:00Z", true],
    ["2016-12-31T23:59:60Z", true],
    ["2026-02-29T00:00:00Z", false],
    ["2026-02-30T00:00:00Z", false],
    ["2026-13-01T00:00:00Z", false],
    ["2026-11-20T24:30:00Z", false],
    ["2026-11-20", false],
    ["yesterday", false],
  ];
  for (const [receivedAt, isTaken] of cases)
    test(`${receivedAt} is ${isTaken ? "taken" : "refused"}`, () => {
      const decode = () => decodeHeaders({ headers: ["Age: 1"], receivedAt }, NOW);
      if (isTaken) expect(decode().headers).toHaveLength(1);
      else expect(decode).toThrow("receivedAt");
    });
});

test("a hostile line of thousands of faulty parts has a bounded number of problems", () => {
  const report = decodeHeaders({ headers: [`Set-Cookie: a=b${"; x".repeat(5000)}`] }, NOW);
  const items = report.headers[0]?.details.items ?? [];
  const problems = items.flatMap((item) => item.problems ?? []);
  expect(items).toHaveLength(5001);
  expect(problems).toHaveLength(100);
});
