import { expect, test } from "bun:test";
import type { FieldLine } from "../../../src/headers/message.ts";
import { linksOf, MOST_LINKS, readLinks } from "../../../src/jobs/site/read-links.ts";

const line = (name: string, value: string): FieldLine => ({ name, sent: name, value, flaws: [] });
const read = (html: string, lines: FieldLine[] = [], url = "https://a.example/dir/page") =>
  linksOf(html, lines, new URL(url));

test("links are resolved, without repetitions and fragments, with the line of the first", async () => {
  const { links } = await read(
    `<base href="/base/"><p>\n<a href="x#1">x</a>\n<area href="x#2"><a href="?q&amp;r">q</a>
<a href="mailto:a@b">m</a><a href="javascript:1">j</a><a>none</a><!-- <a href=no> --><a href="http://[">bad</a>`,
  );
  expect(links).toEqual([
    { url: "https://a.example/base/x", line: 2 },
    { url: "https://a.example/base/?q&r", line: 3 },
  ]);
});

test("a page's own statements come from its markup, and from its headers first", async () => {
  const html = `<link rel="Canonical other" href="/c"><meta name="Robots" content="NoIndex, follow">`;
  expect(await read(html)).toMatchObject({
    canonical: "https://a.example/c",
    noindex: "meta robots: NoIndex, follow",
  });
  const lines = [line("link", "</f>; rel=canonical"), line("x-robots-tag", "none")];
  expect(await read(html, lines)).toMatchObject({
    canonical: "https://a.example/f",
    noindex: "X-Robots-Tag: none",
  });
});

test("other sites and insecure loads are reported; forms, links and hosts of the same site are not", async () => {
  const { foreign, mixed } =
    await read(`<script src="//cdn.other.net/a.js"></script><script src="//cdn.other.net/b.js"></script>
<img src="https://img.a.example/x.png"><img src="http://a.example/y.png"><form action="http://other.net/">
<a href="http://other.org/">x</a><iframe src="https://frame.com/"></iframe>`);
  expect(foreign).toEqual([
    { url: "https://cdn.other.net/a.js", as: "script", line: 1 },
    { url: "https://frame.com/", as: "frame", line: 3 },
  ]);
  expect(mixed).toEqual([{ url: "http://a.example/y.png", as: "image", line: 2 }]);
  expect((await read('<img src="http://a.example/y.png">', [], "http://a.example/")).mixed).toEqual([]);
});

test("links are limited in number, and a page is read in its own encoding", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `<a href="/${n}">`).join("");
  expect((await read(many(MOST_LINKS))).links).toHaveLength(MOST_LINKS);
  expect((await read(many(MOST_LINKS + 1))).links).toHaveLength(MOST_LINKS);
  const bytes = Buffer.from('<a href="/ü?ü">', "latin1");
  const { links } = await readLinks(
    bytes,
    [line("content-type", "text/html; charset=latin1")],
    new URL("https://a.example/"),
  );
  expect(links[0]?.url).toBe("https://a.example/%C3%BC?%FC");
});
