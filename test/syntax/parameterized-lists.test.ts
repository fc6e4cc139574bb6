import { expect, test } from "bun:test";
import { parseParameterizedList } from "../../src/syntax/parameterized-lists.ts";
import { parseWeightedList } from "../../src/syntax/weighted-lists.ts";

test("members, their parameters and their offsets", () => {
  const { members, flaws } = parseParameterizedList('cache;desc="a, b;c";dur=23.2,  db ; dur=53, miss');
  expect(flaws).toEqual([]);
  expect(members.map(({ value, at, text }) => [value, at, text])).toEqual([
    ["cache", 0, 'cache;desc="a, b;c";dur=23.2'],
    ["db", 31, "db ; dur=53"],
    ["miss", 44, "miss"],
  ]);
  expect(members[0]?.parameters.map(({ name, value }) => [name, value])).toEqual([
    ["desc", "a, b;c"],
    ["dur", "23.2"],
  ]);
  expect(members[1]?.parameters).toMatchObject([{ name: "dur", value: "53", at: 36, valueAt: 40 }]);
});

test.each([
  ["", []],
  [
    "a;b,,c",
    [
      ["empty-member", 4, ""],
      ["parameter-missing-value", 2, "b"],
    ],
  ],
  ["x, a;b=c;b=d", [["parameter-repeated", 9, "b"]]],
  ['a;b="c, d', [["quote-unclosed", 4, '"c, d']]],
])("%p", (text, flaws) => {
  expect(parseParameterizedList(text).flaws.map(({ id, at, text }) => [id, at, text])).toEqual(flaws);
});

test("weights", () => {
  const { members, flaws } = parseWeightedList("text/html;level=1;q=0.7, */*; Q=0 , gzip");
  expect(flaws).toEqual([]);
  expect(members.map(({ value, weight, at }) => [value, weight, at])).toEqual([
    ["text/html", 0.7, 0],
    ["*/*", 0, 25],
    ["gzip", 1, 36],
  ]);
  expect(members[0]?.parameters).toMatchObject([{ name: "level", value: "1" }]);
});

test.each(["a;q=1.001", "a;q=2", "a;q=-1", "a;q=.5", "a;q=0.1234", 'a;q="1"', "a;q=high"])(
  "%p has a bad weight",
  (text) => {
    const { members, flaws } = parseWeightedList(text);
    expect(members[0]?.weight).toBe(1);
    expect(flaws.map(({ id }) => id)).toContain("bad-weight");
  },
);
