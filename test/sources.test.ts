import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { software } from "../data/software.ts";
import { cellOf, cellsOf, linesIn, rowsIn, sourcedRows } from "../data/tables.ts";

const DATA = join(import.meta.dir, "../data");
const TABLES = [
  "cookies.txt",
  "end-of-support.txt",
  "headers/software-clues.txt",
  "software.txt",
  ...new Glob("agents/*.txt").scanSync(DATA),
].sort();

test.each(TABLES)("each row of %s has a source", async (name) => {
  const rows = sourcedRows(await Bun.file(join(DATA, name)).text());
  expect(rows.length).toBeGreaterThan(20);
  for (const { sure, source, cells } of rows) {
    expect(source.length, cells.join(" ")).toBeGreaterThan(8);
    // A fact is `documented` only if the source is a page or a list.
    if (sure === "documented")
      expect(source, cells.join(" ")).toMatch(/https:\/\/|npm |pages?\b|supported|in the row/);
  }
});

test("a row without a section, or below one without a source, is an error", () => {
  expect(rowsIn("# A note\n# observed | logs\na | b\n")).toEqual([["a", "b"]]);
  expect(() => rowsIn("# A note\na | b\n")).toThrow(
    '"a | b" comes before the first line that gives a source',
  );
  expect(() => rowsIn("# observed |\na | b\n")).toThrow();
  expect(() => rowsIn("# believed | logs\na | b\n")).toThrow();
});

test("each section applies to the rows below it", () => {
  const rows = sourcedRows("# documented | https://example.com/\na\n# inferred | its name\nb\n# A note\nc\n");
  expect(rows.map(({ cells, sure }) => `${cells.join()} ${sure}`)).toEqual([
    "a documented",
    "b inferred",
    "c inferred",
  ]);
});

test("each software with dates has their page", () => {
  for (const [name, row] of software) if (row.branches) expect(row.source, name).toStartWith("https://");
});

test("lines of a table, and single columns", () => {
  const lines = linesIn("# observed | logs\na |  b | \n# A note\nc\n");
  expect(lines).toEqual(["a |  b | ", "c"]);
  for (const line of [...lines, "", "|", " | x", "a|b", " | \t | a b \r", "   "]) {
    const cells = line.split("|").map((cell) => cell.trim());
    expect(cellsOf(line)).toEqual(cells);
    expect([0, 1, 2, 3].map((column) => cellOf(line, column))).toEqual(
      [0, 1, 2, 3].map((column) => cells[column]),
    );
  }
  expect(() => linesIn("a | b\n")).toThrow("before the first line that gives a source");
});
