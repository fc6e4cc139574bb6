import { describe, expect, test } from "bun:test";
import { makeBudget } from "../../../src/api/budget.ts";
import { PAGE as LIMITS, pageBudget } from "../../../src/api/limits.ts";
import { readPage } from "../../../src/jobs/page/read/read-page.ts";
import type { Inline, Reference } from "../../../src/jobs/page/read/reference.ts";

const PAGE = new URL("https://a.test/x/");
const budget = () => makeBudget(pageBudget(100, 15_000));
const read = (html: string) => readPage(html, PAGE, budget());

/** A reference as a few words. */
function words({
  url,
  as,
  where,
  condition,
  cors,
  mode,
  dest,
  module,
  integrity,
  nonce,
  referrerPolicy,
  metas,
  csp,
  isSpeculative,
}: Reference): string {
  const place = url.origin === PAGE.origin ? url.pathname + url.search : url.href;
  return [
    as,
    place,
    where.element,
    isSpeculative ? `speculative ${condition}` : condition,
    csp !== undefined && `csp=${csp}`,
    cors,
    mode,
    dest && `dest=${dest}`,
    module && "module",
    integrity,
    nonce && `nonce=${nonce}`,
    referrerPolicy,
    metas > 0 && `after ${metas}`,
  ]
    .filter(Boolean)
    .join(" ");
}

describe("resources of a page", () => {
  const rows: [html: string, ...found: string[]][] = [
    ["<script src=a.js></script>", "script /x/a.js script[src]"],
    ["<script src='/a.js?b=1&amp;c=2'></script>", "script /a.js?b=1&c=2 script[src]"],
    [
      "<script src=a.js crossorigin integrity=sha256-x nonce=n referrerpolicy=origin></script>",
      "script /x/a.js script[src] anonymous sha256-x nonce=n origin",
    ],
    ["<script type=module src=a.js></script>", "script /x/a.js script[src] anonymous module"],
    [
      "<script type=module crossorigin=use-credentials src=a.js></script>",
      "script /x/a.js script[src] use-credentials module",
    ],
    ["<script nomodule src=a.js></script>"],
    ["<script type=text/template src=a.js></script>"],
    ["<script src=''></script>"],
    ["<link rel=stylesheet href=a.css>", "style /x/a.css link[rel=stylesheet]"],
    ["<link rel='STYLESHEET alternate' href=a.css>", "style /x/a.css link[rel=STYLESHEET alternate]"],
    [
      "<link rel=stylesheet type=text/less href=a.css>",
      "style /x/a.css link[rel=stylesheet] speculative platform",
    ],
    ["<link rel=stylesheet disabled href=a.css>"],
    ["<link rel=preload as=font crossorigin href=a.woff2>", "font /x/a.woff2 link[rel=preload] anonymous"],
    ["<link rel=preload as=fetch href=a.json>", "connect /x/a.json link[rel=preload]"],
    ["<link rel=preload href=a.js>"],
    [
      "<link rel=preload as=style type=image/png href=a.css>",
      "style /x/a.css link[rel=preload] speculative platform",
    ],
    ["<link rel=preload as=style type='text/css; charset=x' href=a.css>", "style /x/a.css link[rel=preload]"],
    [
      "<link rel=preload as=script type=text/plain href=a.js>",
      "script /x/a.js link[rel=preload] speculative platform",
    ],
    [
      "<link rel=preload as=font type=text/plain href=a.ttf>",
      "font /x/a.ttf link[rel=preload] speculative platform",
    ],
    ["<link rel=prefetch as=script href=a.js>", "prefetch /x/a.js link[rel=prefetch] speculative platform"],
    ["<link rel=next crossorigin href=a>", "prefetch /x/a link[rel=next] speculative platform anonymous"],
    ["<link rel='preload prefetch' as=script href=a.js>", "script /x/a.js link[rel=preload prefetch]"],
    [
      "<template><img src=a.png><script src=a.js></script><iframe src=a></iframe><style>@import 'a.css'</style></template>",
      "image /x/a.png img[src] speculative platform",
      "script /x/a.js script[src] speculative platform",
    ],
    ["<iframe src=a csp=\"script-src 'self'\"></iframe>", "frame /x/a iframe[src] csp=script-src 'self'"],
    ["<embed src=a.png type=image/png>", "object /x/a.png embed[src] no-cors dest=embed"],
    [
      "<video></audio><object data=a></object><embed src=b><table background=c.png></table><img src=d.png>",
      "image /x/d.png img[src]",
    ],
    ["<script src=a.js /><img src=b.png>", "script /x/a.js script[src] speculative platform"],
    ["<script src=a.js></script><!-- <script src=b.js>", "script /x/a.js script[src]"],
    ["<audio></audio><object data=a></object>", "object /x/a object[data]"],
    [
      "<video><audio></audio><track default src=a.vtt></video><picture><img src=b.png></picture>",
      "media /x/a.vtt track[src] same-origin dest=track",
      "image /x/b.png img[src]",
    ],
    [
      "<meta name=referrer content=no-referrer><meta name=referrer content=bogus><img src=a.png><img src=b.png referrerpolicy=bogus>",
      "image /x/a.png img[src] no-referrer",
      "image /x/b.png img[src] no-referrer",
    ],
    ["<link rel=preload as=image type=image/unknown href=a.png>"],
    ["<link rel=preload as=image media=print href=a.png>", "image /x/a.png link[rel=preload] platform"],
    [
      "<link rel=preload as=image href=a.png imagesrcset='b.png 2x'>",
      "image /x/a.png link[rel=preload] candidate",
      "image /x/b.png link[rel=preload] candidate",
    ],
    ["<link rel=preload as=track href=a.vtt>", "media /x/a.vtt link[rel=preload] dest=track"],
    ["<link rel=modulepreload href=a.js>", "script /x/a.js link[rel=modulepreload] anonymous module"],
    [
      "<link rel=modulepreload as=Worker href=a.js><link rel=modulepreload as=foo href=b.js>",
      "script /x/a.js link[rel=modulepreload] anonymous module",
      "script /x/b.js link[rel=modulepreload] anonymous module",
    ],
    [
      "<link rel=modulepreload as=font href=a.js><link rel=modulepreload as=Fetch href=b.js>",
      "script /x/a.js link[rel=modulepreload] speculative platform anonymous module",
      "script /x/b.js link[rel=modulepreload] speculative platform anonymous module",
    ],
    ["<link rel='shortcut icon' href=a.ico>", "image /x/a.ico link[rel=shortcut icon] platform"],
    ["<link rel=manifest href=a.json>", "manifest /x/a.json link[rel=manifest] platform anonymous"],
    ["<link rel=canonical href=/>"],
    ["<img src=a.png>", "image /x/a.png img[src]"],
    ["<img loading=lazy src=a.png>", "image /x/a.png img[src] use"],
    [
      "<img src=a.png srcset='a.png, b.png 2x'>",
      "image /x/a.png img[src] candidate",
      "image /x/b.png img[srcset] candidate",
    ],
    [
      "<picture><source srcset=a.avif type=image/avif><img src=a.png></picture>",
      "image /x/a.avif source[srcset] candidate",
      "image /x/a.png img[src] candidate",
    ],
    ["<picture><img src=a.png></picture>", "image /x/a.png img[src]"],
    [
      "<picture><source srcset=a.avif></picture><img src=a.png>",
      "image /x/a.avif source[srcset] candidate",
      "image /x/a.png img[src]",
    ],
    ["<image src=a.png>", "image /x/a.png image[src]"],
    ["<video src=a.mp4 poster=a.png></video>", "media /x/a.mp4 video[src]", "image /x/a.png video[poster]"],
    ["<audio preload=none src=a.mp3></audio>", "media /x/a.mp3 audio[src] action dest=audio"],
    [
      "<audio><source src=a.mp3></audio><source src=b.mp3>",
      "media /x/a.mp3 source[src] candidate dest=audio",
      "media /x/b.mp3 source[src] candidate",
    ],
    [
      "<video crossorigin><source src=a.mp4><track default src=a.vtt></video>",
      "media /x/a.mp4 source[src] candidate anonymous",
      "media /x/a.vtt track[src] anonymous dest=track",
    ],
    ["<video><track src=a.vtt></video>", "media /x/a.vtt track[src] action same-origin dest=track"],
    ["<iframe src=//b.test/></iframe>", "frame https://b.test/ iframe[src]"],
    ["<iframe src=about:blank></iframe>"],
    ["<iframe srcdoc=x src=a></iframe>"],
    [
      "<object data=a.pdf></object><embed src=b.svg>",
      "object /x/a.pdf object[data]",
      "object /x/b.svg embed[src] dest=embed",
    ],
    ["<object type=image/png data=a.png></object>", "object /x/a.png object[data] no-cors"],
    ["<object type=image/svg+xml data=a.svg></object>", "object /x/a.svg object[data]"],
    ["<object type=application/x-shockwave-flash data=a.swf></object>"],
    ["<form action=/send></form>", "form /send form[action] action"],
    ["<form action=''></form>", "form /x/ form[action] action"],
    ["<input type=image src=a.png>", "image /x/a.png input[src]"],
    ["<svg><g mask='url(a.svg#b)' fill='url(#c)'/></svg>", "image /x/a.svg g[mask] url() use anonymous"],
    ["<svg><g cursor='url(a.svg#b)'/></svg>", "image /x/a.svg g[cursor] url() use"],
    ["<svg><filter><feImage href=a.png /></filter></svg>", "image /x/a.png feimage[href]"],
    ["<p mask='url(a.svg)'>"],
    [
      "<svg><image href=a.png /><use href=#b /><use href=c.svg#d /></svg>",
      "image /x/a.png image[href]",
      "image /x/c.svg use[href] same-origin",
    ],
    ["<template><img src=a.png></template>", "image /x/a.png img[src] speculative platform"],
    ["<p><template shadowrootmode=open><img src=a.png></template>", "image /x/a.png img[src]"],
    [
      "<template><template shadowrootmode=open><img src=a.png></template></template>",
      "image /x/a.png img[src] speculative platform",
    ],
    [
      "<p style='float:left;shape-outside:url(a.png);background:url(b.png)'>",
      "image /x/a.png p[style] url() use anonymous",
      "image /x/b.png p[style] url() use",
    ],
    [
      "<style>@import 'a.css';\n@font-face{src:url(a.woff2)}</style>",
      "style /x/a.css style @import",
      "font /x/a.woff2 style @font-face use anonymous",
    ],
    ["<p style='background:url(a.png)'>", "image /x/a.png p[style] url() use"],
    ["<base href=/c/><script src=a.js></script>", "base /c/ base[href]", "script /c/a.js script[src]"],
    [
      "<script src=a.js></script><base href=/c/><base href=/d/>",
      "script /x/a.js script[src]",
      "base /c/ base[href]",
    ],
    [
      "<meta http-equiv=content-security-policy content='img-src x'><img src=a.png>",
      "image /x/a.png img[src] after 1",
    ],
    [
      "<p><meta http-equiv=content-security-policy content='img-src x'><img src=a.png>",
      "image /x/a.png img[src]",
    ],
    ["<meta name=referrer content=no-referrer><img src=a.png>", "image /x/a.png img[src] no-referrer"],
    ["<img src=a.png><img src=a.png#b>", "image /x/a.png img[src]"],
    ["<img loading=lazy src=a.png><img src=a.png>", "image /x/a.png img[src]"],
    [
      "<template><img src=a.png></template><noscript><img src=b.png></noscript><!-- <img src=c.png> -->",
      "image /x/a.png img[src] speculative platform",
    ],
    ["<img src='data:image/png;base64,AA'>", "image data:image/png;base64,AA img[src]"],
    ["<img src='http://['>"],
    [
      "<table background=a.png><td background=b.png>",
      "image /x/a.png table[background]",
      "image /x/b.png td[background]",
    ],
    ["<iframe srcdoc='<base href=/c/><img src=a.png>' src=b>", "image /x/a.png iframe[srcdoc]"],
  ];
  for (const [html, ...found] of rows)
    test(html, async () => expect((await read(html)).references.map(words)).toEqual(found));
});

describe("code in a page", () => {
  const told = ({ as, inline, text, nonce, count, metas }: Inline) =>
    [as, inline, text, nonce && `nonce=${nonce}`, count > 1 && `×${count}`, metas > 0 && `after ${metas}`]
      .filter(Boolean)
      .join(" ");
  const rows: [html: string, ...found: string[]][] = [
    ["<script>a\r\nb</script>", "script element a\nb"],
    ["<script nonce=n>a</script>", "script element a nonce=n"],
    ["<script src=a>b</script>"],
    ["<script type=application/ld+json>{}</script>"],
    ["<script type=importmap>{}</script>", "script element {}"],
    ["<script type=module>a</script>", "script element a"],
    ["<style>a{}</style>", "style element a{}"],
    ["<p style='a&amp;b'>", "style attribute a&b"],
    ["<p onclick=a() once=b onx=c>", "script attribute a()"],
    ["<p onclick=a()><p onclick=a()>", "script attribute a() ×2"],
    ["<a href=' javascript:a()'>", "script javascript-url javascript:a()"],
    ["<iframe src=javascript:a()></iframe>", "script javascript-url javascript:a()"],
    ["<template><script>a</script></template>"],
    ["<script></script>"],
    [
      "<iframe srcdoc=\"<p style=a><iframe srcdoc='&lt;script>b</script>'>\"></iframe><script>c</script>",
      "script element c",
      "style attribute a",
      "script element b",
    ],
    [
      "<iframe srcdoc='<meta http-equiv=content-security-policy content=x><script>a</script>'>",
      "script element a",
    ],
  ];
  for (const [html, ...found] of rows)
    test(html, async () => expect((await read(html)).inline.map(told)).toEqual(found));
});

test("lines are those of the markup, also for a style sheet in it", async () => {
  const { references, inline } = await read(
    "<!doctype html>\n<script\n src=a.js></script>\n<style>\n\n@font-face{src:url(a.woff2)}</style>",
  );
  expect(references.map(({ where }) => where.line)).toEqual([2, 6]);
  expect(inline.map(({ where }) => where.line)).toEqual([4]);
});

test("a base that the policy refuses is ignored", async () => {
  const { references, base } = await readPage("<base href=/c/><img src=a.png>", PAGE, budget(), {
    mayBase: () => false,
  });
  expect(references.map(({ url }) => url.pathname)).toEqual(["/c/", "/x/a.png"]);
  expect(base.href).toBe(PAGE.href);
});

test("a page without a document type is in quirks mode", async () => {
  expect((await read("<p>")).quirks).toBe(true);
  expect((await read("<!doctype html><p>")).quirks).toBe(false);
});

test("nested documents are read up to the length of the page", async () => {
  // Reading each nested document separately would take 300,000,000,000 characters.
  const deep = "<iframe/srcdoc=".repeat(200_000);
  expect((await read(`${deep}<img/src=a>`)).references).toEqual([]);
});

describe("a page with too much content is cut, which is reported", () => {
  test.each([LIMITS.references, LIMITS.references + 1])("%d references", async (count) => {
    const html = Array.from({ length: count }, (_, index) => `<img src=${index}>`).join("");
    const { references, omitted } = await read(html);
    expect([references.length, omitted]).toEqual([LIMITS.references, count - LIMITS.references]);
  });
  test.each([LIMITS.inline, LIMITS.inline + 1])("%d pieces of code", async (count) => {
    const html = Array.from({ length: count }, (_, index) => `<p onclick=${index}>`).join("");
    const { inline, omitted } = await read(html);
    expect([inline.length, omitted]).toEqual([LIMITS.inline, count - LIMITS.inline]);
  });
});

test.each([
  [100_000, true],
  [100_001, false],
])("a page of %p tags is read to its end: %p", async (tags, isWhole) => {
  expect((await read("<br>".repeat(tags))).isWhole).toBe(isWhole);
});

test("queries are in the page's encoding", async () => {
  const { references } = await readPage("<img src='/é?é'>", PAGE, budget(), { charset: "windows-1252" });
  expect(references.map(({ url }) => url.href)).toEqual(["https://a.test/%C3%A9?%E9"]);
});

test("in XML any element may be empty", async () => {
  const html = "<script src='a.js'/><style/><img src='b.png'/>";
  const found = async (isXml: boolean) =>
    (await readPage(html, PAGE, budget(), { isXml })).references.map(({ url }) => url.pathname);
  expect(await found(true)).toEqual(["/x/a.js", "/x/b.png"]);
  expect(await found(false)).toEqual(["/x/a.js"]);
});
