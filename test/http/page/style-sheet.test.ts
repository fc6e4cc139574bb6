import { describe, expect, test } from "bun:test";
import { runSync } from "../../../src/api/cooperative.ts";
import { srcsetUrls } from "../../../src/http/page/srcset.ts";
import { sheetUrls } from "../../../src/http/page/style-sheet.ts";

const read = (css: string) =>
  runSync(sheetUrls(css)).urls.map(
    ({ text, as, line, isFirst }) => `${as} ${text} ${line}${isFirst ? "" : " next"}`,
  );

describe("URLs of a style sheet", () => {
  const rows: [css: string, ...found: string[]][] = [
    ["@import 'a.css';", "style a.css 1"],
    ['@charset "utf-8"; @import url("a.css") screen;', "style a.css 1"],
    ["@IMPORT URL(a.css);", "style a.css 1"],
    ["@layer base; @import url(a.css) layer(base);", "style a.css 1"],
    ["p{} @import 'a.css';"],
    ["/* @import 'a.css'; */"],
    ["p{background:url( 'a b.png' )}", "image a b.png 1"],
    ["p{content:'url(a.png)'}"],
    ["p{background:url(a.png), url(b.png)}", "image a.png 1", "image b.png 1"],
    ["p{mask:url(#m)}"],
    [String.raw`p{background:url(a\)b.png)}`, "image a)b.png 1"],
    [String.raw`p{background:url("\61 .png")}`, "image a.png 1"],
    ["@namespace url(http://www.w3.org/1999/xhtml);"],
    [
      "@font-face{font-family:x;\nsrc:local(y),url(a.woff2) format('woff2'),\nurl(a.woff)}",
      "font a.woff2 2",
      "font a.woff 3 next",
    ],
    ["@media print{@font-face{src:url(a.woff2)}p{background:url(b.png)}}", "font a.woff2 1", "image b.png 1"],
    ["p{background:url(a.png", "image a.png 1"],
    [
      `p{background:image-set("a.png" 1x, 'b.avif' type("image/avif"), url(c.png) 2x);content:"d"}`,
      "image a.png 1",
      "image b.avif 1",
      "image c.png 1",
    ],
    ["p{background:-webkit-image-set(url(a.png) 1x)}q{content:'b'}", "image a.png 1"],
  ];
  for (const [css, ...found] of rows) test(css, () => expect(read(css)).toEqual(found));
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
