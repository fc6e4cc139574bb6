/** The project file `netlens.toml` in tests that use the library. */

import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lintResponse } from "../../src/library/index.ts";
import { matchersOf, netlensMatchers } from "../../src/library/matchers.ts";
import { findProject, openProject, parseProject } from "../../src/library/project.ts";

const place = mkdtempSync(join(tmpdir(), "netlens-project-"));
afterAll(() => rmSync(place, { recursive: true }));

const project = parseProject(`fail-on = ["warning"]
[rules]
age-invalid = "warning"
[[rules.for]]
url = "https://example.com/embed/*"
off = ["age-invalid"]
reason = "a test"
[require]
x-request-id = true
`);
const at = (url: string) => ({ headers: ["Age: x", "X-Request-Id: 1"], status: 204, url });
const inside = at("https://example.com/embed/a");
const outside = at("https://example.com/a");

test("severities, exceptions by URL and required headers apply", () => {
  const named = (response: object) =>
    lintResponse(response, { project }).map(({ name, severity }) => `${name} ${severity}`);
  expect(named(outside)).toContain("age-invalid warning");
  expect(named(inside).join()).not.toContain("age-invalid");
  expect(named({ headers: ["A: b"], status: 204 })[0]).toBe("field-required error");
  expect(lintResponse(outside, { project, ignore: ["age-invalid"] }).map(({ name }) => name)).not.toContain(
    "age-invalid",
  );
});

describe("toHaveNoHeaderErrors", () => {
  const { toHaveNoHeaderErrors } = matchersOf({ project });
  const outcome = (response: unknown, options?: object) => {
    const result = toHaveNoHeaderErrors(response, options);
    if (result instanceof Promise) throw new Error("a promise");
    return { pass: result.pass, message: result.message() };
  };
  test("fails for findings that fail by the project file", () => {
    expect(outcome(outside)).toEqual({
      pass: false,
      message: expect.stringContaining("1 problem counted by the project file"),
    });
    expect(outcome(outside).message).toContain("[age-invalid]");
  });
  test("passes for an exception, by the URL of the response", () =>
    expect(outcome(inside, { ignore: ["date-missing"] }).pass).toBe(true));
  test("uses the severity of the call, and always requires headers", () => {
    expect(outcome(outside, { severity: "error" }).pass).toBe(true);
    expect(outcome({ headers: ["Age: 1"], status: 204 }, { severity: "error" }).message).toContain(
      "X-Request-Id is missing. [field-required]",
    );
  });
  test("without a project file only errors fail", () => {
    const result = netlensMatchers.toHaveNoHeaderErrors(outside);
    expect(result).toMatchObject({ pass: false });
  });
});

describe("the file", () => {
  test("is found in the directory and its parents", () => {
    const inner = join(place, "a/b");
    mkdirSync(inner, { recursive: true });
    expect(findProject(inner)).toBeUndefined();
    writeFileSync(join(place, "netlens.toml"), 'fail-on = ["info"]');
    expect(findProject(inner)).toMatchObject({ file: "../../netlens.toml", failOn: ["info"] });
    expect(openProject(join(place, "netlens.toml")).failOn).toEqual(["info"]);
  });
  test("an invalid one is reported with line and column", () => {
    writeFileSync(join(place, "netlens.toml"), "[limits]\nredirects = -1\n");
    expect(() => findProject(place)).toThrow("netlens.toml:2:1: redirects: expected a whole number");
    expect(() => openProject(join(place, "none.toml"))).toThrow("ENOENT");
  });
});
