import { expect, test } from "bun:test";
import { isJsonObject, parseJsonField } from "../../../src/headers/syntax/json-field.ts";
import { parseWeightedList } from "../../../src/headers/syntax/weighted-lists.ts";

test("members between commas", () => {
  expect(parseJsonField('{"a":[1,"]"]}, {"b":null}')).toEqual({
    values: [{ a: [1, "]"] }, { b: null }],
    flaws: [],
  });
});

test.each([
  ["", "empty"],
  [" ", "empty"],
  ["{'a':1}", "json-invalid"],
  ['{"a":1}, ', "json-invalid"],
  ["1],[2", "json-invalid"],
  ["[".repeat(17) + "]".repeat(17), "json-too-deep"],
])("%p", (value, id) => {
  const read = parseJsonField(value);
  expect(read.values).toEqual([]);
  expect(read.flaws.map((flaw) => flaw.id as string)).toEqual([id]);
});

test("sixteen levels are read", () => {
  expect(parseJsonField("[".repeat(16) + "]".repeat(16)).values).toHaveLength(1);
});

test("an object is neither array nor null", () => {
  expect([{}, [], null, "a", 1].map(isJsonObject)).toEqual([true, false, false, false, false]);
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
