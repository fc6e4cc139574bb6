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

test("other sites and insecure loads are reported; links and hosts of the same site are not", async () => {
  const { foreign, mixed } =
    await read(`<script src="//cdn.other.net/a.js"></script><script src="//cdn.other.net/b.js"></script>
<img src="https://img.a.example/x.png"><img src="http://a.example/y.png"><form action="http://other.net/">
<a href="http://other.org/">x</a><iframe src="https://frame.com/"></iframe>`);
  expect(foreign).toEqual([
    { url: "https://cdn.other.net/a.js", as: "script", line: 1 },
    { url: "https://frame.com/", as: "frame", line: 3 },
  ]);
  expect(mixed).toEqual([
    { url: "http://a.example/y.png", as: "image", line: 2 },
    { url: "http://other.net/", as: "form", line: 2 },
  ]);
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

test("texts, ids and fragments of a page", async () => {
  const page = await read(`<title> A &amp;\n B </title><svg><title>no</title></svg>
<h1 id=top>One <b>two</b></h1><img alt=no><h1>second</h1><meta name=Description content="About it">
<a name=old href="#a%20b">x</a><a href="/other#y">x</a><a href="#:~:text=x">x</a><a href="#/route">x</a><a href="#">x</a>`);
  expect(page).toMatchObject({ title: "A & B", h1: "One two", description: "About it", ids: "top\nold" });
  expect(page.fragments).toEqual([
    { url: "https://a.example/dir/page", fragment: "a%20b", line: 4 },
    { url: "https://a.example/other", fragment: "y", line: 4 },
  ]);
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `<p id=${1e5 + n}x>`).join("");
  expect((await read(ids(8192))).ids).toHaveLength(8192 * 8 - 1);
  expect((await read(ids(8193))).ids).toBeUndefined();
});

test("versions in other languages, several canonical URLs, and invalid links", async () => {
  const { alternates, canonical, flaws } = await read(
    `<link rel=alternate hreflang=de href=/de><link rel=alternate type=x href=/feed>
<link rel=canonical href=/c><link rel=canonical href="https://a.example/c"><link rel=canonical href=/d>
<a href="http://[/">x</a>`,
  );
  expect(alternates).toEqual([{ url: "https://a.example/de", lang: "de", line: 1 }]);
  expect(canonical).toBe("https://a.example/c");
  expect(flaws).toEqual([
    { kind: "link", text: "http://[/", line: 3 },
    { kind: "canonical", text: "https://a.example/c and https://a.example/d", line: 1 },
  ]);
});

test("links in noscript are followed, those in templates are not", async () => {
  const { links } = await read(`<template><a href=/no>x</a><template><a href=/no2>x</a></template></template>
<noscript>
<a href=/yes>x</a></noscript><template shadowrootmode=open><a href=/shadow>x</a></template>`);
  expect(links).toEqual([
    { url: "https://a.example/shadow", line: 3 },
    { url: "https://a.example/yes", line: 3 },
  ]);
});

test.each([
  ["noindex", true],
  ["otherbot: noindex", false],
  ["otherbot: nofollow, noindex", false],
  ["googlebot: noindex", true],
  ["otherbot: noindex, bingbot: nofollow, none", true],
  ["unavailable_after: 25 Jun 2030 15:00:00 PST, noindex", true],
  ["max-snippet: 5, noindex", true],
  ["googlebot: nofollow", false],
])("X-Robots-Tag: %s forbids indexing: %p", async (value, expected) => {
  expect((await read("", [line("x-robots-tag", value)])).noindex !== undefined).toBe(expected);
});

test("--agent chooses the crawler that the rules are for", async () => {
  const html = "<meta name=otherbot content=noindex>";
  const url = new URL("https://a.example/");
  const of = (engines?: string[]) => linksOf(html, [], url, "utf-8", engines).then((page) => page.noindex);
  expect([await of(), await of(["otherbot"])]).toEqual([undefined, "meta otherbot: noindex"]);
});
