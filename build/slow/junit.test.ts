/** JUnit output of every command that writes it, read by another implementation (junit2json, based on sax). */

import { afterAll, describe, expect, test } from "bun:test";
import { parse, type TestCase, type TestSuite } from "junit2json";
import { cli } from "../../test/cli/fake-io.ts";

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/old") return new Response(null, { status: 301, headers: { location: "/new" } });
    if (pathname === "/gone") return new Response("no", { status: 404 });
    return new Response('<!doctype html><a href="/gone">x</a><script src="/s.js"></script>', {
      headers: { "content-type": "text/html; charset=utf-8", age: "<\"&'>]]>" },
    });
  },
});
afterAll(() => server.stop(true));
const at = (path: string) => `${server.url.origin}${path}`;
const REFUSED = "http://127.0.0.1:1/";

/** Parses the suites and verifies that their counts match their content. */
async function read(text: string): Promise<readonly TestSuite[]> {
  const report = await parse(text);
  if (!report || !("testsuite" in report)) throw new Error(`no suites: ${text}`);
  const suites = report.testsuite ?? [];
  for (const { name, testcase = [], tests, failures, errors, skipped = 0 } of suites) {
    const having = (part: "failure" | "error" | "skipped") => testcase.filter((one) => one[part]).length;
    expect({ name, tests, failures, errors, skipped }).toEqual({
      name,
      tests: testcase.length,
      failures: having("failure"),
      errors: having("error"),
      skipped: having("skipped"),
    });
    expect(testcase.every((one) => (one.name ?? "") !== "" && (one.classname ?? "") !== "")).toBe(true);
  }
  return suites;
}
const casesOf = (suites: readonly TestSuite[]): readonly TestCase[] =>
  suites.flatMap(({ testcase = [] }) => testcase);
const requested = async (args: readonly string[], files: Readonly<Record<string, string>> = {}) =>
  await read((await cli([...args, "--format", "junit"], { files })).out);

describe("http", () => {
  test("of one URL: a suite per step, a failure for an assertion, ignored findings skipped", async () => {
    const suites = await requested([
      "http",
      "--fail-on",
      "age-invalid",
      "--ignore",
      "date-missing,freshness-unset",
      at("/old"),
    ]);
    expect(suites.map(({ name }) => name)).toEqual([at("/old"), at("/new")]);
    const cases = casesOf(suites);
    const [failing] = cases.flatMap(({ failure = [] }) => failure);
    expect(failing?.message).toContain("'<\"&'>]]>' in Age");
    expect(failing?.inner).toStartWith("https://");
    expect(cases.some(({ skipped }) => skipped?.[0]?.message === "--ignore")).toBe(true);
    expect(cases.some(({ failure, error, skipped }) => !failure && !error && !skipped)).toBe(true);
  });
  test("of several: a suite per URL, a failed lookup is an error", async () => {
    const suites = await requested(["http", "--require", "x-a", at("/new"), REFUSED]);
    expect(suites.map(({ name, errors }) => [name, errors])).toEqual([
      [at("/new"), 0],
      [REFUSED, 1],
    ]);
    expect(casesOf(suites).flatMap(({ failure = [] }) => failure.map(({ message }) => message))).toContain(
      "X-A is missing.",
    );
  });
});

test("headers: bytes that XML cannot hold are question marks", async () => {
  const text = "HTTP/1.1 200 OK\nAge: <\u0001\u000b\ufffe&amp;\n";
  const [suite] = await requested(["headers", "--fail-on", "error", "a.txt"], { "a.txt": text });
  expect(suite?.name).toBe("header lines");
  const messages = casesOf(suite ? [suite] : []).flatMap(({ failure = [] }) =>
    failure.map(({ message = "" }) => message),
  );
  expect(messages.join()).toContain("&amp;");
  expect(messages.join()).not.toMatch(/[\u0000-\u0008\u000b\ufffe]/);
});

test("har: a suite per response", async () => {
  const entry = (url: string) => ({
    request: { method: "GET", url, headers: [] },
    response: { status: 200, headers: [{ name: "Age", value: "x" }] },
  });
  const log = JSON.stringify({
    log: { entries: [entry("https://a.example/?a=1&b=<2>"), entry("https://b.example/")] },
  });
  const suites = await requested(["har", "--fail-on", "error", "a.har"], { "a.har": log });
  expect(suites.map(({ name }) => name)).toEqual(["https://a.example/?a=1&b=%3C2%3E", "https://b.example/"]);
  expect(suites.every(({ failures = 0 }) => failures > 0)).toBe(true);
});

test("page: findings of its resources", async () => {
  const suites = await requested(["page", "--fail-on", "error", at("/")]);
  // The script redirects to the same page. This finding is about the whole lookup, not about a step.
  expect(suites.map(({ name }) => name)).toEqual([`lookup of ${at("/")}`, at("/")]);
  expect(casesOf(suites).some(({ failure }) => failure)).toBe(true);
});

test("redirects: a suite of at most a thousand rows, also for a map alone", async () => {
  const rows = [
    "/old /new 301",
    "/gone /<&new>",
    ...Array.from({ length: 999 }, (_, index) => `/a${index} /a${index}`),
  ];
  const suites = await requested(["redirects", "--base", server.url.origin, "map.txt"], {
    "map.txt": rows.join("\n"),
  });
  expect(suites.map(({ name, tests }) => [name, tests])).toEqual([
    ["redirects 1", 1000],
    ["redirects 2", 1],
  ]);
  const [moved, gone] = casesOf(suites);
  expect([moved?.name, moved?.failure, gone?.failure?.length]).toEqual(["line 1: /old → /new", undefined, 1]);
  expect(gone?.name).toBe("line 2: /gone → /<&new>");
  const alone = await requested(["redirects", "--dry-run", "map.txt"], {
    "map.txt": "/a /b\n/a /c\n/b /a\n",
  });
  expect(alone[0]?.name).toBe("redirect map");
  expect(alone[0]?.failures).toBeGreaterThan(0);
});

test("site: a case per sentence of a finding", async () => {
  const suites = await requested(["site", "--fail-on", "error", at("/")]);
  const cases = casesOf(suites);
  expect(cases.some(({ name = "" }) => name.includes("site-link-broken"))).toBe(true);
  expect(cases.some(({ failure }) => failure)).toBe(true);
});
