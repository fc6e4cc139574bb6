/** Connection-Allowlist: the values measured in Chromium 156 (`build/slow/connection-allowlist.test.ts`). */

import { expect, test } from "bun:test";
import { allowsConnection } from "../../../src/headers/verdicts/connection-allowlist.ts";
import { explain, findingsOf } from "../explained.ts";
import { judged } from "./judged.ts";

const URL_ = "https://shop.example/page";
const OWN = "https://shop.example/a.js";
const CDN = "https://cdn.example/lib/b.js";

/** Whether Chromium allows the own script and that of the CDN; undefined: not judged. */
function allowed(value: string, urls: readonly string[] = [OWN, CDN]) {
  const loads = urls.map((url) => ({ as: "script", url }));
  const verdicts = judged([`Connection-Allowlist: ${value}`], { url: URL_ }, { loads });
  return verdicts.policy?.loads?.map((load) => load.allowed);
}

test.each<[string, (boolean | undefined)[]]>([
  ["(response-origin)", [true, false]],
  ["()", [false, false]],
  ["(response-origin", [false, false]],
  ["https://cdn.example", [false, false]],
  ['"https://cdn.example"', [false, false]],
  ["response-origin", [false, false]],
  ["a=(response-origin)", [false, false]],
  ['("response-origin")', [false, false]],
  ["(self)", [false, false]],
  ['("*")', [false, false]],
  ['("*://*:*/*")', [true, true]],
  ['("https://cdn.example")', [false, true]],
  ['("https://cdn.example/lib/*")', [false, true]],
  ['("https://cdn.example/other/*")', [false, false]],
  ['("https://*.example")', [true, true]],
  ['(response-origin), ("https://cdn.example")', [true, false]],
  ['(response-origin "http://[x")', [true, false]],
  ['("https://cdn.example/([a-z]+)/b.js")', [false, false]],
  ['("https://cdn.example/*/*/*/*/*.js")', [undefined, undefined]],
])("%s", (value, expected) => {
  expect<unknown>(allowed(value)).toEqual(expected);
});

test("an empty value has no effect, a web socket is compared as http, and data URLs do not connect", () => {
  expect(allowed("")).toEqual([true, true]);
  const urls = ["wss://shop.example/socket", "wss://cdn.example/socket", "data:text/javascript,1"];
  expect(allowed("(response-origin)", urls)).toEqual([true, false, true]);
});

test("a load is compared after upgrade-insecure-requests", () => {
  const lines = [
    "Content-Security-Policy: upgrade-insecure-requests",
    'Connection-Allowlist: ("https://cdn.example")',
  ];
  const loads = [{ as: "script", url: CDN.replace("https:", "http:") }];
  expect(judged(lines, { url: URL_ }, { loads }).policy?.loads?.[0]?.allowed).toBe(true);
});

test("the time of a match is bounded by the length of the URL and the wildcards", () => {
  const at = (length: number) => `https://cdn.example/${"a".repeat(length - 20)}`;
  const judge = (length: number) => allowed('("https://cdn.example/*b*")', [at(length)]);
  expect(judge(223)).toEqual([false]);
  expect(judge(224)).toEqual([undefined]);
});

test.each([
  ["(response-origin)", false],
  ["(response-origin);redirects=allow", true],
  ["(response-origin);redirects=block", false],
  ["(response-origin);redirects", false],
])("a redirect with %s", (value, expected) => {
  const line = { name: "connection-allowlist", value, index: 0 };
  expect(allowsConnection({ lines: [line] }, "chromium", new URL(CDN), true)).toBe(expected);
  expect(allowsConnection({ lines: [line] }, "firefox", new URL(CDN), true)).toBe(true);
});

test("a value that blocks everything is an error, and ignored parts are a warning", () => {
  const found = (line: string) =>
    findingsOf(explain([line], { url: URL_, status: 200 }))
      .filter(({ name }) => name.startsWith("connection-allowlist"))
      .map(({ severity, name }) => `${severity} ${name}`);
  expect(found("Connection-Allowlist: (response-origin")).toEqual(["error connection-allowlist-unreadable"]);
  expect(found("Connection-Allowlist-Report-Only: x")).toEqual(["warning connection-allowlist-unreadable"]);
  expect(found("Connection-Allowlist: (self)")).toEqual(["warning connection-allowlist-ignored"]);
  expect(found("Connection-Allowlist: (response-origin);redirects")).toEqual([
    "warning connection-allowlist-ignored",
  ]);
  expect(found('Connection-Allowlist: (response-origin "https://cdn.example");redirects=allow')).toEqual([]);
});
