/** Findings about a response that depend on its request or its status. */

import { expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../../src/headers/message.ts";
import { problemsOf } from "../explained.ts";

const NOW = Date.UTC(2026, 10, 20, 10);

function findings(lines: readonly string[], known: Known): string[] {
  const { headers, problems } = explainMessage(parseMessage(lines, known), NOW);
  return [...headers.flatMap(problemsOf), ...problems.map(({ severity, name }) => `${severity} ${name}`)];
}

const asked = (...requestHeaders: string[]): Known => ({ status: 200, method: "GET", requestHeaders });
const MISSED = "warning not-modified-missed";

test.each([
  [['ETag: "a"'], asked('If-None-Match: "b", W/"a"'), true],
  [['ETag: W/"a"'], asked('If-None-Match: "a"'), true],
  [['ETag: "a,b"'], asked('If-None-Match: "a,b"'), true],
  [['ETag: "a"'], asked('If-None-Match: "ab"'), false],
  [['ETag: "a"'], asked("If-None-Match: a"), false],
  [["ETag: a"], asked("If-None-Match: a"), false],
  [['ETag: "a"'], asked("If-None-Match: *"), false],
  [['ETag: "a"'], { ...asked('If-None-Match: "a"'), method: "PUT" }, false],
  [['ETag: "a"'], { ...asked('If-None-Match: "a"'), status: 500 }, false],
  [["Last-Modified: yesterday"], asked("If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"), false],
  // If-None-Match takes precedence over If-Modified-Since (RFC 9110 section 13.1.3).
  [
    ['ETag: "b"', "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"],
    asked('If-None-Match: "a"', "If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"),
    false,
  ],
])("%j to %j could have been a 304: %p", (lines, known, missed) => {
  expect(findings(lines, known).includes(MISSED)).toBe(missed);
});

test.each([
  [['ETag: "a"'], ['If-None-Match: "ab"'], true],
  [['ETag: "a"'], ['If-None-Match: "b", "a"'], false],
  [['ETag: "a"'], ["If-None-Match: *"], false],
])("a 304 with %j to %j has a tag of another resource: %p", (lines, requestHeaders, foreign) => {
  const found = findings(lines, { status: 304, requestHeaders });
  expect(found.includes("error not-modified-tag")).toBe(foreign);
});

test("a response that is not cached has no advice on its lifetime", () => {
  const lines = ["Cache-Control: public, max-age=60"];
  const post = findings(lines, { status: 200, method: "POST", requestHeaders: [] });
  expect(post).toContain("info freshness-unused");
  expect(post).not.toContain("info public-unnecessary");
  const own = "Content-Location: https://www.example.com/";
  const stored = findings([...lines, own], {
    status: 200,
    method: "POST",
    url: "https://www.example.com/",
    requestHeaders: [],
  });
  expect(stored).not.toContain("info freshness-unused");
});

const STRICT = "Set-Cookie: oidc.state=1; Secure; HttpOnly; SameSite=Strict";
const FLOW = "warning cookie-strict-login-flow";

test.each([
  [["Location: https://login.example.net/", STRICT], true],
  [["Location: https://sso.example.com/", STRICT], false],
  [["Location: /next", STRICT], false],
  [["Location: https://login.example.net/", STRICT.replace("oidc.state", "estate")], false],
])("%j is a login whose cookie is not returned: %p", (lines, expected) => {
  const found = findings(lines, { status: 302, url: "https://www.example.com/" });
  expect(found.includes(FLOW)).toBe(expected);
});

test("a failed request is not described as a success", () => {
  const message = parseMessage(
    ["Content-Type: application/grpc-web+proto", "grpc-status: 14", "grpc-message: not%20there"],
    { status: 200, method: "POST" },
  );
  const { intent, headers } = explainMessage(message, NOW);
  expect(intent).toStartWith("Reports that the gRPC call failed: UNAVAILABLE");
  expect(headers.slice(1).map(({ alternate }) => alternate)).toEqual(["UNAVAILABLE", "not there"]);
});

test("a missing charset is not reported if no text follows", () => {
  const lines = ["Content-Type: text/plain"];
  expect(findings(lines, { status: 200 })).toContain("info text-charset-missing");
  expect(findings(lines, { status: 204 })).not.toContain("info text-charset-missing");
  expect(findings([...lines, "Content-Length: 0"], { status: 200 })).not.toContain(
    "info text-charset-missing",
  );
});

test("a 103 sets no cookie", () => {
  const lines = ["Set-Cookie: a=1"];
  const { intent, verdicts, headers } = explainMessage(parseMessage(lines, { status: 103 }), NOW);
  expect(verdicts.cookies?.[0]?.outcome).toBe("refused");
  expect(intent).toContain("browsers reject its cookie");
  expect(headers.flatMap(problemsOf)).toEqual(["warning early-hints-field-ignored"]);
  for (const status of [101, 200])
    expect(explainMessage(parseMessage(lines, { status }), NOW).verdicts.cookies?.[0]?.outcome).toBe(
      "stored",
    );
});

test("a deleted cookie is not described as rejected because all cookies are cleared", () => {
  const clear = 'Clear-Site-Data: "cookies"';
  const known = { status: 200, url: "https://a.example/" };
  const outcomes = (line: string) =>
    explainMessage(parseMessage([clear, line], known), NOW).verdicts.cookies?.map(({ outcome }) => outcome);
  expect(outcomes("Set-Cookie: a=; Max-Age=0")).toEqual(["deleted"]);
  expect(outcomes("Set-Cookie: a=1; Max-Age=9")).toEqual(["refused"]);
});

test("over plain HTTP an NEL policy is not described as effective", () => {
  const lines = [
    'Report-To: {"group":"a","max_age":9,"endpoints":[{"url":"https://a.example/"}]}',
    'NEL: {"report_to":"a","max_age":9}',
  ];
  const at = (url: string) =>
    findings(lines, { status: 301, url }).filter((text) => / nel-| reporting/.test(text));
  expect(at("http://a.example/")).toEqual(["info reporting-insecure", "info nel-over-http"]);
  expect(at("https://a.example/")).toEqual([]);
});

test("a time in the past is not described as a wait", () => {
  const lines = ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Retry-After: Fri, 20 Nov 2026 09:59:59 GMT"];
  const { intent } = explainMessage(parseMessage(lines, { status: 503 }), NOW);
  expect(intent).not.toContain("try again");
});

test.each([
  [["Cache-Control: max-age=60"], "GET", true],
  [["Cache-Control: no-store"], "GET", false],
  [["Cache-Control: max-age=60"], "POST", false],
  [["Cache-Control: max-age=60", "Vary: Origin"], "GET", false],
])("a missing Vary: Origin is reported for %j to %s: %p", (lines, method, expected) => {
  const origin = "https://a.example";
  const known = { status: 200, method, requestHeaders: [`Origin: ${origin}`] };
  const found = findings([`Access-Control-Allow-Origin: ${origin}`, ...lines], known);
  expect(found.includes("warning cors-vary-origin-missing")).toBe(expected);
});

test("a stream of events is not reused", () => {
  const lines = ["Content-Type: text/event-stream", "Cache-Control: no-cache"];
  const { intent } = explainMessage(parseMessage(lines, { status: 200 }), NOW);
  expect(intent).toBe("Serves a stream of events.");
});
