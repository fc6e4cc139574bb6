/** Typing errors in values: each finding names the mistake and the intended value. */

import { describe, expect, test } from "bun:test";
import { explainMessage } from "../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../src/headers/message.ts";

const NOW = Date.UTC(2026, 10, 20, 10);

function found(lines: readonly string[], id: string, known: Known = {}) {
  const { headers, problems } = explainMessage(
    parseMessage(lines, { url: "https://app.example/", status: 200, ...known }),
    NOW,
  );
  return [
    ...problems,
    ...headers.flatMap((header) => [
      ...header.problems,
      ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
    ]),
  ].filter(({ name }) => name === id);
}

describe("a name in words", () => {
  test.each([
    [
      "Strict-Transport-Security: max-age=63072000; include Sub Domains",
      "max-age=63072000; includeSubDomains",
    ],
    [
      "Strict-Transport-Security: max-age=63072000; include_subdomains; pre load",
      "max-age=63072000; includeSubDomains; preload",
    ],
    ["Strict-Transport-Security: max age=63072000; includeSubDomains", "max-age=63072000; includeSubDomains"],
    [
      "Strict-Transport-Security: max-age: 63072000; includeSubDomains",
      "max-age=63072000; includeSubDomains",
    ],
    [
      "Strict-Transport-Security: 'max-age=63072000; includeSubDomains'",
      "max-age=63072000; includeSubDomains",
    ],
  ])("%s", (line, fix) => {
    const [first] = found([line], "hsts-directive-misspelt");
    expect(first?.fix).toBe(`Strict-Transport-Security: ${fix}`);
    expect(found([line], "hsts-separator")).toEqual([]);
    expect(found([line], "hsts-max-age-missing")).toEqual([]);
  });

  test.each([
    ["max-age=63072000 includeSubDomains", "max-age=63072000; includeSubDomains"],
    ["max-age=63072000; includeSubDomains preload", "max-age=63072000; includeSubDomains; preload"],
    ["max-age=63072000; include subdomains, preload", "max-age=63072000; includeSubDomains; preload"],
    ["max-age=63072000; includeSubDomains: always", undefined],
  ])("a missing semicolon: %s", (value, fix) => {
    const [first] = found([`Strict-Transport-Security: ${value}`], "hsts-separator");
    expect(first?.title).toContain("semicolon");
    expect(first?.fix).toBe(fix && `Strict-Transport-Security: ${fix}`);
  });

  test.each([
    ["Cache-Control: no cache, no store", "cache-control-separator", "Cache-Control: no-cache, no-store"],
    ["Cache-Control: max age=60, public", "cache-control-separator", "Cache-Control: max-age=60, public"],
    ["Referrer-Policy: no referrer", "referrer-policy-void", "Referrer-Policy: no-referrer"],
    ["Referrer-Policy: same origin", "referrer-policy-void", "Referrer-Policy: same-origin"],
  ])("%s", (line, id, fix) => {
    expect(found([line], id)[0]?.fix).toBe(fix);
  });

  test("a missing comma is not a missing hyphen", () => {
    const [first] = found(["Cache-Control: max-age=60 must-revalidate"], "cache-control-separator");
    expect(first?.title).toContain("a comma is required");
  });
});

describe("separators of structured fields", () => {
  test.each([
    ["Permissions-Policy: usb=();midi=(self);hid=()", "not semicolons", "usb=(), midi=(self), hid=()"],
    ["Permissions-Policy: usb=() midi=(self)", "not spaces", "usb=(), midi=(self)"],
    [
      'Permissions-Policy: usb=(self,"https://b.example")',
      "spaces, not commas",
      'usb=(self "https://b.example")',
    ],
    [
      "Integrity-Policy: blocked-destinations=(script); sources=(inline)",
      "not semicolons",
      "blocked-destinations=(script), sources=(inline)",
    ],
    ['No-Vary-Search: params=("a", "b")', "spaces, not commas", 'params=("a" "b")'],
  ])("%s", (line, words, fix) => {
    const name = line.slice(0, line.indexOf(":"));
    const [first] = found([line], `${name.toLowerCase()}-invalid`);
    expect(first?.title).toContain(words);
    expect(first?.fix).toBe(`${name}: ${fix}`);
  });

  test.each([
    ["Permissions-Policy: usb=self;midi=self", true],
    ['Reporting-Endpoints: a="https://r.example/a"; b="https://r.example/b"', true],
    ["No-Vary-Search: params; key-order", true],
    ["CDN-Cache-Control: max-age=60; s-maxage=30", true],
    ["Permissions-Policy: usb=();report-to=main", false],
    ["Priority: u=1;i", false],
    ['Signature-Input: a=("@method");created=1', false],
  ])("%s hides a member: %p", (line, hides) => {
    expect(found([line], "member-separator").length > 0).toBe(hides);
  });
});

test.each([
  ['"v1"-gzip', "outside its quotes", '"v1-gzip"'],
  ['W/"v1";br', "outside its quotes", 'W/"v1;br"'],
  ['"v1" gzip', "outside its quotes", undefined],
  ['""v1""', "quotes inside", '"v1"'],
  ['"v 1"', "white space", undefined],
  ['"v1', "only one of its two quotes", '"v1"'],
])("ETag: %s %s", (value, words, fix) => {
  const [first] = found([`ETag: ${value}`], "etag-invalid");
  expect(first?.title).toContain(words);
  expect(first?.fix).toBe(fix && `ETag: ${fix}`);
});

test.each([
  ["battery=()", "unknown", 1],
  ["navigation-override=(), unsized-media=()", "unknown", 2],
  ["run-ad-auction=(), window-placement=()", "retired", 2],
  ["gamepad=(), bluetooth=(), web-share=()", "unknown", 0],
])("Permissions-Policy: %s", (value, kind, count) => {
  expect(found([`Permissions-Policy: ${value}`], `permissions-policy-feature-${kind}`)).toHaveLength(count);
});

test.each([
  [
    'attachment; filename="=?UTF-8?B?w6kudHh0?="',
    "encoded-word",
    `attachment; filename="e.txt"; filename*=UTF-8''%C3%A9.txt`,
  ],
  [
    'inline; filename="=?iso-8859-1?Q?=E9.pdf?="',
    "encoded-word",
    `inline; filename="e.pdf"; filename*=UTF-8''%C3%A9.pdf`,
  ],
  ['attachment; filename*0="a"; filename*1=".txt"', "continued", undefined],
])("Content-Disposition: %s", (value, kind, fix) => {
  const [first] = found([`Content-Disposition: ${value}`], `disposition-filename-${kind}`);
  expect(first?.severity).toBe("warning");
  expect(first?.fix).toBe(fix && `Content-Disposition: ${fix}`);
});

test("Safari does not decode encoded words", () => {
  const lines = [
    "Content-Type: text/plain",
    'Content-Disposition: attachment; filename="=?UTF-8?Q?a=5Fb.txt?="',
  ];
  const { verdicts } = explainMessage(parseMessage(lines, { url: "https://app.example/", status: 200 }), NOW);
  expect(verdicts?.content?.filename).toBe("a_b.txt");
  expect(verdicts?.webkit?.content?.filename).not.toBe("a_b.txt");
});

test.each([
  ["http://localhost:8080/", "a=b; Secure", "refused"],
  ["http://127.0.0.1/", "__Secure-a=b; Secure", "refused"],
  ["http://shop.localhost/", "a=b; Secure; SameSite=None", "refused"],
  ["http://localhost/", "a=b; SameSite=Lax", "stored"],
  ["https://localhost/", "a=b; Secure", "stored"],
])("%s: Safari and Set-Cookie: %s", (url, cookie, outcome) => {
  const { verdicts } = explainMessage(parseMessage([`Set-Cookie: ${cookie}`], { url, status: 200 }), NOW);
  expect(verdicts?.cookies?.[0]?.outcome).toBe("stored");
  const safari: string | undefined = (verdicts?.webkit?.cookies ?? verdicts?.cookies)?.[0]?.outcome;
  expect(safari).toBe(outcome);
});

test.each([
  ["https://app.example/", "max-age=60, immutable", "from-cache"],
  ["http://app.example/", "max-age=60, immutable", "after-check"],
  ["https://app.example/", "max-age=0, immutable", "after-check"],
  ["https://app.example/", "max-age=60", "after-check"],
])("%s with %s: Firefox reloads it %s", (url, value, reload) => {
  const lines = [`Cache-Control: ${value}`, 'ETag: "a"'];
  const { verdicts } = explainMessage(parseMessage(lines, { url, status: 200 }), NOW);
  const firefox: string | undefined = (verdicts?.firefox?.caching ?? verdicts?.caching)?.browser?.reload;
  expect(firefox).toBe(reload);
  expect(verdicts?.caching?.browser?.reload).toBe("after-check");
});

test.each([
  ["HIT", "Vary: Origin", 1],
  ["EXPIRED", "Vary: Accept-Encoding, Accept-Language", 1],
  ["HIT", "Vary: Accept-Encoding", 0],
  ["DYNAMIC", "Vary: Origin", 0],
])("CF-Cache-Status: %s with %s", (status, vary, count) => {
  const lines = ["Cache-Control: max-age=60", `CF-Cache-Status: ${status}`, vary];
  expect(found(lines, "vary-ignored-by-cache")).toHaveLength(count);
});

test.each([
  ["video/mp4", "bytes=0-1", "warning"],
  ["audio/ogg", "bytes=-500", "warning"],
  ["application/zip", "bytes=100-199", "info"],
  ["video/mp4", "bytes=0-", undefined],
])("%s in full for Range: %s", (type, range, severity) => {
  const [first] = found([`Content-Type: ${type}`], "range-ignored", { requestHeaders: [`Range: ${range}`] });
  const seen: string | undefined = first?.severity;
  expect(seen).toBe(severity);
});
