import { describe, expect, test } from "bun:test";
import type { HttpReport } from "../../../src/http/schema.ts";
import { expectationsOf } from "../../../src/jobs/project/check.ts";
import { ignoring } from "../../../src/jobs/project/findings.ts";
import { readProject } from "../../../src/jobs/project/read.ts";
import { judgeLook, type Known } from "../../../src/jobs/watch/judge.ts";
import { answered, failed, URL_OF } from "./reports.ts";

const HSTS = "Strict-Transport-Security: max-age=63072000; includeSubDomains";
const NOSNIFF = "X-Content-Type-Options: nosniff";
const before = answered(
  200,
  "Content-Type: text/html; charset=utf-8",
  HSTS,
  NOSNIFF,
  "Date: Fri, 20 Nov 2026 09:00:00 GMT",
);
const after = answered(
  200,
  "Content-Type: text/html; charset=utf-8",
  NOSNIFF,
  "Date: Fri, 20 Nov 2026 10:00:00 GMT",
);

function expected(text = "") {
  return expectationsOf(readProject(text, "netlens.toml", 0), ignoring(new Set()));
}
const settings = (...words: readonly string[]) => ({ "wake-for": [...words] });
const look = (report = after, words: readonly string[] = ["new-warning"], file = "", baseline = before) =>
  judgeLook({ report }, { baseline, last: baseline }, settings(...words), expected(file));
const keys = (found: ReturnType<typeof look>) => found.alerts.map(({ word, key }) => `${word}: ${key}`);

describe("problems of a target", () => {
  test("a finding that its baseline lacks, by the words that select it", () => {
    expect(keys(look(after, ["new-error"]))).toEqual([]);
    expect(keys(look())).toEqual([
      "new-warning: strict-transport-security-missing strict-transport-security",
    ]);
    expect(keys(look(after, ["strict-transport-security-missing"]))).toEqual([
      "strict-transport-security-missing: strict-transport-security-missing strict-transport-security",
    ]);
    expect(keys(look(before, ["new-info", "change"]))).toEqual([]);
  });
  test("the project file decides the severity of a finding, and whether it counts", () => {
    const id = "strict-transport-security-missing";
    expect(keys(look(after, ["new-warning"], `[rules]\n${id} = "info"`))).toEqual([]);
    expect(keys(look(after, ["new-info", id], `[rules]\n${id} = "off"`))).toEqual([]);
    expect(keys(look(after, ["error"], `[rules]\n${id} = "error"`))).toEqual([
      `error: ${id} strict-transport-security`,
    ]);
  });
  test("a missing required header, whatever the baseline", () => {
    const file = "[require]\nx-request-id = true";
    const found = look(before, ["require"], file);
    expect(found.alerts).toEqual([
      {
        key: "field-required x-request-id",
        word: "require",
        title: "X-Request-Id is missing.",
        problem: "field-required",
        field: "x-request-id",
        severity: "error",
      },
    ]);
  });
  test("any change, each in its own sentence, without volatile parts", () => {
    const { alerts } = look(after, ["change"]);
    expect(alerts.map(({ title }) => title)).toContain(
      "Strict-Transport-Security is gone; it was max-age=63072000; includeSubDomains.",
    );
    expect(alerts.some(({ title }) => title.includes("Date"))).toBe(false);
    expect(new Set(alerts.map(({ title }) => title)).size).toBe(alerts.length);
  });
  test("without a baseline no finding is new", () =>
    expect(keys(judgeLookAlone(["new-info", "change"]))).toEqual([]));
});

const judgeLookAlone = (words: readonly string[]) =>
  judgeLook({ report: after }, {}, settings(...words), expected());

describe("changes that do not count", () => {
  const titles = (name: string, was: string, is: string, flipping: readonly string[] = []) => {
    const [a, b] = [was, is].map((value) =>
      answered(200, "Content-Type: text/plain", ...(value === "" ? [] : [`${name}: ${value}`])),
    );
    const known = { baseline: a, last: a, flipping: new Set(flipping) };
    return judgeLook({ report: b ?? after }, known, settings("change"), expected()).alerts.length;
  };
  test.each([
    ["X-Cache", "HIT", "MISS"],
    ["CF-Cache-Status", "HIT", "EXPIRED"],
    ["X-Drupal-Cache", "HIT", "MISS"],
    ["X-Served-By", "cache-fra-1", "cache-fra-2"],
    ["Via", "1.1 a", "1.1 b"],
    ["Retry-After", "3", "4"],
    ["X-RateLimit-Remaining", "3", "4"],
    ["X-Rate-Limit-Reset", "3", "4"],
    // An info finding that is gone: Retry-After has no meaning in a 200.
    ["Retry-After", "3", ""],
  ])("%s", (name, was, is) => expect(titles(name, was, is)).toBe(0));
  test("of another header do, until it flips", () => {
    expect(titles("X-Pool", "blue", "green")).toBe(1);
    expect(titles("X-Cache-Key", "blue", "green")).toBe(1);
    expect(titles("X-Pool", "blue", "green", ["x-pool"])).toBe(0);
  });
});

describe("content", () => {
  const sized = (decodedBytes: number): HttpReport => ({
    ...before,
    steps: before.steps.map((step) => ({
      ...step,
      body: { wireBytes: decodedBytes, decodedBytes, encoding: "identity", truncated: false },
    })),
  });
  const empty = (was: number, is: number) =>
    judgeLook({ report: sized(is) }, { baseline: sized(was) }, settings("empty"), expected()).alerts.length;
  test("is empty now", () =>
    expect([empty(1, 0), empty(1, 1), empty(0, 0), empty(0, 1)]).toEqual([1, 0, 0, 0]));
  const content = (text: string, rules: { readonly body?: string; readonly "not-body"?: string }) =>
    judgeLook({ report: before, content: text }, {}, { ...settings(), ...rules }, expected()).alerts.map(
      ({ title }) => title,
    );
  test("matches an expression, or not", () => {
    expect(content("Add to cart", { body: "Add to (cart|basket)" })).toEqual([]);
    expect(content("Error", { body: "Add to cart" })).toEqual(["Its content does not match Add to cart."]);
    expect(content("DATABASE ERROR", { "not-body": "(?i)database error" })).toEqual([
      "Its content matches (?i)database error.",
    ]);
    expect(content("fine", { "not-body": "error" })).toEqual([]);
  });
  test("is searched in linear time", () => {
    expect(content(`${"a".repeat(100_000)}b`, { "not-body": "^(a+)+$" })).toEqual([]);
    expect(content("a".repeat(1_048_576), { body: "b" })).toEqual([
      "Its content does not match b in its first MiB.",
    ]);
    expect(content("a".repeat(1_048_575), { body: "b" })).toEqual(["Its content does not match b."]);
  });
});

test("a redirect to another site has its own word", () => {
  const to = (url: string) => {
    const [step] = before.steps;
    const chain = (...urls: readonly string[]): HttpReport => ({
      ...before,
      steps: urls.flatMap((one) => (step ? [{ ...step, request: { ...step.request, url: one } }] : [])),
    });
    const first = chain(URL_OF);
    return keys(look(chain(URL_OF, url), ["other-site", "moved"], "", first)).map((key) => key.split(":")[0]);
  };
  expect(to("https://parked.example/")).toEqual(["other-site"]);
  expect(to("https://www.shop.example/")).toEqual(["moved"]);
  expect(to("https://shop.example/de")).toEqual(["moved"]);
});

describe("a target that is down", () => {
  const down = (report: HttpReport, baseline = before) => {
    const { isDown, alerts } = look(report, ["down"], "", baseline);
    return isDown ? alerts[0]?.title : undefined;
  };
  test("without a response, for the reason of the failure", () =>
    expect(down(failed("The connection was refused."))).toBe("The connection was refused."));
  test.each([
    [399, undefined],
    [400, "It answers 400 Other."],
    [499, "It answers 499 Other."],
    [500, "It answers 500 Other."],
  ])("if its baseline works: %d", (status, title) => expect(down(answered(status))).toBe(title));
  test.each([
    [401, undefined],
    [499, undefined],
    [500, "It answers 500 Other."],
  ])("if its baseline is 401, only for server errors: %d", (status, title) =>
    expect(down(answered(status), answered(401))).toBe(title),
  );
  test.each([
    [399, undefined],
    [400, "It answers 400 Other. If this is intended, accept it: netlens watch --update-baseline."],
    [500, "It answers 500 Other."],
  ])("from the start: %d", (status, title) => {
    const first = (accepts: boolean) =>
      judgeLook({ report: answered(status) }, { accepts }, settings("down"), expected()).alerts[0]?.title;
    expect(first(false)).toBe(title);
    expect(first(true)).toBe(status === 500 ? title : undefined);
  });
  test("has no other problems", () => {
    const found = look(answered(503), ["change", "new-info", "require"], "[require]\nx = true");
    expect(found).toEqual({ isDown: true, alerts: [], changes: [] });
  });
});

test("changes are those since the last answer, not since the baseline", () => {
  const known = { baseline: before, last: after };
  const changes = (report: HttpReport, more: Partial<Known> = {}) =>
    judgeLook({ report }, { ...known, ...more }, settings("new-warning"), expected()).changes;
  expect(changes(after)).toEqual([]);
  const change = {
    name: "strict-transport-security",
    title: "Strict-Transport-Security is new: max-age=63072000; includeSubDomains.",
  };
  expect(changes(before)).toContainEqual(change);
  expect(changes(before, { flipping: new Set(["strict-transport-security"]) })).not.toContainEqual(change);
});
