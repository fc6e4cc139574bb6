/** Intent, readable forms, items and findings agree with the verdicts. */

import { expect, test } from "bun:test";
import { explainMessage } from "../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../src/headers/message.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const DATE = "Date: Fri, 20 Nov 2026 10:00:00 GMT";
const HTML = "Content-Type: text/html; charset=utf-8";
const HTTPS = "https://www.example.com/";

function explained(lines: readonly string[], known: Known = {}) {
  const message = parseMessage([DATE, HTML, ...lines], { status: 200, url: HTTPS, ...known });
  const { headers, problems, intent } = explainMessage(message, NOW);
  const all = [
    ...problems,
    ...headers.flatMap((header) => [
      ...header.problems,
      ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
    ]),
  ];
  return {
    intent,
    names: all.map(({ name }) => name),
    findings: all.map(({ severity, name }) => `${severity} ${name}`),
    alternates: headers.slice(2).map(({ alternate }) => alternate),
  };
}

test("names that only look like sessions", () => {
  for (const name of ["author", "obsession", "session_theme"])
    expect(explained([`Set-Cookie: ${name}=1; Secure; SameSite=Lax`]).findings.join()).not.toContain(
      "session",
    );
});

test("Cache-Control: public allows heuristic freshness for a 302", () => {
  const lines = ["Location: /a", "Cache-Control: public", "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"];
  const { caching } = explainMessage(parseMessage(lines, { status: 302 }), 0).verdicts;
  expect(caching?.private).toMatchObject({ stores: true });
});

test("Last-Modified without Date is not an error", () => {
  const message = parseMessage(["HTTP/1.1 200 OK", "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"]);
  const { problems } = explainMessage(message, NOW);
  expect(problems.map(({ severity, name }) => `${severity} ${name}`)).toContain("info date-missing");
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
});

test("without Last-Modified there is no heuristic freshness", () => {
  const { problems } = explainMessage(parseMessage([DATE, HTML], { status: 200 }), NOW);
  const title = problems.find(({ name }) => name === "freshness-unset")?.title;
  expect(title).toContain("without Last-Modified");
});

test("heuristic freshness is a number", () => {
  const { names, intent } = explained(["Last-Modified: Mon, 16 Nov 2026 10:00:00 GMT"]);
  expect(names).toContain("freshness-missing");
  expect(intent).not.toContain("fresh");
});

test("max-age=60 with Age: 500 is stale, not fresh for a minute", () => {
  const { intent, findings } = explained(["Cache-Control: max-age=60", "Age: 500"]);
  expect(intent).toBe("Serves an HTML page that was already stale on arrival.");
  expect(findings).toContain("warning stale-already");
});

test("s-maxage is compared with Age", () => {
  const { findings } = explained(["Cache-Control: max-age=3600, s-maxage=60", "Age: 90"]);
  expect(findings).toContain("warning stale-already");
});

test("an Expires with a two-digit year has expired, in the intent and in its finding", () => {
  const { intent, alternates } = explained(["Expires: Fri, 20 Nov 26 12:00:00 GMT"]);
  expect(intent).not.toContain("fresh");
  expect(alternates).toEqual([undefined]);
});

test("Expires is described only if Cache-Control does not override it", () => {
  const line = "Expires: Fri, 20 Nov 2026 12:00:00 GMT";
  expect(explained([line]).alternates).toEqual(["fresh for 2 hours, until 20 November 2026, 12:00 UTC"]);
  for (const [other, words] of [
    ["Cache-Control: max-age=60", "but Cache-Control overrides it"],
    ["Cache-Control: max-age=x", "but Cache-Control overrides it"],
    ["Cache-Control: no-store", "but caches store nothing"],
    ["Expires: 0", "but caches treat it as expired"],
  ] as const)
    expect(explained([line, other]).alternates[0]).toBe(`20 November 2026, 12:00 UTC, ${words}`);
});

test("Vary is required if a shared cache may store the response", () => {
  const lines = ["Content-Encoding: gzip", "Cache-Control: max-age=60"];
  expect(explained(lines).names).toContain("vary-accept-encoding-missing");
  expect(explained([...lines, "Vary: accept-encoding"]).names).not.toContain("vary-accept-encoding-missing");
  expect(explained(lines, { method: "POST" }).names).not.toContain("vary-accept-encoding-missing");
});

test("a rejected __Host- cookie is not described as stored", () => {
  const { alternates, intent, findings } = explained(["Set-Cookie: __Host-a=1; Secure"]);
  expect(alternates).toEqual(["rejected: __Host- needs Path=/"]);
  expect(intent).toContain("tries to set a cookie; Chromium rejects its cookie");
  expect(findings).toContain("error cookie-prefix-unmet");
});

test("of two cookies one of which is rejected, one is sent", () => {
  const { intent, names } = explained(["Set-Cookie: t=1; Secure", "Set-Cookie: t=2; SameSite=None"]);
  expect(names).not.toContain("cookie-repeated");
  expect(intent).toContain("sets a cookie; most browsers reject some of its cookies");
});

test("a Secure cookie over HTTP is an error", () => {
  const known = { url: "http://www.example.com/" };
  expect(explained(["Set-Cookie: a=1; Secure"], known).findings).toContain("error cookie-secure-over-http");
});

test("errors and redirects should not be cached for long", () => {
  const kept = (status: number, seconds: number, ...more: string[]) =>
    explained([`Cache-Control: max-age=${seconds}`, ...more], { status }).names.filter((name) =>
      /^freshness-(?:failure|broken)/.test(name),
    );
  expect(kept(403, 31_536_000)).toEqual(["freshness-failure"]);
  expect(kept(503, 86_400)).toEqual(["freshness-failure"]);
  expect(kept(404, 86_401)).toEqual(["freshness-failure"]);
  expect(kept(404, 86_400)).toEqual([]);
  expect(kept(410, 31_536_000)).toEqual([]);
  expect(kept(301, 60)).toEqual(["freshness-broken-redirect"]);
  expect(kept(301, 60, "Location: /a")).toEqual([]);
});

test("harmless defaults of frameworks are infos at most", () => {
  for (const line of [
    "Expires: 0",
    "Expires: -1",
    "Pragma: no-cache",
    "Cache-Control: no-store, no-cache, must-revalidate, max-age=0",
    "Cache-Control: No-Cache, Private",
    "Strict-Transport-Security: max-age=31536000",
  ]) {
    const before = explained([], { status: 500 }).findings;
    const added = explained([line], { status: 500 }).findings.filter((one) => !before.includes(one));
    expect(
      added.filter((one) => !one.startsWith("info ")),
      line,
    ).toEqual([]);
  }
});

test("a session in a shared cache is an error, another cookie a warning", () => {
  const lines = (name: string) => ["Cache-Control: max-age=600", `Set-Cookie: ${name}=1; Secure; HttpOnly`];
  expect(explained(lines("PHPSESSID")).findings).toContain("error session-in-shared-cache");
  expect(explained(lines("lang")).findings).toContain("warning cookies-in-shared-cache");
  expect(explained([...lines("lang"), "CDN-Cache-Control: no-store"]).names).not.toContain(
    "cookies-in-shared-cache",
  );
});

test("HSTS on an IP address has no effect, and no advice", () => {
  const { alternates, findings } = explained(["Strict-Transport-Security: max-age=60"], {
    url: "https://192.0.2.1/",
  });
  expect(alternates).toEqual(["ignored: the host is an address"]);
  expect(findings).toContain("warning hsts-host");
  expect(findings.join()).not.toMatch(/hsts-(?:subdomains|max-age)/);
});

test("the invalid part of Strict-Transport-Security is reported", () => {
  const { alternates, findings } = explained([
    "Strict-Transport-Security: max-age=63072000; includeSubDomains; foo=",
  ]);
  expect(alternates).toEqual(["ignored: foo= is not a directive"]);
  expect(findings).toContain("error hsts-void");
});

test("of two lines of Strict-Transport-Security the first applies", () => {
  const { alternates } = explained([
    "Strict-Transport-Security: max-age=63072000; includeSubDomains",
    "Strict-Transport-Security: max-age=0",
  ]);
  expect(alternates).toEqual([
    "HTTPS only for 2 years, including subdomains",
    "ignored: browsers use only the first line",
  ]);
});

test("an invalid token makes the whole Referrer-Policy invalid in Chromium", () => {
  const { alternates, findings } = explained(["Referrer-Policy: no-referrer;"]);
  expect(alternates).toEqual(['ignored: "no-referrer;" is not a token']);
  expect(findings).toContain("error referrer-policy-void");
});

test("Refresh is described as browsers interpret it", () => {
  const quoted = explained(["Refresh: 5; url=/it's"]);
  expect(quoted.alternates).toEqual(["to https://www.example.com/it's after 5 seconds"]);
  expect(quoted.intent).toContain("refreshes to https://www.example.com/it's after 5 seconds");
  const redirect = explained(["Location: /a", "Refresh: 5; url=/b"], { status: 302 });
  expect(redirect.alternates[1]).toBe("no effect on a redirect");
  expect(redirect.intent).not.toContain("refreshes");
});

test("findings about ranges, lengths, waiting and retirement", () => {
  const names = (lines: readonly string[], status: number) => explained(lines, { status }).findings;
  expect(names(["Content-Length: 0"], 204)).toContain("error framing-forbidden");
  expect(names(["Content-Length: 5", "Content-Length: 5"], 200)).toContain("warning content-length-repeated");
  expect(names(["Content-Length: 5", "Content-Length: 7"], 200)).toContain("error content-length-wrong");
  expect(names(["Content-Range: bytes 0-9/10", "Accept-Ranges: none"], 206)).toContain(
    "warning accept-ranges-contradicted",
  );
  expect(names(["Content-Range: bytes 0-9/10"], 416)).toContain("error unsatisfied-form");
  expect(names(["Content-Range: bytes */10"], 416).join()).not.toContain("unsatisfied-form");
  for (const status of [200, 404])
    expect(names(["Retry-After: 5"], status)).toContain("info retry-after-pointless");
  for (const status of [202, 301, 403, 413, 429, 503])
    expect(names(["Retry-After: 5"], status)).not.toContain("info retry-after-pointless");
  expect(names(["Deprecation: @1830297600", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"], 200)).toContain(
    "error sunset-before-deprecation",
  );
});
