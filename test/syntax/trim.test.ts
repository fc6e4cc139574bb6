import { expect, test } from "bun:test";
import fc from "fast-check";
import { trimEndOf, trimOf } from "../../src/syntax/trim.ts";

test.each([
  ["", "", ""],
  [";; ", "", ""],
  ["a", "a", "a"],
  [" ;a; b; ", "a; b", " ;a; b"],
])("%j", (text, whole, end) => {
  expect(trimOf(text, /[;\s]/)).toBe(whole);
  expect(trimEndOf(text, /[;\s]/)).toBe(end);
});

test("equals the regular expressions", () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(";", " ", "\t", "a", "\n", "\u00a0") }), (text) => {
      expect(trimOf(text, /[;\s]/)).toBe(text.replace(/^[;\s]+|[;\s]+$/g, ""));
      expect(trimEndOf(text, /[;\s]/)).toBe(text.replace(/[;\s]+$/, ""));
    }),
  ));

test("a million spaces before another character take linear time", () => {
  const text = `a${";".repeat(1_000_000)}b`;
  expect(trimOf(text, /;/)).toBe(text);
});
