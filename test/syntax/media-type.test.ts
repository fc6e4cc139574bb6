import { expect, test } from "bun:test";
import { parseMediaType } from "../../src/syntax/media-type.ts";

test("a type with suffix and parameters", () => {
  expect(parseMediaType('Application/Problem+JSON; Charset="utf-8"')).toEqual({
    essence: "application/problem+json",
    type: "application",
    subtype: "problem+json",
    suffix: "json",
    parameters: [{ name: "charset", sent: "Charset", value: "utf-8", quoted: true, at: 26, valueAt: 34 }],
    flaws: [],
  });
});

const LONG = "x".repeat(127);

test.each([
  ["text/html", []],
  ["*/*", []],
  [`${LONG}/${LONG}`, []],
  [`text/${LONG}x`, ["name-too-long"]],
  ["text/ht*ml", ["restricted-name"]],
  ["text/-html", ["restricted-name"]],
  ["", ["empty"]],
  ["; charset=utf-8", ["empty"]],
  ["text", ["missing-subtype"]],
  ["text/", ["missing-subtype"]],
  ["/html", ["missing-type"]],
  ["text /html", ["bad-type"]],
  ["text/html/x", ["bad-type"]],
  ["te(xt", ["bad-type"]],
  ["text/html, text/plain", ["several"]],
  ["text/html; charset=utf-8; charset=utf-8", ["parameter-repeated"]],
  ["text/html; charset", ["parameter-missing-value"]],
])("%p", (text, flaws) => {
  expect(parseMediaType(text).flaws.map(({ id }) => id as string)).toEqual(flaws);
});

test.each([
  ["image/svg+xml", "xml"],
  ["application/a+b+cbor", "cbor"],
  ["application/x+", undefined],
  ["application/+json", undefined],
])("suffix of %p", (text, suffix) => {
  expect(parseMediaType(text).suffix).toBe(suffix as string);
});
