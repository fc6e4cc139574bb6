import { expect, test } from "bun:test";
import { parseContentRange } from "../../../src/headers/syntax/content-range.ts";
import { parseEntityTag } from "../../../src/headers/syntax/entity-tags.ts";

test.each([
  ['"abc"', false, "abc", []],
  ['W/"abc"', true, "abc", []],
  ['""', false, "", []],
  [String.raw`"a\b"`, false, String.raw`a\b`, []],
  ["abc", false, "abc", ["entity-tag-unquoted"]],
  ["W/abc", true, "abc", ["entity-tag-unquoted"]],
  ['w/"abc"', true, "abc", ["entity-tag-weak-case"]],
  ['"abc', false, "abc", ["entity-tag-quote-unclosed"]],
  ['"', false, "", ["entity-tag-quote-unclosed"]],
  ['abc"', false, "abc", ["entity-tag-quote-unclosed"]],
  ['"a b"', false, "a b", ["entity-tag-bad-character"]],
  ['"a"b"', false, 'a"b', ["entity-tag-bad-character"]],
  ["", false, "", ["empty"]],
])("entity tag %p", (text, weak, opaque, flaws) => {
  const tag = parseEntityTag(text);
  expect([tag.weak, tag.opaque]).toEqual([weak, opaque]);
  expect(tag.flaws.map(({ id }) => id as string)).toEqual(flaws);
});

test.each([
  ["bytes 0-499/1234", { unit: "bytes", first: 0, last: 499, size: 1234, unsatisfied: false, flaws: [] }],
  ["Bytes 0-0/*", { unit: "bytes", first: 0, last: 0, unsatisfied: false, flaws: [] }],
  ["bytes */1234", { unit: "bytes", size: 1234, unsatisfied: true, flaws: [] }],
] as const)("content range %p", (text, expected) => {
  expect(parseContentRange(text)).toEqual({ ...expected, flaws: [] });
});

test.each([
  ["bytes 5-4/10", ["range-backwards"]],
  ["bytes 0-10/10", ["range-beyond-size"]],
  ["bytes */*", ["range-says-nothing"]],
])("content range %p", (text, flaws) => {
  expect(parseContentRange(text)?.flaws.map(({ id }) => id as string)).toEqual(flaws);
});

test.each(["", "bytes", "bytes 0-4", "0-4/5", "bytes=0-4/5", "bytes 0 - 4/5", "bytes a-b/c", "bytes -4/5"])(
  "%p is no content range",
  (text) => {
    expect(parseContentRange(text)).toBeUndefined();
  },
);
