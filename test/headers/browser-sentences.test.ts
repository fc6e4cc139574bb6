/**
 * Sentences about browsers. build/slow/browser-claims.test.ts verified them with the browsers of November
 * 2026.
 */

import { expect, test } from "bun:test";
import { explain, findingsOf, lastHeader, problemsOf, problemsOfLast } from "./explained.ts";
import { judged } from "./verdicts/judged.ts";

const titles = (lines: readonly string[], url?: string) =>
  findingsOf(explain(lines, url === undefined ? {} : { url })).map(({ title }) =>
    title.replace(/^Content-Security-Policy: /, ""),
  );

test("X-XSS-Protection: 1 is harmless, since no current browser has the filter", () => {
  expect(problemsOfLast(["X-XSS-Protection: 1; mode=block"])).toEqual(["info x-xss-protection-on"]);
});

test("with Access-Control-Allow-Origin: * cookies may be sent, and the response is withheld", () => {
  const lines = ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Credentials: true"];
  expect(lastHeader(lines).alternate).toBe(
    "pages may not read responses to requests with cookies: Access-Control-Allow-Origin is *",
  );
});

test.each([
  ["alice@example.com (Alice)", []],
  ["(crawler) bot@example.com", []],
  ["Alice <alice@example.com>", []],
  ["alice (at home", ["error from-invalid"]],
  ["(alice@example.com)", ["error from-invalid"]],
])("From: %s", (value, problems) => {
  const { requestHeaders } = explain([], { requestHeaders: [`From: ${value}`] });
  const [header] = requestHeaders ?? [];
  expect(header && problemsOf(header)).toEqual(problems);
});

const REPORTS = ["Content-Security-Policy: default-src 'self'; report-uri http://r.example/"];

test("an https page sends no report to an http address, an http page sends it unencrypted", () => {
  expect(titles(REPORTS, "https://example.com/")).toContain(
    'Browsers block reports to "http://r.example/" as mixed content, so they never arrive.',
  );
  expect(titles(REPORTS, "http://example.com/")).toContain(
    'Browsers send reports unencrypted to "http://r.example/".',
  );
  expect(titles(REPORTS)).toContain(
    'Browsers send reports unencrypted to "http://r.example/", and none from https pages.',
  );
});

test("an https page may report to its own computer over http", () => {
  const lines = ["Content-Security-Policy: default-src 'self'; report-uri http://127.0.0.1:8080/"];
  expect(titles(lines, "https://example.com/").join()).not.toContain("mixed content");
});

test.each([
  ["cdn.example:443", "https://cdn.example/a.js", [true, true, true]],
  ["*:443", "https://cdn.example/a.js", [true, true, false]],
  ["cdn.example:8443", "https://cdn.example:8443/a.js", [false, true, true]],
  ["*:8443", "https://cdn.example:8443/a.js", [false, true, false]],
])("on an http page %s and %s", (source, url, allowed) => {
  const verdicts = judged(
    [`Content-Security-Policy: script-src ${source}`],
    { url: "http://example.com/" },
    { loads: [{ as: "script", url }] },
  );
  const engines = [verdicts, verdicts.firefox, verdicts.webkit];
  expect(engines.map(({ policy }) => policy?.loads?.[0]?.allowed)).toEqual(allowed);
});

test("descriptions name features that no browser supports", () => {
  expect(lastHeader(["Access-Control-Allow-Headers: *"]).description).toContain("which no browser enforces");
  expect(lastHeader(["Integrity-Policy: blocked-destinations=(script)"]).description).toContain(
    "Style sheets can be named too, but no browser enforces it yet",
  );
  const clears = lastHeader(['Clear-Site-Data: "executionContexts"']);
  expect(clears.details.items?.[0]?.description).toContain("No current browser supports it");
});

test("the link of a wrong True-Client-IP leads to its vendor", () => {
  const { requestHeaders } = explain([], { requestHeaders: ["True-Client-IP: unknown"] });
  expect(requestHeaders?.[0]?.problems[0]?.link).toContain("developers.cloudflare.com");
});

test.each([
  ["a=1; SameSite=None", 'Chromium and Firefox reject Set-Cookie "a": SameSite=None needs Secure.'],
  ["__Http-a=1; Secure", 'Chromium and Firefox reject Set-Cookie "__Http-a": __Http- needs HttpOnly.'],
  ["__Host-a=1; Secure", 'Chromium rejects Set-Cookie "__Host-a": __Host- needs Path=/.'],
  ["__Secure-a=1", 'Browsers reject Set-Cookie "__Secure-a": __Secure- needs Secure.'],
  ["a=1; Partitioned", 'Browsers reject Set-Cookie "a": Partitioned needs Secure.'],
])("the finding on %s names the browsers that reject it", (cookie, title) => {
  expect(titles([`Set-Cookie: ${cookie}`], "https://example.com/")).toContain(title);
});

test("a 103 may have policies for what its links load", () => {
  const ignored = (line: string) =>
    findingsOf(explain([line], { status: 103 })).some(({ name }) => name === "early-hints-field-ignored");
  expect(["Referrer-Policy: no-referrer", "Set-Cookie: a=1"].map(ignored)).toEqual([false, true]);
});

test.each([
  ["Content-Security-Policy: default-src 'self'; report-uri /csp", true],
  ["Content-Security-Policy: default-src 'self'; report-uri /csp; report-to csp", false],
])("report-uri is deprecated only where report-to is absent: %s", (line, found) => {
  const names = findingsOf(explain([line])).map(({ name }) => name);
  expect(names.includes("csp-report-uri-deprecated")).toBe(found);
});

test.each([
  ['Clear-Site-Data: "cache", "executionContexts"', "clears cache"],
  ['Clear-Site-Data: "*"', "clears everything"],
  ["Expires: 0", "already expired"],
  ["Vary: *", "never reused"],
  ["Origin-Agent-Cluster: ?0", "may share its site's process"],
  ["Referrer-Policy: unsafe-url", "the full URL, to every site (in Safari only the origin)"],
])("%s in words", (line, words) => {
  expect(lastHeader([line]).alternate).toBe(words);
});

test("Cache-Control overrides Expires: 0", () => {
  const [expires] = explain(["Expires: 0", "Cache-Control: max-age=60"]).headers;
  expect(expires?.alternate).toBe("already expired, but Cache-Control overrides it");
});

test("a plain name that is not ASCII is no finding next to filename*", () => {
  const line = "Content-Disposition: attachment; filename=\"caf\u00e9\"; filename*=UTF-8''caf%C3%A9";
  expect(findingsOf(explain([line])).map(({ name }) => name)).not.toContain("disposition-filename-non-ascii");
  const mail = `Content-Disposition: attachment; filename="=?UTF-8?Q?f?="; filename*=UTF-8''f`;
  expect(findingsOf(explain([mail])).map(({ name }) => name)).not.toContain(
    "disposition-filename-encoded-word",
  );
});

test.each([101, 103])("no sentence on visits again after an interim %d", (status) => {
  expect(
    explain(["Link: </a.css>; rel=preload; as=style"], { status }).verdicts?.caching?.browser,
  ).toBeUndefined();
});
