import { expect, test } from "bun:test";
import { nearest } from "../../src/headers/nearest.ts";

const known = ["script-src", "style-src", "img-src", "base-uri"];

test.each([
  ["scrpt-src", "script-src"],
  ["scirpt-src", "script-src"],
  ["img-srcs", "img-src"],
  ["script-src", undefined],
  ["webrtc", undefined],
  ["", undefined],
])("%s means %s", (word, meant) => {
  expect(nearest(word, known)).toBe(meant);
});

test("the limit holds", () => {
  expect(nearest("scrptsrc", known, 1)).toBeUndefined();
  expect(nearest("scrptsrc", known, 2)).toBe("script-src");
});
