import { expect, test } from "bun:test";
import { parseEntityTag } from "../../src/syntax/entity-tags.ts";

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
  ['"a b"', false, "a b", ["entity-tag-space"]],
  ['"a"b"', false, 'a"b', ["entity-tag-inner-quote"]],
  ['"a"-gzip', false, 'a"-gzip', ["entity-tag-around-quotes"]],
  ['W/"a";br', true, 'a";br', ["entity-tag-around-quotes"]],
  ['v"a"', false, 'v"a', ["entity-tag-around-quotes"]],
  ["", false, "", ["empty"]],
])("entity tag %p", (text, weak, opaque, flaws) => {
  const tag = parseEntityTag(text);
  expect([tag.weak, tag.opaque]).toEqual([weak, opaque]);
  expect(tag.flaws.map(({ id }) => id as string)).toEqual(flaws);
});
