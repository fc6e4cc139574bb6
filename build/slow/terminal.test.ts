/**
 * Output for a terminal fits its width, uses one time scale, and has no control characters from responses.
 */

import { describe, expect, test } from "bun:test";
import { renderReport } from "../../src/cli/render/http.ts";
import { cut, fitted, wrapped } from "../../src/cli/render/text.ts";
import { viewReport } from "../../src/view/report.ts";
import { cli } from "../../test/cli/fake-io.ts";
import { sampleReport, withStrings } from "../../test/web/sample-report.ts";

const screen = { colour: false, columns: 80, verbose: false, full: false };
const drawn = (part: Partial<typeof screen> = {}, report = sampleReport) =>
  renderReport(viewReport(report), { ...screen, ...part });
const widest = (text: string) => Math.max(...text.split("\n").map((line) => Bun.stringWidth(line)));

describe("a report", () => {
  test.each([40, 60, 80, 109, 110, 200])("is no wider than %i columns", (columns) => {
    const long = structuredClone(sampleReport);
    for (const step of long.steps) for (const header of step.headers) header.value = "v ".repeat(400);
    expect(widest(drawn({ columns }, long))).toBeLessThanOrEqual(Math.max(columns, 60));
    expect(widest(drawn({ columns, verbose: true, full: true }, long))).toBeLessThanOrEqual(
      Math.max(columns, 60),
    );
  });
  test("prints the worst last, next to the prompt", () => {
    const lines = drawn().trimEnd().split("\n");
    expect(lines.at(-1)).toMatch(/^\d errors?, /);
  });
  test("values are cut, and --full shows them", () => {
    const long = structuredClone(sampleReport);
    for (const header of long.steps[0]?.headers ?? []) header.value = `${"v".repeat(300)}END`;
    const only = { ...long, steps: long.steps.slice(0, 1) };
    expect(drawn({}, only)).not.toContain("END");
    expect(drawn({}, only)).toContain("v…");
    expect(drawn({ full: true }, only)).toContain("END");
  });
  test("-v adds parts, descriptions and the lines of every step", () => {
    expect(drawn()).not.toContain("Tells caches what to do.");
    const more = drawn({ verbose: true });
    for (const part of ["Tells caches what to do.", "max-age: 60 — 1 minute", "1. 302"])
      expect(more).toContain(part);
  });
  test.each([80, 140])("value and meaning are never separated by two spaces only (%i)", (columns) => {
    const shown = drawn({ columns, verbose: true });
    expect(shown).not.toMatch(/max-age=60, x {2}fresh/);
    expect(shown).toMatch(
      columns > 100 ? /max-age=60, x +│ fresh for 1 minute/ : /max-age=60, x\n {6}fresh for 1 minute/,
    );
  });
  test("hostile text cannot control the terminal", () => {
    const shown = drawn(
      { verbose: true, full: true },
      withStrings(sampleReport, "\u001b]0;owned\u0007\u009b31m\u202e"),
    );
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

test("twice as long is twice as wide, in any step", () => {
  const [first, second] = sampleReport.steps;
  if (!first || !second) throw new Error("two steps are needed");
  const stages = (ms: number) => ({ firstByte: ms, total: ms });
  const report = {
    ...sampleReport,
    timeTotal: 300,
    steps: [
      { ...first, timeTotal: 100, timeStages: stages(100) },
      { ...second, timeTotal: 200, timeStages: stages(200) },
    ],
  };
  const [one = 0, two = 0] = drawn({ columns: 100 }, report)
    .split("\n")
    .filter((line) => /^ [12] /.test(line))
    .map((line) => line.match(/█/g)?.length ?? 0);
  expect(one).toBeGreaterThan(10);
  expect(Math.abs(two - 2 * one)).toBeLessThanOrEqual(1);
});

describe("text", () => {
  test.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "ab…"],
    ["日本語", 5, "日本…"],
    ["日本語", 6, "日本語"],
  ])("cut(%j, %i)", (text, width, shown) => expect(cut(text, width)).toBe(shown));
  test("fitted is exact", () => {
    for (const text of ["", "abc", "日本語日本語"]) expect(Bun.stringWidth(fitted(text, 7))).toBe(7);
  });
  test.each([
    ["one two three", 8, ["one two", "three"]],
    ["one two", 7, ["one two"]],
    ["abcdefghijkl m", 8, ["abcdefgh", "ijkl m"]],
    ["", 8, [""]],
  ])("wrapped(%j, %i)", (text, width, lines) => expect(wrapped(text, width)).toEqual(lines));
});

describe("parts of answers", () => {
  test("--field prints one member, a line each", async () => {
    expect((await cli(["ip", "--field", "special", "10.0.0.1", "::1"])).out).toBe("private-use\nloopback\n");
    expect((await cli(["useragent", "--field", "device.type", "curl/8"])).out).toBe("library\n");
    expect((await cli(["ip", "-", "--field", "code"], { input: ["10.0.0.1\n::1\n"] })).out).toBe(
      "private\nprivate\n",
    );
    expect((await cli(["ip", "--field", "city", "10.0.0.1"])).out).toBe("\n");
  });
  test("an unknown --field is refused", async () => {
    const { code, err } = await cli(["ip", "--field", "constructor", "10.0.0.1"]);
    expect(code).toBe(2);
    expect(err).toContain('"constructor"');
    expect(err).toContain("countryCode");
  });
  test("--format csv has a header and a row each, also for standard input", async () => {
    const { out } = await cli(["useragent", "--format", "csv", 'a "b", c', "curl/8"]);
    const [head, first, second] = out.split("\n");
    expect(head).toStartWith("agent,device.type,");
    expect(first).toStartWith('"a ""b"", c",');
    expect(second).toStartWith("curl/8,library,");
    const stream = await cli(["ip", "-", "--format", "csv"], { input: ["10.0.0.1\n::1\n"] });
    expect(stream.out.split("\n").length).toBe(4);
  });
  test("several addresses are a table that fits", async () => {
    const { out } = await cli(["ip", "10.0.0.1", "2001:db8::1"], { columns: 60 });
    expect(out.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "ADDRESS",
      "10.0.0.1",
      "2001:db8::1",
      "",
    ]);
    expect(widest(out)).toBeLessThanOrEqual(60);
  });
  test("--json is one line for programs, indented and coloured on a terminal", async () => {
    expect((await cli(["status", "--json", "404"])).out.split("\n").length).toBe(2);
    const { out } = await cli(["status", "--json", "404"], { outIsTerminal: true, colour: true });
    expect(out).toContain("\u001b[36m");
    expect(JSON.parse(out.replace(/\u001b\[\d+m/g, ""))).toMatchObject({ code: 404 });
    const plain = (await cli(["status", "--json", "404"], { outIsTerminal: true })).out;
    expect(plain).toStartWith('{\n  "code": 404');
  });
});

test("a terminal shows the progress and erases it", async () => {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async () => {
      await Bun.sleep(700);
      return new Response("");
    },
  });
  const { err } = await cli(["http", server.url.href], { errIsTerminal: true, clock: Date.now });
  expect(err).toContain(`looking up ${server.url.href}`);
  expect(err).toEndWith("\r\u001b[K");
  expect((await cli(["http", server.url.href], { clock: Date.now })).err).toBe("");
});

test("--output html=FILE saves the report as a self-contained page", async () => {
  const input = ["HTTP/1.1 200 OK\nX-A: <script>alert(1)</script>\nCache-Control: max-age=60\n"];
  const { written, out } = await cli(["headers", "--output", "html=r.html"], { input });
  const page = written["r.html"] ?? "";
  expect(out).toContain("Cache-Control");
  expect(page).toContain("fresh for 1 minute");
  expect(page).toContain("Content-Security-Policy");
  expect(page).not.toContain("<script");
  expect(page.match(/(?:href|src|action)="(?!#|https:\/\/)[^"]*"/g)).toBeNull();
  const [, style = ""] = /<style>(.*)<\/style>/s.exec(page) ?? [];
  expect(page).toContain(`sha256-${new Bun.CryptoHasher("sha256").update(style).digest("base64")}`);
  const { code, err } = await cli([
    "http",
    "--output",
    "html=r.html",
    "http://127.0.0.1:1/",
    "http://127.0.0.1:2/",
  ]);
  expect([code, err]).toEqual([2, expect.stringContaining("html takes one URL")]);
});

test("man prints the manual page, with errors and failures", async () => {
  const { out } = await cli(["man"]);
  for (const part of [".TH NETLENS 1", "invalid\\-ip", "connection\\-refused", "\\-\\-fail\\-over"])
    expect(out).toContain(part);
});

test("the request is shown if something is wrong with it, and with -v", async () => {
  const input = [
    "> GET / HTTP/1.1\n> Host: a.example\n> User-Agent: a/1\n> Range: lines=1-2\n>\n< HTTP/1.1 200 OK\n",
  ];
  const { out } = await cli(["headers", "-"], { input });
  expect(out).toMatch(/\nrequest\n.*Host: a\.example/s);
  expect(out).toMatch(/● .*Range: lines=1-2/);
  const fine = [(input[0] ?? "").replace("lines=", "bytes=")];
  expect((await cli(["headers", "-"], { input: fine })).out).not.toContain("\nrequest\n");
  expect((await cli(["headers", "-", "-v"], { input: fine })).out).toContain("\nrequest\n");
});

test("a finding with one right answer has the corrected line", async () => {
  const { out } = await cli(["headers", "-"], { input: ["HTTP/1.1 200 OK\nETag: abc\n"] });
  expect(out).toContain('better: ETag: "abc"');
});
