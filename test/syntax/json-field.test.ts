import { expect, test } from "bun:test";
import { isRecord, parseJsonField } from "../../src/syntax/json-field.ts";

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
  expect([{}, [], null, "a", 1].map(isRecord)).toEqual([true, false, false, false, false]);
});
