import { expect, test } from "bun:test";
import { checkUriReference, resolveReference } from "../../src/syntax/uri.ts";

test.each([
  ["https://a.test/p?q#f", { kind: "absolute", scheme: "https", fragment: "f" }],
  ["HTTP://u:p@a.test", { kind: "absolute", scheme: "http", userinfo: "u:p" }],
  ["mailto:a@b.test", { kind: "absolute", scheme: "mailto" }],
  ["http://[2001:db8::1]:80/", { kind: "absolute", scheme: "http" }],
  ["//a.test/x", { kind: "scheme-relative" }],
  ["/x:y", { kind: "path-absolute" }],
  ["./x", { kind: "path-relative" }],
  ["x/a:b", { kind: "path-relative" }],
  ["?q", { kind: "query" }],
  ["#", { kind: "fragment", fragment: "" }],
  ["", { kind: "empty" }],
  ["/%C3%A4", { kind: "path-absolute" }],
] as const)("%p", (text, expected) => {
  expect(checkUriReference(text)).toEqual({ ...expected, flaws: [] });
});

test.each([
  ["/a b", [["uri-illegal-character", 2, " "]]],
  ["/ä", [["uri-illegal-character", 1, "ä"]]],
  [
    '/"<>',
    [
      ["uri-illegal-character", 1, '"'],
      ["uri-illegal-character", 2, "<"],
      ["uri-illegal-character", 3, ">"],
    ],
  ],
  ["/a\\b", [["uri-illegal-character", 2, "\\"]]],
  ["/{x}|^`", 5],
  [
    "/\u{1f600}x ",
    [
      ["uri-illegal-character", 1, "\u{1f600}"],
      ["uri-illegal-character", 4, " "],
    ],
  ],
  ["/%4", [["uri-bad-percent", 1, "%4"]]],
  ["/100%!x", [["uri-bad-percent", 4, "%!x"]]],
  [
    "/a[0]",
    [
      ["uri-stray-bracket", 2, "["],
      ["uri-stray-bracket", 4, "]"],
    ],
  ],
  ["http://[::1", [["uri-bad-host", 7, "["]]],
  [
    "http://[::1]x/",
    [
      ["uri-bad-host", 7, "["],
      ["uri-bad-host", 11, "]"],
    ],
  ],
  ["http://a b/", [["uri-bad-host", 8, " "]]],
  ["http://a/b c", [["uri-illegal-character", 10, " "]]],
  [
    "http://[u]@a/",
    [
      ["uri-stray-bracket", 7, "["],
      ["uri-stray-bracket", 9, "]"],
    ],
  ],
  ["/a#b#c", [["uri-second-fragment", 4, "#"]]],
  ["http:///x", [["uri-missing-host", 0, "http:///x"]]],
  ["https:x", [["uri-missing-host", 0, "https:x"]]],
])("%p", (text, flaws) => {
  const found = checkUriReference(text).flaws.map(({ id, at, text }) => [id, at, text]);
  if (typeof flaws === "number") expect(found).toHaveLength(flaws);
  else expect(found).toEqual(flaws);
});

test("references resolve against a base, absolute ones without it", () => {
  const base = new URL("https://a.test/x/y?z");
  const resolved = ["w", "/w", "//b.test", "?q", "#f", ""].map((text) => resolveReference(text, base)?.href);
  expect(resolved).toEqual([
    "https://a.test/x/w",
    "https://a.test/w",
    "https://b.test/",
    "https://a.test/x/y?q",
    "https://a.test/x/y?z#f",
    "https://a.test/x/y?z",
  ]);
  expect(resolveReference("/w")).toBeUndefined();
  expect(resolveReference("http://a.test:99999/", base)).toBeUndefined();
});
