import { describe, expect, test } from "bun:test";
import { formatHttpDate, parseHttpDate } from "../../src/syntax/dates.ts";
import { parseLenientDate } from "../../src/syntax/lenient-dates.ts";

const NOV_1994 = Date.UTC(1994, 10, 6, 8, 49, 37);

test.each([
  ["Sun, 06 Nov 1994 08:49:37 GMT", "imf-fixdate"],
  ["Sunday, 06-Nov-94 08:49:37 GMT", "rfc850"],
  ["Sun Nov  6 08:49:37 1994", "asctime"],
] as const)("%p is %p without flaws", (text, form) => {
  expect(parseHttpDate(text)).toEqual({ ms: NOV_1994, form, flaws: [] });
});

describe("other forms", () => {
  test.each([
    ["Mon, 06 Nov 1994 08:49:37 GMT", "imf-fixdate", ["weekday-mismatch"]],
    ["Monday, 06-Nov-94 08:49:37 GMT", "rfc850", ["weekday-mismatch"]],
    ["Sun, 06 Nov 1994 08:49:37 UTC", "lenient", ["zone-not-gmt"]],
    ["Sun, 06 Nov 1994 09:49:37 +0100", "lenient", ["zone-not-gmt"]],
    ["Sun, 06 Nov 1994 03:49:37 GMT-0500", "lenient", ["zone-not-gmt"]],
    ["Sun, 06 Nov 1994 03:49:37 EST", "lenient", ["zone-not-gmt"]],
    ["Sun, 06 Nov 1994 08:49:37", "lenient", ["zone-missing"]],
    ["06 Nov 1994 08:49:37 GMT", "lenient", ["weekday-missing"]],
    ["Sun, 6 Nov 1994 08:49:37 GMT", "lenient", ["one-digit-day"]],
    ["Sun, 06-Nov-1994 08:49:37 GMT", "lenient", ["odd-separators"]],
    ["Sun, 06 Nov 94 08:49:37 GMT", "lenient", ["two-digit-year"]],
    ["sun, 06 nov 1994 08:49:37 GMT", "lenient", ["wrong-case"]],
    ["Sun, 06 Nov 1994 08:49:37 gmt", "lenient", ["wrong-case"]],
    ["Nov 6, 1994 08:49:37", "lenient", ["weekday-missing", "one-digit-day", "zone-missing"]],
    ["1994-11-06T08:49:37Z", "iso8601", []],
    ["1994-11-06 08:49:37", "iso8601", ["zone-missing"]],
    ["1994-11-06T09:49:37.000+01:00", "iso8601", []],
  ])("%p", (text, form, flaws) => {
    const date = parseHttpDate(text);
    expect(date?.ms).toBe(NOV_1994);
    expect(date?.form).toBe(form as "lenient");
    expect(date?.flaws.map(({ id }) => id as string)).toEqual(flaws);
  });
});

test.each([
  "",
  "0",
  "-1",
  "now",
  "784111777",
  "Sun, 31 Feb 1994 08:49:37 GMT",
  "Sun, 06 Nov 1994 24:00:00 GMT",
  "Sun, 06 Nov 1994 08:60:00 GMT",
  "Sun, 06 Nov 1994",
  "Sun, 06 Nov 1994 08:49:37 GMT; path=/",
  "Sun, 06 Nov 1994 08:49:37 GMT, Mon, 07 Nov 1994 08:49:37 GMT",
  "Sun, 06 Foo 1994 08:49:37 GMT",
  "1994-13-06",
])("%p is not a date", (text) => {
  expect(parseHttpDate(text)).toBeUndefined();
});

test("a two-digit year is at most 50 years ahead", () => {
  const now = Date.UTC(2026, 10, 20);
  const year = (text: string, at?: number) =>
    new Date(parseHttpDate(text, at)?.ms ?? Number.NaN).getUTCFullYear();
  expect(year("Friday, 20-Nov-76 10:00:00 GMT", now)).toBe(2076);
  expect(year("Sunday, 20-Nov-77 10:00:00 GMT", now)).toBe(1977);
  expect(year("Sunday, 20-Nov-69 10:00:00 GMT")).toBe(2069);
  expect(year("Sunday, 20-Nov-70 10:00:00 GMT")).toBe(1970);
});

test("a leap second and the year 9999 are dates; years below 100 are not read as 19xx", () => {
  expect(parseHttpDate("Sat, 31 Dec 2016 23:59:60 GMT")).toMatchObject({
    ms: Date.UTC(2017, 0, 1),
    flaws: [],
  });
  expect(parseHttpDate("Fri, 31 Dec 9999 23:59:59 GMT")?.flaws).toEqual([]);
  expect(new Date(parseHttpDate("Sat, 01 Jan 0050 00:00:00 GMT")?.ms ?? 0).getUTCFullYear()).toBe(50);
});

test("a date is written as IMF-fixdate, which parses to the same date", () => {
  expect(formatHttpDate(NOV_1994)).toBe("Sun, 06 Nov 1994 08:49:37 GMT");
  for (let ms = -6e13; ms < 2.5e14; ms += 7_919_000_003_000) {
    expect(parseHttpDate(formatHttpDate(ms))).toEqual({ ms, form: "imf-fixdate", flaws: [] });
  }
});

describe("dates as browsers parse them", () => {
  const OCT_2015 = Date.UTC(2015, 9, 21, 7, 28, 0);
  const MIDNIGHT = Date.UTC(2015, 9, 21);
  test.each([
    ["Wed, 21 Oct 2015 07:28:00 GMT", OCT_2015],
    ["oct 21 7:28:0 2015", OCT_2015],
    ["21 October 2015 07:28:00 +0500", OCT_2015 - 5 * 3_600_000],
    ["21 Oct 2015 07:28:00 PST", OCT_2015 + 8 * 3_600_000],
    ["Wed, 21-Oct-69 07:28:00 GMT", Date.UTC(2069, 9, 21, 7, 28)],
    ["Wed, 21-Oct-70 07:28:00 GMT", Date.UTC(1970, 9, 21, 7, 28)],
    ["Wed, 21 Oct 2015", MIDNIGHT],
    ["21 Oct 2015 07:28 PM", OCT_2015 + 12 * 3_600_000],
    ["10/21/2015", MIDNIGHT],
    ["21/10/2015", MIDNIGHT],
    ["2015-10-21T07:28:00Z", OCT_2015],
    ["31 Feb 2015 00:00:00", Date.UTC(2015, 2, 3)],
    ["20 Oct 2015 24:00:00", MIDNIGHT],
    ["07:28:00 Oct 2015", undefined],
    ["1445412480", undefined],
    ["0", undefined],
    ["", undefined],
  ])("%p", (text, ms) => {
    expect(parseLenientDate(text)).toBe(ms as number);
  });
  test("Mozilla's parser accepts no four-digit year first", () =>
    expect(parseLenientDate("2015-10-21 07:28:00", false)).toBeUndefined());
});
