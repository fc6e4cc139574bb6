import { describe, expect, test } from "bun:test";
import { runSync } from "../../../src/api/cooperative.ts";
import { PAGE } from "../../../src/api/limits.ts";
import { srcsetUrls } from "../../../src/jobs/page/elements.ts";
import { sheetUrls } from "../../../src/jobs/page/read/style-sheet.ts";
import { SHEETS } from "./sheets.ts";

const read = (css: string) => runSync(sheetUrls(css)).urls;

describe("URLs of a style sheet", () => {
  test.each(SHEETS)("%s", (css, ...found) => {
    expect(read(css).map(({ text, as, isFirst }) => `${as} ${text}${isFirst ? "" : " next"}`)).toEqual(found);
  });

  test.each([
    ["src:url(a) format('embedded-opentype'),url(b) format('woff')", "a next, b"],
    ["src:url(a) format(svg),url(b)format(WOFF2),url(c) format(truetype)", "a next, b, c next"],
    ["src:url(a) format('x')", "a next"],
    ["src:url(a) format('collection'),url(b)", "a, b next"],
    ["src:url(a) format('opentype-variations'),url(b)", "a, b next"],
    ["src:url(a);src:url(b) format('embedded-opentype'),url(c)", "a next, b next, c"],
    ["src:url(a);font-weight:400", "a"],
  ])("of a font %s: browsers load the first supported one of the last declaration", (sources, expected) => {
    for (const css of [`@font-face{${sources}}`, `@font-face{src:url(z)}@font-face{${sources}}`])
      expect(
        read(css)
          .filter(({ text }) => text !== "z")
          .map(({ text, isFirst }) => `${text}${isFirst ? "" : " next"}`)
          .join(", "),
      ).toBe(expected);
  });

  test("have the line of their token", () => {
    const css = "@import 'a';\n@font-face{src:local(y),\nurl(b),\n\nurl('c')}";
    expect(read(css).map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  test("are requested with CORS for masks, shapes and references to SVG", () => {
    const isCors = (css: string) => read(css).map((url) => url.isCors ?? false);
    for (const property of ["mask", "-webkit-mask-image", "SHAPE-outside", "clip-path", "filter", "fill"])
      expect(isCors(`p{color:red;${property}:url(a)}`), property).toEqual([true]);
    for (const property of ["background", "cursor", "border-image", "masks", "content", "--mask"])
      expect(isCors(`p{mask:none;${property}:url(a)}`), property).toEqual([false]);
    expect(isCors("mask{background:url(a)}")).toEqual([false]);
    expect(isCors("@font-face{mask:url(a)}")).toEqual([false]);
  });

  test("of imports with supports() are conditional", () => {
    const isConditional = (css: string) => read(css).map((url) => url.isConditional ?? false);
    expect(isConditional("@import 'a' supports(display: grid);@import 'b' layer(c);@import 'd';")).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("of style attributes have no rule", () => {
    expect(read("color:red;background:url(a);content:'b'").map(({ text }) => text)).toEqual(["a"]);
  });
});

/** Longer than one piece of the tokenizer. */
const LONG = 40_000;

describe("a token of any length", () => {
  const after = "p{background:url(z)}";
  test.each([
    ["a comment", `/*${"*".repeat(LONG)}*/`],
    ["comments", "/* */".repeat(LONG)],
    ["a string", `p{content:"${"a".repeat(LONG)}"}`],
    ["a string of escapes", `p{content:"${'\\"'.repeat(LONG)}"}`],
    ["a bad URL", `p{background:url(${" ".repeat(LONG)}x y')}`],
    ["a word", `p{color:${"a".repeat(LONG)}}`],
    ["spaces", " ".repeat(LONG)],
    ["rules", "p{color:red}".repeat(LONG / 4)],
  ])("%s: the text after it is read", (_, css) => {
    // Different offsets, so that the token crosses pieces at different places.
    for (const before of ["", " ", "  ", "p{}"])
      expect(read(before + css + after).map(({ text }) => text)).toEqual(["z"]);
  });

  test("a long data: URL keeps its start", () => {
    for (const quote of ["", "'"]) {
      const urls = read(
        `p{background:url(${quote}data:image/png;base64,${"a".repeat(LONG)}${quote})}${after}`,
      );
      expect(urls.map(({ text }) => text.slice(0, 22))).toEqual(["data:image/png;base64,", "z"]);
      expect(urls[0]?.text.length).toBeGreaterThan(PAGE.url);
    }
  });
});

test("keeps 2,000 URLs of a sheet, and reads hostile ones in linear time", () => {
  const urls = (count: number) => read("a{b:url(c)}".repeat(count)).length;
  expect(urls(2000)).toBe(2000);
  expect(urls(2001)).toBe(2000);
  for (const css of [
    "/*".repeat(200_000),
    "url(".repeat(200_000),
    '"\\'.repeat(200_000),
    "@".repeat(400_000),
    "{".repeat(400_000),
    "a(".repeat(200_000),
  ])
    read(css);
});

describe("URLs of srcset", () => {
  const rows: [srcset: string, ...urls: string[]][] = [
    ["a.png"],
    ["a.png, b.png 2x", "a.png", "b.png"],
    ["a.png 1x,b.png 2x", "a.png", "b.png"],
    ["a,b.png 100w, data:,x 2x", "a,b.png", "data:,x"],
    [" , a.png,", "a.png"],
    ["a.png (x,y) 1x, b.png", "a.png", "b.png"],
    [""],
    [",,"],
  ];
  for (const [srcset, ...urls] of rows)
    test(srcset, () => expect(srcsetUrls(srcset)).toEqual(srcset === "a.png" ? ["a.png"] : urls));
});
