import { describe, expect, test } from "bun:test";
import { isDigits, isToken, Scanner, trimOws } from "../../src/syntax/tokens.ts";

test.each([
  ["a", true],
  ["!#$%&'*+-.^_`|~0aZ", true],
  ["", false],
  ["a b", false],
  ["a/b", false],
  ['"a"', false],
  ["a\u0000", false],
  ["é", false],
])("%p is a token: %p", (text, expected) => {
  expect(isToken(text)).toBe(expected);
});

test("digits are ASCII digits, at least one", () => {
  expect(["0", "0123456789", "", "-1", "1.0", "\u0661"].map(isDigits)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("only spaces and tabs are trimmed", () => {
  expect(trimOws(" \t a \t b\u00a0\t")).toBe("a \t b\u00a0");
});

describe("quoted strings", () => {
  test.each([
    ['"a"', "a", true, 3],
    ['""', "", true, 2],
    [String.raw`"a\"b\\c"x`, String.raw`a"b\c`, true, 9],
    [String.raw`"\a"`, "a", true, 4],
    ['"a', "a", false, 2],
    [String.raw`"a\"`, 'a"', false, 4],
    ['"a\\', "a", false, 3],
  ])("%p", (text, value, closed, end) => {
    const scanner = new Scanner(text);
    expect(scanner.quotedString()).toEqual({ value, closed });
    expect(scanner.at).toBe(end);
  });
});
