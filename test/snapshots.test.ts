/**
 * Each table has the date of its data. `build/data-ages.ts` compares it with the clock, which tests must not
 * do.
 */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import snapshots from "../data/snapshots.txt" with { type: "text" };

const rows = snapshots
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([files = "", taken = "", days = "", source = "", licence = "", how = "", jobs = ""]) => ({
    files,
    taken: Date.parse(taken),
    days: Number(days),
    source,
    licence,
    how,
    jobs: jobs.split(", "),
  }));
const data = join(import.meta.dir, "../data");
/** Files without facts that age: types, loaders, the manual. */
const CODE = /(?:^|\/)(?:row|index|tables|word-table|headers\/words)\.ts$|^snapshots\.txt$|^guide\//;

describe("each table", () => {
  const named = rows.flatMap(({ files }) =>
    files.split(" ").flatMap((file) => [...new Glob(file).scanSync(data)]),
  );

  test("has its source and date", () => {
    const all = [...new Glob("**/*").scanSync(data)].filter((file) => !CODE.test(file));
    expect(all.filter((file) => !named.includes(file)).toSorted()).toEqual([]);
    expect(named.filter((file, index) => named.indexOf(file) !== index)).toEqual([]);
  });

  test("names existing files, a source, a licence, and an existing script and job", async () => {
    const root = join(data, "..");
    for (const { files, source, licence, how, jobs } of rows) {
      for (const file of files.split(" "))
        expect([...new Glob(file).scanSync(data)].length, file).toBeGreaterThan(0);
      expect([source, licence], files).not.toContain("");
      if (how !== "by hand") expect(await Bun.file(join(root, how)).exists(), how).toBe(true);
      expect(jobs, files).toContain(how === "by hand" ? "data.yml ages" : "data.yml pull-request");
      for (const [workflow, job] of jobs.map((each) => each.split(" ")))
        expect(await Bun.file(join(root, ".github/workflows", workflow ?? "")).text()).toContain(
          `\n  ${job}:\n`,
        );
    }
  });

  test.each(rows)("$files has its date and maximum age", ({ taken, days }) => {
    expect([90, 120, 180, 365]).toContain(days);
    expect(taken).toBeGreaterThan(Date.UTC(2026, 0));
  });
});
