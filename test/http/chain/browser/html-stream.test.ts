import { describe, expect, test } from "bun:test";
import { readHtml, tagsOf } from "../../../../src/http/chain/browser/html-stream.ts";

const names = async (html: string) => (await tagsOf(html)).map(({ name }) => name).join(" ");
const attributes = async (html: string) => Object.fromEntries((await tagsOf(html))[0]?.attributes ?? []);

describe("tags of a page", () => {
  const rows: [html: string, names: string][] = [
    ["<p><B>x</b></p >", "p b /b /p"],
    ["a < b <1> <a", ""],
    ["<!doctype html><p>", "p"],
    ["<!-- <a> --><b>", "b"],
    ["<!--><b>", "b"],
    ["<!---><b>", "b"],
    ["<!--!><a>--><b>", "b"],
    ["<!-- --!><b>", "b"],
    ["<!-- <a>", ""],
    ["<?php <a ?><b>", "b"],
    ["</ a><b>", "b"],
    ["<![CDATA[<a>]]><b>", "b"],
    ["<svg><![CDATA[<a>]]></svg><b>", "svg /svg b"],
    ["<script><a></script ><b>", "script /script b"],
    ["<script><!-- <script> </script> <a> --></script><b>", "script /script b"],
    ["<script><!-- </script><b>", "script /script b"],
    ["<script><!--><script></script><b>", "script /script b"],
    ["<script></scripty><a>", "script"],
    ["<noscript><a></noscript><b>", "noscript /noscript b"],
    ["<title><a></TITLE><b>", "title /title b"],
    ["<style><a></style/><b>", "style /style b"],
    ["<svg><style><a></style></svg><b>", "svg style a /style /svg b"],
    ["<svg/><title><a></title>", "svg title /title"],
    ["<svg><p><style><a></style>", "svg p style /style"],
    ["<plaintext><a>", "plaintext"],
    ["<a title='>'><b>", "a b"],
    ["<a title='>", ""],
  ];
  for (const [html, expected] of rows) test(html, async () => expect(await names(html)).toBe(expected));
});

describe("attributes", () => {
  const rows: [html: string, attributes: Record<string, string>][] = [
    ["<a B=1 b=2 c>", { b: "1", c: "" }],
    [`<a\nb = "x y"c='z'/d>`, { b: "x y", c: "z", d: "" }],
    ["<a b=c/>", { b: "c/" }],
    ["<a b=>", { b: "" }],
    ["<a =b=c>", { "=b": "c" }],
    ["<a b='&amp;&lt;&#65;&#x42;&#128;&nbsp;'>", { b: "&<AB\u20ac\u00a0" }],
    ["<a b='?a=1&copy=2&copy;&copy &amp=3&amp'>", { b: "?a=1&copy=2\u00a9\u00a9 &amp=3&" }],
    ["<a b='&hellip;&NotEqualTilde;'>", { b: "\u2026\u2242\u0338" }],
    ["<a b='&sol;&sol &unknown; &#0;&#xd800;&#x110000;'>", { b: "/&sol &unknown; \ufffd\ufffd\ufffd" }],
  ];
  for (const [html, expected] of rows)
    test(html, async () => expect(await attributes(html)).toEqual(expected));
});

test("at most 5,000 tags are read, and hostile pages take linear time", async () => {
  expect((await tagsOf("<b>".repeat(6000))).length).toBe(5000);
  for (const html of [
    "<!--".repeat(16_000),
    "<a b".repeat(16_000),
    "<script>".repeat(8000),
    "<".repeat(65_000),
  ])
    await tagsOf(html);
});

test("reports the line of each tag, ignoring text that looks like tags", async () => {
  const page = `<!doctype html>
<!-- <img> -->
<script>"<img>"</script><noscript><img>
</noscript>
<IMG
  src=a><p title="é">
<svg/><script>"<img>"</script>
<img>`;
  const found: string[] = [];
  await readHtml(page, { start: ({ name }, line) => void (name !== "p" && found.push(`${name} ${line()}`)) });
  expect(found).toEqual(["script 3", "noscript 3", "img 5", "svg 7", "script 7", "img 8"]);
});

test("other work runs after each 8 Ki characters", async () => {
  const html = "<p><img src=a></p>\n".repeat(20_000);
  let [turns, tags, isDone] = [0, 0, false];
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await readHtml(html, { start: () => void tags++ });
  isDone = true;
  expect(tags).toBe(40_000);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(html.length / 8192));
});

test.each([
  [99_999, 99_999],
  [200_000, 98_000],
])("of %d tags so many are read at least: %d", async (count, least) => {
  let tags = 0;
  await readHtml("<b>".repeat(count), { start: () => void tags++ });
  expect(tags).toBeGreaterThanOrEqual(least);
  expect(tags).toBeLessThanOrEqual(100_000);
});

test("a tag with any number of words does not affect what follows", async () => {
  const seen: string[] = [];
  await readHtml(`<p ${"a ".repeat(200_000)}><i title=b>`, { start: ({ name }) => void seen.push(name) });
  expect(seen).toEqual(["p", "i"]);
});
