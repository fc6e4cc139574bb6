/** Every row of the table of faults in SECURITY.md names an existing test. */

import { expect, test } from "bun:test";
import { existsSync } from "node:fs";

const root = new URL("..", import.meta.url);
const text = await Bun.file(new URL(".github/SECURITY.md", root)).text();
const [, section = ""] = /^## Faults\n([\s\S]*?)^## /m.exec(text) ?? [];
const rows = section.split("\n").filter((line) => line.startsWith("| ") && !/^\| (?:---|fault) /.test(line));

test("has rows", () => expect(rows.length).toBeGreaterThan(15));

for (const row of rows)
  test(row.split("|")[1]?.trim() ?? row, async () => {
    const [, file = "", name = ""] = /\| `([^`]+\.test\.ts)` "([^"]+)" \|$/.exec(row) ?? [];
    expect(file, "names its file").not.toBe("");
    expect(existsSync(new URL(file, root)), file).toBe(true);
    const tests = (await Bun.file(new URL(file, root)).text()).match(
      /\b(?:test|describe)(?:\.each\([^)]*\)|\.each\([\s\S]*?\])?\)?\(\s*[`"][^`"]*[`"]/g,
    );
    expect(
      tests?.some((each) => each.includes(name)),
      `${file} has "${name}"`,
    ).toBe(true);
  });
