import { expect, test } from "bun:test";
import { DATED, MOST_ONWARD, openTraps, shapeOf } from "../../../src/jobs/site/patterns.ts";

const url = (path: string) => `https://a.example${path}`;

test.each([
  ["/calendar/2031/01", "a.example/calendar/0?"],
  ["/a/b/a/b/a/b/", "a.example/a/b?"],
  ["/s/8f3a9c2b1d/page", "a.example/s/0/page?"],
  ["/shop?size=1&color=red&size=2", "a.example/shop?color&size"],
  ["/blog/some-title", "a.example/blog/some-title?"],
])("the shape of %s", (path, shape) => {
  expect(shapeOf(new URL(url(path)))).toBe(shape);
});

test.each([
  ["/2031/01/", true],
  ["/calendar?date=2031-01-05&view=day", true],
  ["/2031/01/some-title", false],
  ["/product/20311", false],
])("%s ends with a date: %p", (path, expected) => {
  expect(DATED.test(url(path))).toBe(expected);
});

/** Counts pages of one shape, each with the title that `titleOf` returns. */
function trapped(pages: number, titleOf: (page: number) => string, elsewhere = -1): boolean {
  const traps = openTraps(new Set());
  for (let page = 1; page <= pages; page++)
    traps.count(shapeOf(new URL(url("/c?m=1"))), titleOf(page), page === elsewhere);
  return traps.isTrap(url("/c?m=999"));
}

test("a shape of which a sitemap lists a page is no trap", () => {
  const traps = openTraps(new Set());
  traps.list(new URL(url("/c?m=0")));
  for (let page = 0; page <= MOST_ONWARD; page++) traps.count(shapeOf(new URL(url("/c?m=1"))), "", false);
  expect(traps.isTrap(url("/c?m=1"))).toBe(false);
});

test("50 pages in a row that lead only onward are a trap, if half of their titles repeat", () => {
  const month = (page: number) => `Month ${page}`;
  expect([trapped(MOST_ONWARD - 1, month), trapped(MOST_ONWARD, month)]).toEqual([false, true]);
  const letters = (distinct: number) => (page: number) => String.fromCodePoint(0x4e00 + (page % distinct));
  expect(trapped(MOST_ONWARD, letters(MOST_ONWARD / 2))).toBe(true);
  expect(trapped(MOST_ONWARD, letters(MOST_ONWARD / 2 + 1))).toBe(false);
  expect(trapped(MOST_ONWARD, month, 1)).toBe(false);
  expect(trapped(MOST_ONWARD + 1, month, 1)).toBe(true);
});
