import { describe, expect, test } from "bun:test";
import { NetlensError } from "../../src/api/errors.ts";
import { UsageError } from "../../src/cli/command.ts";
import { exitCode } from "../../src/cli/command-line.ts";
import { judge, readAssertions } from "../../src/cli/input/assertions.ts";
import { sourceFile } from "../../src/cli/input/source-file.ts";
import type { HeaderObject, Severity } from "../../src/headers/schema.ts";
import type { HttpReport } from "../../src/http/schema.ts";
import { ConfigError } from "../../src/settings/load.ts";
import { sampleReport } from "../web/sample-report.ts";

const report = (part: Partial<HttpReport>, ...severities: Severity[]): HttpReport => ({
  ...sampleReport,
  status: 200,
  steps: [],
  problems: severities.map((severity) => ({ name: severity, title: severity, severity })),
  ...part,
});

const asserted = (flags: Record<string, string>, ...require: string[]) =>
  readAssertions({ flags, lists: { require } }, undefined);

describe("exit codes", () => {
  const code = async (flags: Record<string, string>, ...severities: Severity[]) =>
    judge(report({ timeTotal: 100 }, ...severities), await asserted(flags)).code;
  test.each<[Record<string, string>, Severity[], number]>([
    [{}, ["error"], 0],
    [{ "fail-on": "error" }, ["error"], 4],
    [{ "fail-on": "error" }, ["warning", "info"], 0],
    [{ "fail-on": "warning" }, ["error"], 4],
    [{ "fail-on": "warning" }, ["warning"], 4],
    [{ "fail-on": "warning" }, ["info"], 0],
    [{ "fail-on": "info" }, ["info"], 4],
    [{ "fail-on": "info" }, [], 0],
    [{ "fail-over": "100" }, [], 0],
    [{ "fail-over": "99" }, [], 4],
    [{ "fail-over": "99", ignore: "max-time-exceeded" }, [], 0],
  ])("%j with %j", async (flags, severities, expected) =>
    expect(await code(flags, ...severities)).toBe(expected),
  );
  test("a failed lookup", async () =>
    expect(judge(report({ status: "error" }, "error"), await asserted({ "fail-on": "error" })).code).toBe(1));
});

describe("exit codes of errors", () => {
  test.each([
    [new UsageError("x"), 2],
    [new ConfigError("x"), 2],
    [new NetlensError("invalid-ip", "x"), 2],
    [new NetlensError("too-large", "x"), 2],
    [new NetlensError("internal-error", "x"), 1],
    [new NetlensError("geo-database-unavailable", "x"), 1],
    [Object.assign(new Error("x"), { name: "DatabaseError" }), 1],
    [new Error("a bug"), undefined],
    ["DatabaseError", undefined],
  ])("%#", (error, code) => expect(exitCode(error)).toBe(code));
});

test("failures in formats for continuous integration", async () => {
  const failing = async (flags: Record<string, string>) => {
    const { findings, fails } = judge(report({}, "error", "warning", "info"), await asserted(flags));
    return findings.filter(fails).map(({ name }) => name);
  };
  expect(await failing({})).toEqual(["error"]);
  expect(await failing({ "fail-on": "warning" })).toEqual(["error", "warning"]);
  expect(await failing({ "fail-on": "info" })).toEqual(["error", "warning", "info"]);
});

test("a lookup that took too long is the most severe finding", async () => {
  const { findings } = judge(
    report({ timeTotal: 1500, url: "u" }, "warning"),
    await asserted({ "fail-over": "20" }),
  );
  expect(findings).toEqual([
    {
      name: "max-time-exceeded",
      title: "The lookup took 1.50 s, more than the allowed 20 ms.",
      severity: "error",
      places: [{ step: 0, url: "u" }],
    },
    expect.objectContaining({ name: "warning" }),
  ]);
});

test("a registration that ends too soon is a finding", async () => {
  const found = async (daysLeft: number | undefined) => {
    const domain = {
      name: "shop.example",
      status: [],
      source: "",
      at: "",
      ...(daysLeft !== undefined && { daysLeft }),
    };
    const expected = { ...(await asserted({})), limits: { domainDays: 30 } };
    return judge(report({ url: "u", domain }), expected).findings;
  };
  expect(await found(29)).toEqual([
    {
      name: "domain-days-low",
      title: "The registration of shop.example lasts 29 more days; 30 required.",
      severity: "error",
      places: [{ step: 0, url: "u" }],
    },
  ]);
  expect((await found(-2)).map(({ title }) => title)).toEqual([
    "The registration of shop.example lasts 0 more days; 30 required.",
  ]);
  expect(await found(30)).toEqual([]);
  expect(await found(undefined)).toEqual([]);
});

describe("flags", () => {
  test("are parsed", async () => {
    const { failOn, limits, treat } = await asserted({
      "fail-on": "Info, age-invalid",
      "fail-over": "9999999",
      "certificate-days": "30",
      ignore: " Age-Invalid , field-repeated:ETag,,not-stored",
    });
    expect(failOn).toEqual(["info", "age-invalid"]);
    expect(limits).toEqual({ certificateDays: 30, totalMs: 9_999_999 });
    const at = (name: string, field?: string) =>
      treat({ name, title: "", severity: "info", ...(field && { field }) }, { step: 1, url: "" });
    const ignored = { by: "--ignore", reason: "--ignore" };
    expect(at("age-invalid", "age")).toEqual(ignored);
    expect(at("field-repeated", "etag")).toEqual(ignored);
    // A retired id, which scripts may still use.
    expect(at("not-stored")).toEqual(ignored);
    expect(at("field-repeated", "age")).toEqual({ severity: "info" });
    expect(await asserted({})).toMatchObject({ failOn: [], limits: {} });
  });
  test.each([
    [{ "fail-over": "10000000" }, '--fail-over: expected milliseconds, not "10000000"'],
    [{ "fail-over": "" }, '--fail-over: expected milliseconds, not ""'],
    [{ "fail-over": "1.5" }, '--fail-over: expected milliseconds, not "1.5"'],
    [{ "fail-on": "nothing" }, '--fail-on: no problem has the id "nothing"'],
    [{ "certificate-days": "x" }, '--certificate-days: expected days, not "x"'],
    [{ ignore: "nothing" }, '--ignore: no problem has the id "nothing"'],
    [{ ignore: "nothing:age" }, '--ignore: no problem has the id "nothing"'],
    [{ ignore: "age-invalid:a b" }, '--ignore: expected a header name after "age-invalid:", not "a b"'],
  ])("%j is refused", (flags, message) => expect(asserted(flags)).rejects.toThrow(message));
});

describe("position of a header line in its file", () => {
  const places = (text: string, ...names: string[]) => {
    const headers = names.map((name) => ({ name }) as HeaderObject);
    const { lineOf } = sourceFile("a.txt", text, headers);
    return [undefined, ...names.map((_, index) => index + 1), names.length + 1].map((line) => lineOf(line));
  };
  test.each<[string, string[], number[]]>([
    ["Age: 1\nVary: *", ["age", "vary"], [1, 1, 2, 1]],
    ["HTTP/1.1 200 OK\r\nAge: 1\r\nVary: *\r\n", ["age", "vary"], [1, 2, 3, 1]],
    ["HTTP/1.1 200 OK\rAge: 1", ["age"], [1, 2, 1]],
    ["Age: 1\nAge: 2", ["age", "age"], [1, 1, 2, 1]],
    // An interim response or a request precedes the response.
    ["Age: 0\n\nAge: 1\nVary: *", ["age", "vary"], [1, 3, 4, 1]],
    ["< Age: 1\n< Vary: *", ["age", "vary"], [1, 1, 2, 1]],
    // Format of browsers' developer tools: the name on one line, the value on the next.
    ["age:\n1\nvary\n*", ["age", "vary"], [1, 1, 3, 1]],
    ["Agent: 1\nAge : 1", ["age"], [1, 2, 1]],
    ["Vary: *", ["age", "vary"], [1, 1, 1, 1]],
    ["X: 1\nVary: *\nX: 2", ["age", "vary"], [1, 1, 2, 1]],
  ])("%j %j", (text, names, expected) => expect(places(text, ...names)).toEqual(expected));
});
