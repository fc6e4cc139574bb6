import { expect, test } from "bun:test";
import { parseProducts } from "../../src/syntax/products.ts";
import { parseVia } from "../../src/syntax/via.ts";

test("products and nested comments", () => {
  expect(parseProducts(String.raw`Apache/2.4.1 (Unix (Debian) \)x) OpenSSL`)).toEqual({
    parts: [
      { kind: "product", name: "Apache", version: "2.4.1", at: 0 },
      { kind: "comment", text: "Unix (Debian) )x", at: 13 },
      { kind: "product", name: "OpenSSL", at: 33 },
    ],
    flaws: [],
  });
});

test.each([
  ["", []],
  ["nginx", []],
  ["a/b/c", [["product-invalid", 0, "a/b/c"]]],
  ["a/", [["product-invalid", 0, "a/"]]],
  ["/1", [["product-invalid", 0, "/1"]]],
  ["AkamaiGHost, x", [["product-invalid", 0, "AkamaiGHost,"]]],
  ["(x) a", [["comment-first", 0, "(x)"]]],
  ["a (b (c)", [["comment-unclosed", 2, "(b (c)"]]],
])("%p", (value, flaws) => {
  expect(parseProducts(value).flaws.map(({ id, at, text }) => [id, at, text])).toEqual(flaws);
});

test("the hops of Via", () => {
  expect(parseVia("1.1 vegur, HTTP/2 a.test:8080 (x, y (z)),1.0 [::1]:80")).toEqual({
    hops: [
      { protocol: "HTTP", version: "1.1", receivedBy: "vegur", at: 0, text: "1.1 vegur" },
      {
        protocol: "HTTP",
        version: "2",
        receivedBy: "a.test:8080",
        comment: "x, y (z)",
        at: 11,
        text: "HTTP/2 a.test:8080 (x, y (z))",
      },
      { protocol: "HTTP", version: "1.0", receivedBy: "[::1]:80", at: 41, text: "1.0 [::1]:80" },
    ],
    flaws: [],
  });
});

test.each([
  ["1.1", [["via-missing-received-by", 0, "1.1"]]],
  ["1.1 (x)", [["via-missing-received-by", 0, "1.1"]]],
  ["HTTP/ a", [["via-bad-protocol", 0, "HTTP/"]]],
  ["1.1 a@b", [["via-bad-received-by", 4, "a@b"]]],
  ["1.1 a b c", [["via-trailing-text", 6, "b c"]]],
  ["1.1 a (b", [["comment-unclosed", 6, "(b"]]],
  [
    "1.1 a,,1.1 b,",
    [
      ["empty-member", 6, ""],
      ["empty-member", 13, ""],
    ],
  ],
])("%p", (value, flaws) => {
  expect(parseVia(value).flaws.map(({ id, at, text }) => [id, at, text])).toEqual(flaws);
});
