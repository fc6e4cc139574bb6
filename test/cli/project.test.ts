import { describe, expect, test } from "bun:test";
import { cli } from "./fake-io.ts";

const LINES =
  "HTTP/1.1 200 OK\r\nDate: Fri, 20 Nov 2026 10:00:00 GMT\r\nContent-Type: text/html; charset=utf-8\r\nAge: x\r\n";
const headers = (project: string | undefined, args: readonly string[] = [], path = "/site/netlens.toml") =>
  cli(["headers", "--url", "https://example.com/a", ...args, "-"], {
    input: [LINES],
    directory: "/site/test/http",
    files: project === undefined ? {} : { [path]: project },
  });

describe("the project file", () => {
  test("is found in the working directory and its parents", async () => {
    const { out, err, code } = await headers('fail-on = ["error"]\n[rules]\nage-invalid = "off"\n');
    expect({ err, code }).toEqual({ err: "", code: 0 });
    expect(out).toContain("1 ignored by netlens.toml");
    expect(out).not.toContain("[age-invalid]");
  });
  test("decides what fails, unless --fail-on does", async () => {
    const failing = 'fail-on = ["age-invalid"]';
    expect((await headers(failing)).code).toBe(4);
    expect((await headers(failing, ["--fail-on", "date-missing"])).code).toBe(0);
    expect((await headers(failing, ["--no-project"])).code).toBe(0);
  });
  test("requires headers, each an assertion of its own", async () => {
    const { out, code } = await headers('[require]\nx-request-id = true\ncontent-type = "text/html"');
    expect(code).toBe(4);
    expect(out).toContain("X-Request-Id is missing. [field-required]");
    expect(out).toContain('Content-Type is "text/html; charset=utf-8", not');
  });
  test("is selected by --project", async () => {
    const { code } = await headers('fail-on = ["age-invalid"]', ["--project", "a.toml"], "a.toml");
    expect(code).toBe(4);
    expect(await headers(undefined, ["--project", "a.toml"])).toMatchObject({
      code: 2,
      err: "netlens: --project: a.toml: no such file\n",
    });
  });
  test("ends the run if it is invalid, with a suggestion", async () =>
    expect(await headers('[rules]\nage-invalit = "off"')).toMatchObject({
      code: 2,
      err: 'netlens: ../../netlens.toml:2:1: no problem has the id "age-invalit"; did you mean age-invalid?\n',
    }));
});

describe("flags of the same purpose", () => {
  test.each([
    [["--require", "X-Request-Id"], 4],
    [["--require", "content-type: /^text\\/html/"], 0],
    [["--require", "Date", "--require", "Age: 1"], 4],
    [["--fail-on", "hsts-missing"], 4],
    [["--fail-on", "strict-transport-security-missing"], 4],
    [["--fail-on", "age-invalid:age"], 4],
    [["--fail-on", "age-invalid:date"], 0],
  ])("%j", async (args, code) => expect((await headers(undefined, args)).code).toBe(code));
  test("an unknown id is reported", async () =>
    expect(await headers(undefined, ["--require", "a b"])).toMatchObject({
      code: 2,
      err: "netlens: --require: expected 'NAME' or 'NAME: VALUE', not \"a b\"\n",
    }));
});

describe("ignored findings in formats", () => {
  const project =
    '[[rules.for]]\nurl = "https://example.com/*"\noff = ["age-invalid"]\nreason = "a <test>"\n';
  test("SARIF has suppressions", async () => {
    const { out } = await headers(project, ["--format", "sarif"]);
    const { results } = JSON.parse(out).runs[0];
    expect(results.find(({ ruleId }: { ruleId: string }) => ruleId === "age-invalid").suppressions).toEqual([
      { kind: "external", status: "accepted", justification: "a <test> (../../netlens.toml:3:8)" },
    ]);
    expect(results.filter(({ suppressions }: { suppressions?: unknown }) => suppressions)).toHaveLength(1);
  });
  test("JUnit has a skipped case", async () => {
    const { out } = await headers(project, ["--format", "junit"]);
    expect(out).toContain('<skipped message="a &lt;test&gt; (../../netlens.toml:3:8)"/>');
    expect(out).toContain(' skipped="1">');
  });
  test("Markdown counts them", async () =>
    expect((await headers(project, ["--format", "markdown"])).out).toContain(", 1 ignored by netlens.toml"));
});

describe("netlens rules", () => {
  const project = `fail-on = ["warning"]
[rules]
age-invalid = "error"
[[rules.for]]
url = "https://example.com/embed/*"
off = ["age-invalid"]
reason = "old proxy"
[require]
content-type = "/html/"
server = false
[limits]
domain-days = 30
redirects = 1
`;
  const rules = (...args: string[]) => cli(["rules", ...args], { files: { "/netlens.toml": project } });
  test("lists all rows, each with its position", async () =>
    expect((await rules()).out).toBe(
      [
        "off               age-invalid   netlens.toml:6:8  https://example.com/embed/*: old proxy",
        "error             age-invalid   netlens.toml:3:1",
        "required: /html/  content-type",
        "forbidden         server",
        "at least 30 days  domain",
        "at most 1         redirects",
        "fails a run       warning",
        "",
      ].join("\n"),
    ));
  test("lists the rows that apply to a URL", async () => {
    const of = async (url: string) => JSON.parse((await rules("--json", url)).out)[0].expected;
    expect(await of("https://example.com/embed/1")).toBe("off");
    expect(await of("https://example.com/")).toBe("error");
  });
  test("prints the schema for editors", async () =>
    expect(JSON.parse((await rules("--schema")).out)).toMatchObject({
      title: "netlens.toml",
      type: "object",
    }));
  test.each([
    [["nonsense"], 'rules: "nonsense" is not a URL such as https://example.com/'],
    [["a:b", "c:d"], "rules: name one URL"],
    [["--no-project"], "rules: no netlens.toml here or above; netlens init writes one"],
    [["--no-project", "--project", "x"], "--project and --no-project exclude each other"],
  ])("%j is refused", async (args, message) =>
    expect(await rules(...args)).toMatchObject({ code: 2, err: `netlens: ${message}\n` }),
  );
});

describe("netlens init", () => {
  const page = () =>
    Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () =>
        new Response("<p>", {
          headers: {
            "content-type": "text/html",
            "x-content-type-options": "nosniff",
            age: "x",
            "x-app": "1",
            via: "1.1 a",
          },
        }),
    });
  test("writes a file by which nothing fails until something changes", async () => {
    using server = page();
    const url = String(server.url);
    const { written, err, code } = await cli(["init", url]);
    expect({ err, code }).toEqual({
      err: "netlens: wrote netlens.toml, and netlens.schema.json for editors\n",
      code: 0,
    });
    const text = written["netlens.toml"] ?? "";
    expect(text).toContain('age-invalid = "off" # error: ');
    expect(text).toStartWith("#:schema ./netlens.schema.json\n");
    expect(text).toContain("\nx-content-type-options = true\n# x-app = true\n\n");
    expect(JSON.parse(written["netlens.schema.json"] ?? "")).toHaveProperty("definitions.problem");
    const files = { "/netlens.toml": text };
    expect((await cli(["http", url], { files })).code).toBe(0);
    expect((await cli(["http", "--require", "x-new", url], { files })).code).toBe(4);
    expect((await cli(["http", "--no-project", "--fail-on", "error", url], { files })).code).toBe(4);
  });
  test("overwrites a file only if requested", async () => {
    const files = { "netlens.toml": "" };
    expect(await cli(["init"], { files })).toMatchObject({
      code: 2,
      err: "netlens: init: netlens.toml already exists; --force replaces it\n",
    });
    expect((await cli(["init", "--force"], { files })).written["netlens.toml"]).toContain("[limits]");
    expect((await cli(["init", "--print"], { files })).out).toContain("[rules]");
  });
  test("writes nothing if a lookup fails", async () => {
    const { code, err, written } = await cli(["init", "http://127.0.0.1:1/"]);
    expect({ code, written }).toEqual({ code: 1, written: {} });
    expect(err).toStartWith("netlens: init: http://127.0.0.1:1/: ");
  });
});
