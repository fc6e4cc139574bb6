import { describe, expect, test } from "bun:test";
import { cli } from "./fake-io.ts";

const before = "HTTP/1.1 200 OK\nAge: 1\nX-Old: 1\nDate: Sat, 21 Nov 2026 01:18:43 GMT\n";
const after = "HTTP/1.1 200 OK\nAge: soon\nDate: Sat, 21 Nov 2026 01:18:44 GMT\n";
const files = { "before.txt": before, "after.txt": after };

describe("compare", () => {
  test("two files of header lines", async () => {
    const { code, out } = await cli(["compare", "before.txt", "after.txt"], { files });
    expect(code).toBe(0);
    expect(out).toContain("- x-old: 1");
    expect(out).toContain('Worse\n  • "soon" in Age is not a whole number of seconds. [age-invalid]\n');
    expect(out).not.toContain("date:");
    expect((await cli(["compare", "--all", "before.txt", "after.txt"], { files })).out).toContain("date:");
  });
  test("--fail-on", async () => {
    const run = async (word: string, a: string, b: string) =>
      (await cli(["compare", "--fail-on", word, a, b], { files })).code;
    expect(await run("new-warning", "before.txt", "after.txt")).toBe(4);
    expect(await run("new-warning", "after.txt", "before.txt")).toBe(0);
    expect(await run("change", "after.txt", "before.txt")).toBe(4);
    expect(await run("change", "after.txt", "after.txt")).toBe(0);
  });
  test("--baseline with an earlier report", async () => {
    const { out: report } = await cli(["headers", "--json", "before.txt"], { files, input: [] });
    const all = { ...files, "baseline.json": report };
    const { code, out } = await cli(["compare", "--baseline", "baseline.json", "--json", "after.txt"], {
      files: all,
    });
    expect(code).toBe(0);
    expect(JSON.parse(out).differences).toContainEqual({
      kind: "field-removed",
      name: "x-old",
      a: "1",
      title: "x-old is gone; it was 1.",
      effect: "other",
    });
  });
  describe("with a project file", () => {
    const run = (project: string, ...args: readonly string[]) =>
      cli(["compare", ...args, "before.txt", "after.txt"], { files: { ...files, "/netlens.toml": project } });
    test("fails only for a new finding that fails a run by the project file", async () => {
      expect((await run('fail-on = ["age-invalid"]')).code).toBe(4);
      expect((await run('fail-on = ["field-repeated"]')).code).toBe(0);
      expect((await run('fail-on = ["age-invalid"]', "--no-project")).code).toBe(0);
    });
    test("ignored findings are not differences, and severities are those of the file", async () => {
      const off = await run('fail-on = ["info"]\n[rules]\nage-invalid = "off"', "--fail-on", "new-warning");
      expect(off.code).toBe(0);
      expect(off.out).not.toContain("[age-invalid]");
      expect((await run('[rules]\nage-invalid = "info"', "--fail-on", "new-warning")).code).toBe(0);
      expect((await run('[rules]\nage-invalid = "error"', "--fail-on", "new-error")).code).toBe(4);
    });
    test("a missing required header fails, unless it was missing before", async () => {
      const { code, out } = await run("[require]\nx-old = true");
      expect(code).toBe(4);
      expect(out).toContain("X-Old is missing. [field-required]");
      expect((await run("[require]\nx-never = true")).code).toBe(0);
    });
    test("an invalid project file ends the run", async () =>
      expect((await run("[limit]")).err).toContain(
        'netlens.toml:1:1: the file has no "limit"; did you mean',
      ));
  });
  test("wrong usage", async () => {
    expect((await cli(["compare", "before.txt"], { files })).code).toBe(2);
    expect((await cli(["compare", "--baseline", "none.json", "after.txt"], { files })).err).toContain(
      "none.json",
    );
  });
});
