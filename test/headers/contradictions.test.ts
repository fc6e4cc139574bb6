/** Statements about a line or message agree with its findings, and good examples have no findings. */

import { describe, expect, test } from "bun:test";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import { EDGES } from "./edges.ts";
import { explain, explainExample, findingsOf, lastHeader, problemsOf } from "./explained.ts";

const rows = [...problemKinds()].map(([id, kind]) => [id, kind] as const);

test.each(rows)("%s: the example without it has no other error", (id, { good }) => {
  const within = [good, ...(EDGES[id]?.slice(1) ?? [])];
  const errors = within.flatMap((example) =>
    findingsOf(explainExample(example))
      .filter(({ severity, name }) => severity === "error" && name !== id)
      .map(({ title }) => title),
  );
  expect(errors).toEqual([]);
});

/** Sections about the grammar of all fields. */
const OF_ALL_FIELDS = /rfc9110#section-5\.[56]$|rfc9651(?:#section-3(?:\.\d)?)?$|rfc8259$/;

test("each grammar and type links to the field's own section", () => {
  const shared = rows.filter(([id, { link }]) => /-(?:invalid|type)$/.test(id) && OF_ALL_FIELDS.test(link));
  expect(shared.filter(([id]) => id !== "field-value-invalid").map(([id]) => id)).toEqual([]);
});

/** Titles of findings that recipients ignore the line. */
const IN_VAIN =
  /\b(?:(?:browsers|caches|clients|recipients|servers) (?:drop the whole|skip|ignore) (?:it|the (?:field|header))|has no effect(?!: clear)|matches nothing|send (?:it )?no reports|blocks every script|keeps no connection open|browsers reject credentials|only one is allowed|clients cannot follow)/;
/** Words for a value without effect. */
const ADMITS = /\b(?:ignored|nothing|not|no|nobody|never|refused|stale|closed)\b/;

test.each(rows)("%s: a header without effect is not described as effective", (_id, { bad }) => {
  const told = explainExample(bad)
    .headers.filter(({ problems }) => problems.some(({ title }) => IN_VAIN.test(title)))
    .flatMap(({ alternate, name }) => (alternate === undefined ? [] : [`${name}: ${alternate}`]));
  for (const words of told) expect(words).toMatch(ADMITS);
});

describe("readable form and findings of a value use the same verdict", () => {
  const LINES: readonly (readonly [lines: readonly string[], alternate: string | undefined])[] = [
    [
      ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Credentials: true"],
      "pages may not read responses to requests with cookies: Access-Control-Allow-Origin is *",
    ],
    [
      ["Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Credentials: true"],
      "pages may read responses to requests with cookies",
    ],
    [
      ["Access-Control-Allow-Origin: https://a.example/", "Access-Control-Allow-Credentials: true"],
      "pages may not read responses to requests with cookies",
    ],
    [["Access-Control-Allow-Credentials: true"], "no effect: Access-Control-Allow-Origin is missing"],
    [["Content-Security-Policy: script-src 'nonce-$nonce'"], "scripts: nothing"],
    [["Content-Security-Policy: script-src 'sha256-abc' https://a.example"], "scripts: https://a.example"],
    [["Content-Security-Policy: script-src 'strict-dynamic' https:"], "scripts: nothing"],
    [["Alt-Svc: h3=:443"], undefined],
    [['Alt-Svc: h3=":443"x'], undefined],
    [['Alt-Svc: h3=":443; ma=86400'], undefined],
    [['Alt-Svc: h2=":443", h3=":443'], "offers HTTP/2 on port 443 for 1 day"],
    [['Alt-Svc: h3=:443, h2=":443"'], "offers HTTP/2 on port 443 for 1 day"],
    [['Server-Timing: x;desc="DE"'], 'x "DE"'],
    [["Server-Timing: d b;dur=5"], undefined],
    [["Cache-Control: public, immutable"], undefined],
    [["Cache-Control: immutable, max-age=0"], "stale immediately"],
    [["Age: 2", "Cache-Control: max-age=600"], "fresh for another 9 minutes 58 seconds of 10 minutes"],
    [["Age: 1", "Cache-Control: max-age=600"], "fresh for 10 minutes"],
    [
      ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Age: 2", "Expires: Fri, 20 Nov 2026 10:10:00 GMT"],
      "fresh for another 9 minutes 58 seconds of 10 minutes",
    ],
    [["Refresh: 5; url=http://[::bad"], "after 5 seconds to http://[::bad/, which is not a valid URL"],
    [["Connection: close", "Keep-Alive: timeout=5"], "closed after this response"],
    [["Keep-Alive: timeout=0"], undefined],
    [["Cache-Status: a; hit=1"], "a: hit or miss not reported"],
    [["Proxy-Status: 5"], undefined],
    [['Report-To: {"endpoints":[{"url":"https://a.example/r"}]}'], "group default: ignored"],
    [
      ['Report-To: {"max_age":60,"endpoints":[{"url":"http://a.example/r"}]}'],
      "group default: 0 endpoints, for 1 minute",
    ],
    [['Reporting-Endpoints: a=b, c="http://a.example/", d="/r"'], "endpoint d"],
    [["Content-Type: text/html; charset=utf-88"], "HTML page"],
    [["Content-Length: 92233720368547758080"], undefined],
    [["Cache-Control: no-store", "Vary: Accept-Encoding"], "no effect: the response is not stored"],
  ];

  test.each(LINES)("%j", (lines, alternate) => {
    expect(lastHeader(lines).alternate).toBe(alternate as string);
  });

  test("Expires is relative to Date, by Age or by the time of receipt", () => {
    const lines = ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Expires: Fri, 20 Nov 2026 10:10:00 GMT"];
    const words = (time: string) => lastHeader(lines, { receivedAt: Date.parse(time) }).alternate;
    expect(words("2026-11-20T10:00:01Z")).toBe("fresh for 10 minutes, until 20 November 2026, 10:10 UTC");
    expect(words("2026-11-20T10:00:02Z")).toBe("fresh for another 9 minutes 58 seconds of 10 minutes");
  });

  test.each([
    ['Alt-Svc: h3=":443; ma=86400', ["error alt-svc-invalid"]],
    ["Alt-Svc: h3=':443'; ma=86400", ["error alt-svc-invalid"]],
    ['Alt-Svc: h3=":0"', ["error alt-svc-invalid"]],
    ["Location: http://[::bad", ["error location-syntax"]],
    ["Location: http://a.example/", ["error location-downgrade"]],
    ["Refresh: 5; url=http://[::bad", ["error refresh-syntax"]],
    ["Refresh: 5; url=http://a.example/", ["warning refresh-downgrade"]],
  ])("%s has one finding", (line, found) => {
    expect(problemsOf(lastHeader([line], { url: "https://a.example/b" }))).toEqual(found);
  });

  test("an invalid origin is described as invalid", () => {
    const { details } = lastHeader(["Access-Control-Allow-Origin: https://a.example, https://b.example"]);
    expect(details.items?.[0]?.description).toBe(
      "This is not a single origin, so no page of another origin may read the response.",
    );
  });

  test.each(["script-src 'nonce-$nonce'", "script-src 'sha256-abc'"])("%s explains no source", (policy) => {
    const { details } = lastHeader([`Content-Security-Policy: ${policy}`]);
    expect(details.items?.map(({ name }) => name)).toEqual(["script-src"]);
  });

  test("a metric with a duration is a timing", () => {
    const { details } = lastHeader(['Server-Timing: x;desc="DE", y;dur=1']);
    expect(details.items?.map(({ description }) => description)).toEqual([
      'A metric without a duration of the server: "DE".',
      "A timing that the server calls y.",
    ]);
  });
});

describe("the intent", () => {
  test.each([
    ["http://[::bad", "Redirects permanently, but clients cannot follow it: Location is http://[::bad."],
    [
      "javascript:alert(1)",
      "Redirects permanently, but clients cannot follow it: Location is javascript:alert(1).",
    ],
    ["/a b", "Redirects permanently to /a b; Chrome remembers this indefinitely."],
  ])("of a redirect to %s", (to, sentence) => {
    expect(explain([`Location: ${to}`], { status: 301 }).intent).toBe(sentence);
  });

  test("has the remaining time of the caching verdict", () => {
    const { intent } = explain(["Content-Type: text/html", "Cache-Control: max-age=600", "Age: 2"], {
      status: 200,
    });
    expect(intent).toContain("cacheable for another 9 minutes 58 seconds");
  });
});

describe("an ignored value contradicts nothing", () => {
  test.each([
    ["Cache-Control: foo=1, foo=2", ["cache-control-unknown"]],
    ["Set-Cookie: a=b; HttpOnly; Foo=1; Foo=2", ["cookie-attribute-unknown", "cookie-attribute-unknown"]],
    ["Content-Security-Policy: zork 'self'; zork 'none'", ["csp-directive-unknown"]],
  ])("%s", (line, names) => {
    expect(findingsOf(explain([line])).map(({ name }) => name)).toEqual(names);
  });
});

test.each([
  ["http://[::bad", '"[" is allowed in its host only around an IPv6 address'],
  ["http://a b/", '" " is not allowed in its host'],
  ["http://b\u00fccher.example/", '"\u00fc" is not allowed in its host, which must be in Punycode (xn--)'],
])("percent-encoding does not make the host of %s valid", (url, words) => {
  const [first] = lastHeader([`Location: ${url}`]).problems;
  expect(first?.title).toBe(`Location is not a valid URI reference: ${words}.`);
  if (url === "http://a b/") expect(first?.fix).toBeUndefined();
});

test.each([
  "Set-Cookie: lang=en",
  "Set-Cookie: PHPSESSID=1; Secure; SameSite=Lax",
  "Set-Cookie: __Host-a=1; Path=/",
])("%s: the fix has details that the title lacks", (line) => {
  const { problems } = explain([line], { url: "https://www.example.com/" }).headers[0] ?? { problems: [] };
  for (const { title, fix } of problems)
    for (const [, attribute = ""] of fix === undefined
      ? []
      : title.matchAll(/\bno (Secure|HttpOnly|SameSite)\b/g))
      expect(fix).toContain(attribute);
  expect(problems.length).toBeGreaterThan(0);
});

test("an unrequested 100 is not an error: clients discard it", () => {
  expect(problemKinds().get("continue-not-requested")?.severity).toBe("info");
});

test.each([
  ["Sec-WebSocket-Version: 13, 8", []],
  ["Sec-WebSocket-Version: 255", []],
  ["Sec-WebSocket-Version: 256", ["sec-websocket-version-invalid"]],
  ["Sec-WebSocket-Version: chat", ["sec-websocket-version-invalid"]],
  ["Sec-WebSocket-Version: 013", ["sec-websocket-version-invalid"]],
])("%s", (line, names) => {
  expect(
    lastHeader([line]).details.items?.flatMap(({ problems = [] }) => problems.map(({ name }) => name)),
  ).toEqual(names);
});
