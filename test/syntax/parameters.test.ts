import { expect, test } from "bun:test";
import { parameterValue, parseParameters } from "../../src/syntax/parameters.ts";

test("tokens and quoted strings", () => {
  expect(parseParameters('x; A=b ;c="d; \\"e\\""', 1)).toEqual({
    parameters: [
      { name: "a", sent: "A", value: "b", quoted: false, at: 3, valueAt: 5 },
      { name: "c", sent: "c", value: 'd; "e"', quoted: true, at: 8, valueAt: 10 },
    ],
    flaws: [],
    end: 20,
  });
});

test("a stop character ends the parameters outside quotes", () => {
  const { parameters, end } = parseParameters(';a="x,y";b=c, d', 0, ",");
  expect(parameters.map(({ value }) => value)).toEqual(["x,y", "c"]);
  expect(end).toBe(12);
});

test.each([
  [";", []],
  [";;a=b; ;", []],
  [";a", [["parameter-missing-value", 1, "a"]]],
  [";a=", [["parameter-missing-value", 1, "a"]]],
  [";a b=c", [["parameter-bad-name", 1, "a b"]]],
  [";=c", [["parameter-bad-name", 1, ""]]],
  [";a = b", [["parameter-space-around-equals", 1, "a"]]],
  [";a=b/c", [["parameter-bad-value", 3, "b/c"]]],
  [";a=b;A=c", [["parameter-repeated", 5, "A"]]],
  [';a="b"c', [["parameter-text-after-quote", 6, "c"]]],
  [';a="b;c=d', [["quote-unclosed", 3, '"b;c=d']]],
])("%p", (text, flaws) => {
  expect(parseParameters(text).flaws.map(({ id, at, text }) => [id, at, text])).toEqual(flaws);
});

test("the first of several equal names applies", () => {
  const { parameters } = parseParameters(";q=1;q=2;flag");
  expect(parameterValue(parameters, "q")).toBe("1");
  expect(parameterValue(parameters, "flag")).toBeUndefined();
});
