import { describe, expect, test } from "bun:test";
import { projectSchema } from "../../../src/jobs/project/first-file.ts";
import { allKinds } from "../../../src/jobs/project/kinds.ts";
import { ProjectError } from "../../../src/jobs/project/project-error.ts";
import { readProject } from "../../../src/jobs/project/read.ts";
import { treatOf } from "../../../src/jobs/project/treat.ts";

const NOW = Date.parse("2027-01-31T23:59:59Z");
const read = (text: string, now = NOW) => readProject(text, "netlens.toml", now);

describe("treatment of problems", () => {
  const project = read(`
[rules]
age-invalid = "off"
"field-repeated:etag" = "warning"
field-repeated = "off"
hsts-missing = "error"

[[rules.for]]
url = "https://example.com/embed/*"
off = ["framing-unrestricted"]
info = ["age-invalid"]
reason = "may be framed by anybody"
until = 2027-01-31

[[rules.for]]
url = "https://example.com/embed/old/*"
warning = ["framing-unrestricted"]
reason = "goes away"
`);
  const at = (name: string, url = "", field?: string) =>
    treatOf(project)({ name, title: "", severity: "info", ...(field && { field }) }, { step: 1, url });
  const embed = "https://example.com/embed/a?b=c";
  test.each([
    ["a rule for all URLs", at("age-invalid"), { by: "netlens.toml", reason: "netlens.toml:3:1" }],
    ["a rule for some URLs, before it", at("age-invalid", embed), { severity: "info" }],
    ["a rule for one field, before it", at("field-repeated", "", "etag"), { severity: "warning" }],
    [
      "the rule of the other fields",
      at("field-repeated", "", "age"),
      expect.objectContaining({ by: "netlens.toml" }),
    ],
    ["a short name", at("strict-transport-security-missing"), { severity: "error" }],
    [
      "an exception with its reason",
      at("x-frame-options-missing", embed),
      { by: "netlens.toml", reason: "may be framed by anybody (netlens.toml:10:8)" },
    ],
    [
      "the last of two exceptions",
      at("x-frame-options-missing", "https://example.com/embed/old/1"),
      { severity: "warning" },
    ],
    ["another host", at("x-frame-options-missing", "https://example.org/embed/a"), { severity: "info" }],
    ["a problem that no row names", at("date-invalid"), { severity: "info" }],
  ])("%s", (_, given, expected) => expect(given).toEqual(expected));
  test("renamed ids are noted with their position", () =>
    expect(project.notes).toContain(
      "netlens.toml:6:1: hsts-missing is now called strict-transport-security-missing",
    ));
});

test("an exception applies through its last day, and is noted as expired afterwards", () => {
  const text =
    '[[rules.for]]\nurl = "https://a.example/"\noff = ["age-invalid"]\nreason = "old"\nuntil = 2027-01-31\n';
  const count = (now: number) => read(text, now).rules.size;
  expect([count(NOW), count(NOW + 1000)]).toEqual([1, 0]);
  expect(read(text, NOW + 1000).notes).toEqual(["netlens.toml:1:1: this exception ended on 2027-01-31: old"]);
});

test("a retired id is noted", () =>
  expect(read('[rules]\netag-weak = "off"').notes).toEqual([
    "netlens.toml:2:1: etag-weak is no longer a problem; see the field's value in words (alternate)",
  ]));

test("limits, requirements and what fails a run", () => {
  const project = read(
    'fail-on = ["warning", "hsts-missing"]\n[require]\nX-Request-ID = true\n[limits]\ncertificate-days = 30\ndomain-days = 40\ntotal-ms = 800\nredirects = 0',
  );
  expect(project.failOn).toEqual(["warning", "strict-transport-security-missing"]);
  expect([...project.require.keys()]).toEqual(["x-request-id"]);
  expect(project.limits).toEqual({ certificateDays: 30, domainDays: 40, totalMs: 800, redirects: 0 });
  expect(read("").limits).toEqual({});
});

describe("an error names line and column", () => {
  test.each([
    ["a = 1", '1:1: the file has no "a"'],
    ['[rules]\nhsts-mising = "off"', '2:1: no problem has the id "hsts-mising"'],
    ['[rules]\nage-invalid = "of"', "2:1: age-invalid: expected one of off, info, warning, error in quotes"],
    ['[rules]\n"age-invalid:a b" = "off"', '2:1: expected a header name after "age-invalid:", not "a b"'],
    ["[limits]\nredirect = 1", '2:1: [limits] has no "redirect"'],
    ["[limits]\nredirects = -1", "2:1: redirects: expected a whole number"],
    ["[limits]\ntotal-ms = 0", "2:1: total-ms: expected whole milliseconds"],
    ["limits = 3", "1:1: limits: expected a table"],
    ['[[rules.for]]\nurl = "https://a/"', '1:1: "reason" is missing'],
    ['[[rules.for]]\nreason = "x"\nurl = "https://[/"', '3:1: "https://[/" is not a URL pattern'],
    [
      '[[rules.for]]\nurl = "https://a/"\nreason = "x"\noff = ["a", 1]',
      "4:13: off: expected ids of problems in quotes",
    ],
    [
      '[[rules.for]]\nurl = "https://a/"\nreason = "x"\nuntil = 3',
      "4:1: until: expected a day such as 2027-01-31",
    ],
    ["[require]\nx = 1", "2:1: x: expected true, false or text"],
    ['[require]\nx = "/(/"', "2:1: Invalid regular expression"],
    ['[require]\n"a b" = true', '2:1: "a b" is not a field name'],
    ['fail-on = ["warning", "warnin"]', '1:23: no problem has the id "warnin"'],
    ["[rules]\nx = ", "2:5: not valid TOML"],
    ["[rules]\n[rules]", "2:2: not valid TOML"],
  ])("%j", (text, message) => {
    expect(() => read(text)).toThrow(ProjectError);
    expect(() => read(text)).toThrow(`netlens.toml:${message}`);
  });
});

describe("a name that every object inherits is a normal key", () => {
  const RULES = '[[rules.for]]\nurl = "https://a/"\nreason = "x"\n';
  const WATCH = '[watch]\ntargets = ["a.example"]\n';
  // Forms with the key `zz`, and the error message with its name and position. The tests replace `zz` by
  // inherited names.
  const forms = [
    ["zz = 1", '1:1: the file has no "zz"'],
    ["zz.zz.zz = 1", '1:1: the file has no "zz"'],
    ["[zz]\nx = 1", '1:1: the file has no "zz"'],
    ["[zz.zz]\nx = 1", '1:1: the file has no "zz"'],
    ["[[zz]]\nx = 1", '1:1: the file has no "zz"'],
    ['[rules]\nzz = "off"', '2:1: no problem has the id "zz"'],
    ["[rules]\nzz.x = 1", "2:1: zz: expected one of off, info, warning, error in quotes"],
    ["[rules.zz]\nx = 1", "1:1: zz: expected one of off, info, warning, error in quotes"],
    [`${RULES}zz = ["age-invalid"]`, '4:1: [rules.for] has no "zz"'],
    [`${RULES}zz.x = 1`, '4:1: [rules.for] has no "zz"'],
    [`${RULES}[rules.for.zz]\nx = 1`, '4:1: [rules.for] has no "zz"'],
    [`rules = { for = [{ url = "https://a/", reason = "x", zz = 1 }] }`, '1:54: [rules.for] has no "zz"'],
    ['[require]\nzz = ""', "2:1: zz: expected true, false or text"],
    ["require = { zz = { x = 1 } }", "1:13: zz: expected true, false or text"],
    ["[limits]\nzz = 1", '2:1: [limits] has no "zz"'],
    [`${WATCH}zz = 1`, '3:1: [watch] has no "zz"'],
    [`${WATCH}[[watch.for]]\nurl = "https://a/"\nzz = 1`, '5:1: [watch.for] has no "zz"'],
    [`${WATCH}[[watch.notify]]\ncommand = ["a"]\nzz = 1`, '5:1: [watch.notify] has no "zz"'],
    ["[rules]\nx = []\n[rules.x.zz]\ny = 1", "3:"],
  ] as const;
  const names = ["other", ...Object.getOwnPropertyNames(Object.prototype)];
  test.each(forms)("%j", (text, message) => {
    for (const name of names) {
      expect(() => read(text.replaceAll("zz", name))).toThrow(ProjectError);
      expect(() => read(text.replaceAll("zz", name))).toThrow(
        `netlens.toml:${message.replaceAll("zz", name)}`,
      );
    }
    expect("x" in {} || "y" in Object).toBe(false);
  });
  test("it can be required", () => {
    for (const name of names)
      expect([...read(`[require]\n${name} = true`).require.keys()]).toEqual([name.toLowerCase()]);
  });
});

test("the JSON Schema for editors is plain JSON that names every table", () => {
  const schema = projectSchema() as {
    properties: Record<string, { properties: Record<string, { items?: object }> }>;
    definitions: { problem: { anyOf: readonly { const: string; description: string }[] } };
  };
  expect(Object.keys(schema.properties)).toEqual(["fail-on", "rules", "require", "limits", "watch"]);
  expect(JSON.stringify(schema)).not.toContain('"expected"');
  const { problem } = schema.definitions;
  expect(problem.anyOf.map((row) => row.const)).toEqual(allKinds().map(([id]) => id));
  expect(problem.anyOf.every(({ description }) => description !== "")).toBe(true);
  expect(Object.keys(schema.properties["rules"]?.properties ?? {})).toContain("certificate-days-low");
  const words = schema.properties["watch"]?.properties["wake-for"]?.items;
  expect(JSON.stringify(words)).toContain('"down","empty","new-error"');
});
