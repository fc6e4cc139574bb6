/** Products, versions and parts of user agents, with both sides of each limit. */

import { expect, test } from "bun:test";
import { readParts, readProducts, versionAt } from "../../src/useragent/read/tokens.ts";

const products = (text: string) =>
  readProducts(text).map(
    ({ name, key, version, inside }) =>
      `${name === key ? name : `${name} (${key})`} ${version}${inside ? " inside" : ""}`,
  );

test.each([
  ["1.2", "1.2"],
  ["v1.2", "1.2"],
  ["V1.2", "1.2"],
  ["v", "v"],
  ["vx", "vx"],
  ["1.2.", "1.2"],
  ["1.2.,:", "1.2"],
  ["1.2;3", "1.2"],
  ["1.2)3", "1.2"],
  ["1.2 3", "1.2"],
  ["1.2-beta+3_~x", "1.2-beta+3_~x"],
  ["...", ""],
  ["", ""],
  ["1".repeat(40), "1".repeat(40)],
  ["1".repeat(41), "1".repeat(40)],
  [`v${"1".repeat(40)}`, "1".repeat(39)],
])("the version %j is %j", (text, version) => {
  expect(versionAt(`x/${text}`, 2)).toBe(version);
});

test.each([
  ["A/1 (B/2; c 3) D", ["A (a) 1", "B (b) 2 inside", "c 3 inside", "D (d) "]],
  ["A (b (c) d) e) f", ["A (a) ", "b  inside", "c  inside", "d  inside", "e ", "f "]],
  ["MSIE 6.0", ["MSIE (msie) 6.0"]],
  ["MSIE v6", ["MSIE (msie) 6"]],
  ["MSIE x6", ["MSIE (msie) ", "x6 "]],
  ["MSIE;6", ["MSIE (msie) ", "6 "]],
  ["MSIE 6 7", ["MSIE (msie) 6", "7 "]],
  ["MSIE (6)", ["MSIE (msie) ", "6  inside"]],
  ["A/b/c", ["A (a) ", "b c"]],
  ["A/v1/c", ["A (a) 1", "c "]],
  ["A/1/c", ["A (a) 1", "c "]],
  ["A/b", ["A (a) b"]],
  ["A/", ["A (a) "]],
  ["A/z9/1 A/a/1", ["A (a) ", "z9 1", "A (a) ", "a 1"]],
  ['a,b[c]d{e}f"g\th', ["a ", "b ", "c ", "d ", "e ", "f ", "g ", "h "]],
  ["é/1", ["é 1"]],
])("%s: its products", (text, wanted) => {
  expect(products(text)).toEqual([...wanted]);
});

test("at most 120 products and 80 parts", () => {
  const many = (count: number, sign: string) => new Array(count).fill("ab").join(sign);
  expect([119, 120, 121].map((count) => products(many(count, " ")).length)).toEqual([119, 120, 120]);
  expect([79, 80, 81].map((count) => readParts(many(count, ";")).length)).toEqual([79, 80, 80]);
});

test("parts are separated by semicolons and brackets, without empty ones", () => {
  expect(readParts("(a; b;; (c) [d]e")).toEqual(["a", "b", "c", "d", "e"]);
  expect(readParts("(a")).toEqual(["a"]);
});
