import { expect, test } from "bun:test";
import { parseLinks } from "../../src/syntax/link.ts";

test("several links; commas in targets and quotes do not separate them", () => {
  const { links, flaws } = parseLinks(
    '</a,b>; rel="Next https://x.test/Rel"; title="a, b" , <c>;rel=preload; crossorigin',
  );
  expect(flaws).toEqual([]);
  expect(links.map(({ target, rel, at }) => [target, rel, at])).toEqual([
    ["/a,b", ["next", "https://x.test/Rel"], 0],
    ["c", ["preload"], 54],
  ]);
  expect(links[0]?.text).toBe('</a,b>; rel="Next https://x.test/Rel"; title="a, b"');
  expect(links[1]?.parameters.map(({ name, value }) => [name, value])).toEqual([
    ["rel", "preload"],
    ["crossorigin", undefined],
  ]);
});

test("the first rel applies, white space around equals signs is allowed, the star form is decoded", () => {
  const { links, flaws } = parseLinks("<>; rel = start; rel=next; title*=UTF-8'de'n%c3%a4chstes");
  expect(links[0]?.rel).toEqual(["start"]);
  expect(links[0]?.titleExt).toMatchObject({ language: "de", value: "nächstes", flaws: [] });
  expect(flaws.map(({ id }) => id)).toEqual(["parameter-repeated"]);
});

test.each([
  ["", [], []],
  ["/a; rel=x", [], [["link-target-not-bracketed", 0, "/a; rel=x"]]],
  ["/a; rel=x, <b>", ["b"], [["link-target-not-bracketed", 0, "/a; rel=x"]]],
  ["<a; rel=x", [], [["link-bracket-unclosed", 0, "<a; rel=x"]]],
  ["<a> rel=x", ["a"], [["link-text-after-target", 4, "rel=x"]]],
  [
    "<a>,,<b>,",
    ["a", "b"],
    [
      ["empty-member", 4, ""],
      ["empty-member", 9, ""],
    ],
  ],
  ["<a>;as;nopush", ["a"], [["parameter-missing-value", 4, "as"]]],
  ["<a>;type=text/css", ["a"], [["parameter-bad-value", 9, "text/css"]]],
  ['<a>;rel="x, <b>', ["a"], [["quote-unclosed", 8, '"x, <b>']]],
])("%p", (value, targets, flaws) => {
  const read = parseLinks(value);
  expect(read.links.map(({ target }) => target)).toEqual(targets);
  expect(read.flaws.map(({ id, at, text }) => [id, at, text])).toEqual(flaws);
});
