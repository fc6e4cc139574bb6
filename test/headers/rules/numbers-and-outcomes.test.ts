import { expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import { problemsOf } from "../explained.ts";

const GRPC = "Content-Type: application/grpc+proto";

/** Findings with this prefix in their id, since other rules report on the same messages. */
function found(prefix: string, lines: readonly string[], url = "https://www.example.com/"): string[] {
  const { headers, problems } = explainMessage(
    parseMessage(lines, { status: 200, url }),
    Date.UTC(2026, 10, 20),
  );
  return [...problems.map(({ severity, name }) => `${severity} ${name}`), ...headers.flatMap(problemsOf)]
    .filter((text) => text.split(" ")[1]?.startsWith(prefix))
    .sort();
}

test.each([
  [['RateLimit-Policy: "a";q=10, "b";q=99', 'RateLimit: "b";r=50'], []],
  [['RateLimit-Policy: "a";q=10, "b";q=99', 'RateLimit: "a";r=50'], ["warning rate-limit-above-quota"]],
  [['RateLimit-Policy: "a";q=10', 'RateLimit: "other";r=50'], []],
  [["X-RateLimit-Limit: 10, 20;w=60", "X-RateLimit-Remaining: 15"], []],
  [["X-Rate-Limit-Limit: 10", "X-Rate-Limit-Remaining: 11"], ["warning rate-limit-above-quota"]],
  [["X-RateLimit-Limit: 60", "X-Rate-Limit-Remaining: 61"], []],
])("%j", (lines, expected) => {
  expect(found("rate-limit-above", lines)).toEqual(expected);
});

test("the three headers of an early draft are reported once", () => {
  const lines = ["RateLimit-Limit: 100", "RateLimit-Remaining: 0", "RateLimit-Reset: 30"];
  expect(found("rate-limit-old", lines)).toEqual(["info rate-limit-old-form"]);
  expect(found("rate-limit-old", ["X-RateLimit-Limit: 100"])).toEqual([]);
});

test("a rate limit in its old format shows quota and remaining requests", () => {
  const ids = (left: number) => found("rate-limit", [`RateLimit: limit=100, remaining=${left}, reset=5`]);
  expect(ids(101)).toEqual(["info rate-limit-old-form", "warning rate-limit-above-quota"]);
  expect(ids(100)).toEqual(["info rate-limit-old-form"]);
});

test.each([
  [["Keep-Alive: timeout=5, max=100"], []],
  [["Keep-Alive: timeout=5, foo=1"], ["info keep-alive-parameter"]],
  [["Connection: Close", "Keep-Alive: timeout=5"], ["warning keep-alive-closed"]],
  [["Keep-Alive: timeout=0"], ["warning keep-alive-zero"]],
])("%j", (lines, expected) => {
  expect(found("keep-alive", lines)).toEqual(expected);
});

test.each([
  [[GRPC, "grpc-status: 0"], []],
  [[GRPC, "grpc-status: 14"], []],
  [[GRPC, "grpc-status: -1"], ["error grpc-status-invalid"]],
  [[GRPC], []],
  [[GRPC, "Content-Length: 0"], ["error grpc-status-missing"]],
  [[GRPC, "Content-Length: 0", "Trailer: grpc-status"], []],
  [["Content-Type: application/grpc-web+proto", "Content-Length: 0"], []],
])("%j", (lines, expected) => {
  expect(found("grpc", lines)).toEqual(expected);
});

test.each([
  ["http://www.example.com/", ["info reporting-insecure"]],
  ["https://www.example.com/", []],
  ["http://localhost:8080/", []],
])("Reporting-Endpoints at %s", (url, expected) => {
  expect(found("reporting-insecure", ['Reporting-Endpoints: a="https://example.com/a"'], url)).toEqual(
    expected,
  );
});

test.each([301, 302, 303, 307, 308])("a kept %i without a target", (status) => {
  const { headers } = explainMessage(parseMessage(["Cache-Control: max-age=60"], { status }), 0);
  expect(headers.flatMap(problemsOf)).toContain("warning freshness-broken-redirect");
});

test.each([
  [428, 0],
  [429, 1],
  [430, 0],
  [502, 0],
  [503, 1],
  [504, 0],
])("a %i without Retry-After has %i findings about it", (status, findings) => {
  const { problems } = explainMessage(parseMessage(["Age: 0"], { status }), 0);
  expect(problems.filter(({ name }) => name === "retry-after-missing")).toHaveLength(findings);
});
