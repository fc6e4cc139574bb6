import { afterEach, describe, expect, test } from "bun:test";
import "../../src/useragent/lookup.ts";
import { makerNamed } from "../../src/useragent/brands.ts";
import { builtInStarts } from "../../src/useragent/built-in.ts";
import { rowsAt, startsFile, startsOf } from "../../src/useragent/starts.ts";
import { useTables } from "../../src/useragent/tables.ts";

describe("rows by where they begin", () => {
  test("those of a place are in the order in which they came, those of the first and the last too", () => {
    const placed = [
      [3, 70_000],
      [0, 5],
      [3, 4],
      [0, 6],
      [3, 70_000],
    ] as const;
    const starts = startsOf(placed, 4);
    expect([0, 1, 2, 3].map((place) => [...rowsAt(starts, place)])).toEqual([
      [5, 6],
      [],
      [],
      [70_000, 4, 70_000],
    ]);
  });
  test("65,535 rows can be told, one more not", () => {
    const placed = (count: number) => Array.from({ length: count }, (_, row) => [0, row] as const);
    expect(rowsAt(startsOf(placed(65_535), 1), 0).length).toBe(65_535);
    expect(() => startsOf(placed(65_536), 1)).toThrow("65536 rows, at most 65535");
  });
});

describe("the file", () => {
  afterEach(() => useTables());
  test("is of the tables that come with netlens: after these have changed, bun run data agents-starts", () => {
    expect(Buffer.from(startsFile()).equals(builtInStarts())).toBe(true);
  });
  test("does not count for another text of a table", () => {
    useTables(new Map([["brands", "# observed | a test\nSeldom | oftenware\n"]]));
    expect([makerNamed("Seldom"), makerNamed("Samsung")]).toEqual(["Seldom", undefined]);
    expect(Buffer.from(startsFile()).equals(builtInStarts())).toBe(false);
  });
});
