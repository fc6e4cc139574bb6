/** Data that age state their date. `build/data-ages.ts` holds it against the clock, which no test may do. */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import snapshots from "../data/snapshots.txt" with { type: "text" };

const rows = snapshots
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([files = "", taken = "", days = "", source = "", script = ""]) => ({
    files,
    taken: Date.parse(taken),
    days: Number(days),
    source,
    script,
  }));
const data = join(import.meta.dir, "../data");
/** Types and loaders, and the manual: no facts that age. */
const CODE = /(?:^|\/)(?:row|index|tables|word-table|headers\/words)\.ts$|^snapshots\.txt$|^guide\//;

describe("each table", () => {
  const named = rows.flatMap(({ files }) =>
    files.split(" ").flatMap((file) => [...new Glob(file).scanSync(data)]),
  );

  test("says where it is from and when it was taken", () => {
    const all = [...new Glob("**/*").scanSync(data)].filter((file) => !CODE.test(file));
    expect(all.filter((file) => !named.includes(file)).toSorted()).toEqual([]);
    expect(named.filter((file, index) => named.indexOf(file) !== index)).toEqual([]);
  });

  test("names files that are there, a source, and a script that is there", async () => {
    for (const { files, source, script } of rows) {
      for (const file of files.split(" "))
        expect([...new Glob(file).scanSync(data)].length, file).toBeGreaterThan(0);
      expect(source, files).not.toBe("");
      if (script !== "") expect(await Bun.file(join(data, "..", script)).exists(), script).toBe(true);
    }
  });

  test.each(rows)("$files says when it was taken, and how old it may be", ({ taken, days }) => {
    expect([90, 120, 180, 365]).toContain(days);
    expect(taken).toBeGreaterThan(Date.UTC(2026, 0));
  });
});
