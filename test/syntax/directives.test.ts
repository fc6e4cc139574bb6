import { expect, test } from "bun:test";
import { parseDirectives } from "../../src/syntax/directives.ts";

test("directives have order, offset and quoting", () => {
  expect(parseDirectives('Public, max-age=60,no-cache="Set-Cookie, X"')).toEqual({
    directives: [
      { name: "public", sent: "Public", quoted: false, at: 0, text: "Public" },
      { name: "max-age", sent: "max-age", value: "60", quoted: false, at: 8, text: "max-age=60" },
      {
        name: "no-cache",
        sent: "no-cache",
        value: "Set-Cookie, X",
        quoted: true,
        at: 19,
        text: 'no-cache="Set-Cookie, X"',
      },
    ],
    flaws: [],
  });
});

test.each([
  ["", []],
  ["max-age=", [["missing-value", 0, "max-age"]]],
  ["max-age = 60", [["space-around-equals", 0, "max-age = 60"]]],
  ["max-age=60; no-store", [["semicolon", 8, "60; no-store"]]],
  ["no-cache; no-store", [["semicolon", 0, "no-cache; no-store"]]],
  ["no-cache no-store", [["missing-comma", 0, "no-cache no-store"]]],
  ["max-age=60 no-store", [["missing-comma", 8, "60 no-store"]]],
  ['private="x" no-store', [["text-after-quote", 12, "no-store"]]],
  ['private="x"; no-store', [["semicolon", 11, "; no-store"]]],
  ["max-age=[60]", [["bad-value", 8, "[60]"]]],
  ["{x}", [["bad-name", 0, "{x}"]]],
  ["=60", [["bad-name", 0, ""]]],
  [
    "no-cache,,no-store,",
    [
      ["empty-member", 9, ""],
      ["empty-member", 19, ""],
    ],
  ],
  ['private="x', [["quote-unclosed", 8, '"x']]],
])("%p", (value, flaws) => {
  const found = parseDirectives(value).flaws.map(({ id, at, text }) => [id, at, text]);
  expect(found).toEqual(flaws);
});
