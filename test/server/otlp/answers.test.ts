import { expect, test } from "bun:test";
import { outcomeOf } from "../../../src/server/otlp/answers.ts";
import { fieldsOf } from "../../../src/server/otlp/fields.ts";
import { collectorUrl } from "../../../src/settings/forms.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

test.each([
  [200, null, "", { kind: "taken", rejected: 0 }],
  [204, null, "", { kind: "taken", rejected: 0 }],
  [200, null, "{}", { kind: "taken", rejected: 0 }],
  [200, null, '{"partialSuccess":null}', { kind: "taken", rejected: 0 }],
  [200, null, '{"partialSuccess":{"rejectedSpans":"3"}}', { kind: "taken", rejected: 3 }],
  [200, null, '{"partialSuccess":{"rejectedDataPoints":4}}', { kind: "taken", rejected: 4 }],
  [200, null, '{"partialSuccess":{"rejectedSpans":-1}}', { kind: "taken", rejected: 0 }],
  [200, null, '{"partialSuccess":{"rejectedSpans":1e99}}', { kind: "taken", rejected: 0 }],
  [199, null, "", { kind: "refused", reason: "status 199" }],
  [300, null, "", { kind: "refused", reason: "status 300" }],
  [400, "5", "", { kind: "refused", reason: "status 400" }],
  [500, null, "", { kind: "refused", reason: "status 500" }],
  [502, null, "", { kind: "again", reason: "status 502" }],
  [503, "", "", { kind: "again", reason: "status 503" }],
  [504, "soon", "", { kind: "again", reason: "status 504" }],
  [429, "5", "", { kind: "again", reason: "status 429", after: 5000 }],
  [429, "301", "", { kind: "again", reason: "status 429", after: 300_000 }],
  [429, "Fri, 20 Nov 2026 10:00:10 GMT", "", { kind: "again", reason: "status 429", after: 10_000 }],
  [429, "Fri, 20 Nov 2026 09:00:10 GMT", "", { kind: "again", reason: "status 429", after: 0 }],
] as const)("%d with Retry-After %p and %p", (status, after, text, outcome) =>
  expect(outcomeOf(status, after, text, NOW)).toEqual(outcome),
);

test.each([
  [undefined, {}],
  ["", {}],
  ["Authorization=Bearer%20abc", { authorization: "Bearer abc" }],
  [" a = 1 , b=2=3,", { a: "1", b: "2=3" }],
])("fields of %p", (text, fields) => expect(fieldsOf(text)).toEqual(fields));

test.each([
  "secret",
  "=secret",
  "a b=secret",
  "a=%secret",
  "a=secret%0d%0aX: y",
  "Host=secret",
  "content-type=secret",
])("fields of %p are refused, and not repeated", (text) => {
  expect(() => fieldsOf(text)).toThrow("OTEL_EXPORTER_OTLP_HEADERS");
  expect(() => fieldsOf(text)).not.toThrow("secret");
});

test.each([
  ["", undefined],
  ["http://127.0.0.1:4318", "http://127.0.0.1:4318"],
  ["https://collector.example/otlp/", "https://collector.example/otlp"],
])("the URL %p", (text, url) => expect(collectorUrl(text)).toBe(url as string));

test.each(["127.0.0.1:4318", "grpc://a:4317", "http://u:p@a", "http://a/?x", "http://a/#x", "on"])(
  "the URL %p is refused",
  (text) => expect(() => collectorUrl(text)).toThrow("expected an http or https URL"),
);
