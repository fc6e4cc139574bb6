import { describe, expect, test } from "bun:test";
import { expectationsOf } from "../../../src/jobs/project/check.ts";
import { ignoring } from "../../../src/jobs/project/findings.ts";
import { readProject } from "../../../src/jobs/project/read.ts";
import { judgeLook } from "../../../src/jobs/watch/judge.ts";
import { answered, failed } from "./reports.ts";

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
const look = (report = after, words: readonly string[] = ["new-warning"], file = "", baseline = before) =>
  judgeLook(report, { baseline, last: baseline }, words, expected(file));
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

const judgeLookAlone = (words: readonly string[]) => judgeLook(after, {}, words, expected());

describe("a target that is down", () => {
  const down = (report: Parameters<typeof judgeLook>[0], baseline = before) => {
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
  test("has no other problems", () => {
    const found = look(answered(503), ["change", "new-info", "require"], "[require]\nx = true");
    expect(found).toEqual({ isDown: true, alerts: [], changes: [] });
  });
});

test("changes are those since the last answer, not since the baseline", () => {
  const words = ["new-warning"];
  const known = { baseline: before, last: after };
  expect(judgeLook(after, known, words, expected()).changes).toEqual([]);
  const { changes } = judgeLook(before, known, words, expected());
  expect(changes).toContain("Strict-Transport-Security is new: max-age=63072000; includeSubDomains.");
});
