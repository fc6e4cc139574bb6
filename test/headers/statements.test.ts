/** Regression tests for false, missing or repeated statements: lines, and the statements about them. */

import { describe, expect, test } from "bun:test";
import { explainMessage } from "../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../src/headers/message.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const PAGE: Known = { status: 200, url: "https://www.example.com/page", method: "GET" };

function explain(lines: readonly string[], known: Known = {}) {
  return explainMessage(parseMessage(lines, { ...PAGE, ...known }), NOW);
}

function problems(lines: readonly string[], known: Known = {}) {
  const { headers, problems } = explain(lines, known);
  const items = headers.flatMap(({ details }) => details.items ?? []);
  return [...headers, ...items].flatMap(({ problems = [] }) => problems).concat(problems);
}

const titles = (lines: readonly string[], known?: Known) => problems(lines, known).map(({ title }) => title);
const names = (lines: readonly string[], known?: Known) => problems(lines, known).map(({ name }) => name);

test("a cookie's Expires is relative to the time of receipt, as its lifetime is", () => {
  const receivedAt = Date.parse("2026-11-22T10:00:00Z");
  const line = "Set-Cookie: a=b; Expires=Sun, 22 Nov 2026 12:00:00 GMT";
  const { headers } = explain(["Date: Sun, 22 Nov 2026 10:00:00 GMT", line], { receivedAt });
  expect(headers[1]?.alternate).toBe("kept for 2 hours");
  expect(headers[1]?.details.items?.[1]?.alternate).toBe("in 2 hours");
});

test("so is every time in readable forms", () => {
  const receivedAt = Date.parse("2026-11-22T10:00:00Z");
  const lines = ["X-Azure-Ref: 20261122T095500Z-15abcdef", "Expires: Sun, 22 Nov 2026 11:00:00 GMT"];
  const words = explain(lines, { receivedAt }).headers.map(({ alternate }) => alternate);
  expect(words[0]).toContain("5 minutes ago");
  expect(words[1]).toContain("fresh for 1 hour");
});

test.each([
  [": novalue", '": novalue" is not a header: it has no name before its colon.'],
  ["novalue", '"novalue" is not a header: it has no colon.'],
  ["Server-Timing: ;dur=4", "Server-Timing has an entry without a name."],
  [
    "Cross-Origin-Resource-Policy: all",
    '"all" is not a value of Cross-Origin-Resource-Policy; it must be same-origin, same-site or cross-origin.',
  ],
  [
    "Cache-Control: private=set-cookie",
    'Cache-Control: private is limited to "set-cookie", which belongs in double quotes; most caches apply it to the whole response.',
  ],
  [
    'Cache-Control: private="set-cookie"',
    'Cache-Control: private is limited to "set-cookie"; most caches apply it to the whole response.',
  ],
])("%s", (line, title) => {
  expect(titles([line])).toContain(title);
});

describe("findings that must not appear", () => {
  const COOKIE = "Set-Cookie: theme=dark; Secure; HttpOnly; SameSite=Lax";
  test.each([
    [['Cache-Control: private="set-cookie", max-age=60', COOKIE], "cookies-in-shared-cache"],
    [['Cache-Control: no-cache="x, Set-Cookie", max-age=60', COOKIE], "cookies-in-shared-cache"],
    [["Cache-Control: no-store", "CDN-Cache-Control: max-age=600"], "freshness-unset"],
    [["Set-Cookie: a=b; Secure; Domain=com"], "cookie-samesite-missing"],
  ])("%j has no %s", (lines, name) => {
    expect(names(lines)).not.toContain(name);
  });
  test.each([
    [['Cache-Control: private="x", max-age=60', COOKIE], "cookies-in-shared-cache"],
    [["Content-Type: text/css"], "freshness-unset"],
    [["Set-Cookie: a=b; Secure"], "cookie-samesite-missing"],
  ])("%j has %s", (lines, name) => {
    expect(names(lines)).toContain(name);
  });
  test("absent content needs no charset", () => {
    expect(names(["Content-Type: text/html"], { status: 204 })).not.toContain("charset-missing");
    expect(names(["Content-Type: text/html"], { status: 203 })).toContain("charset-missing");
  });
});

test.each([
  ["Cache-Control: s-maxage=60", "s-maxage in Cache-Control sets a lifetime only for shared caches"],
  ["CDN-Cache-Control: max-age=60", "CDN-Cache-Control sets a lifetime only for shared caches"],
  ["Content-Type: text/css", "Neither Cache-Control nor Expires sets a lifetime"],
])("%s: the missing lifetime is named", (line, words) => {
  const modified = ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"];
  expect(problems([line]).find(({ name }) => name === "freshness-unset")?.title).toStartWith(words);
  expect(problems([line, ...modified]).find(({ name }) => name === "freshness-missing")?.title).toStartWith(
    words,
  );
});

test("a preflight refused for a header is not reported as refused for its method", () => {
  const asked = (fields: string) =>
    explainMessage(
      parseMessage(["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: PUT"], {
        ...PAGE,
        method: "OPTIONS",
        requestHeaders: [
          "Origin: https://a.example",
          "Access-Control-Request-Method: PUT",
          `Access-Control-Request-Headers: ${fields}`,
        ],
      }),
      NOW,
    ).intent;
  expect(asked("x-trace")).toBe(
    "Answers a CORS preflight, but https://a.example may not send PUT with the requested headers.",
  );
});

test("Expires of a response from a cache is not described as valid until its date", () => {
  const known = { receivedAt: Date.parse("2026-11-22T10:00:00Z") };
  const told = (age: string) =>
    explain(
      [
        "Expires: Sun, 22 Nov 2026 11:00:00 GMT",
        "Date: Sun, 22 Nov 2026 10:00:00 GMT",
        ...(age ? [`Age: ${age}`] : []),
      ],
      known,
    ).headers[0]?.alternate;
  expect(told("")).toBe("fresh for 1 hour, until 22 November 2026, 11:00 UTC");
  expect(told("3000")).toBe("fresh for another 10 minutes of 1 hour");
  expect(told("3600")).toBe("22 November 2026, 11:00 UTC, but stale on arrival: 1 hour old");
});

test("a Host that matches neither :authority nor the URL is reported once", () => {
  const message = parseMessage(["HTTP/2 200"], {
    ...PAGE,
    requestHeaders: [
      ":method: GET",
      ":scheme: https",
      ":path: /page",
      ":authority: www.example.com",
      "host: b.example",
    ],
  });
  const { requestHeaders = [] } = explainMessage(message, NOW);
  const told = requestHeaders.find(({ name }) => name === "host")?.problems.map(({ name }) => name);
  expect(told).toEqual(["authority-mismatch"]);
});

test("an address in a comment is not an operating system", () => {
  const [header] = explain(["X-Generator: Drupal 7 (http://drupal.org)"]).headers;
  expect(header?.details.items?.map(({ description }) => description)).toEqual([
    "The content management system Drupal.",
    "A comment with a link.",
  ]);
});

test("'none' next to other sources has no effect", () => {
  const [header] = explain(["Content-Security-Policy: img-src 'none' 'self'"]).headers;
  expect(header?.details.items?.[0]?.alternate).toBe("the page's own origin");
});

test("an invalid disposition is not described as saved", () => {
  const [header] = explain([
    'Content-Disposition: filename="a.pdf"',
    "Content-Type: application/pdf",
  ]).headers;
  expect(header?.alternate).toBe("shown inline");
  expect(header?.details.items?.[0]?.description).toBe(
    "Not a disposition: inline or attachment must come first.",
  );
});
