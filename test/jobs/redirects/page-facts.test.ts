import { expect, test } from "bun:test";
import { factsOfPage } from "../../../src/jobs/redirects/page-facts.ts";

const line = (name: string, value: string) => ({ name, sent: name, value, flaws: [] });

test.each([
  ["<p>", [], undefined, undefined],
  ['<link rel=canonical href="/b">', [], "https://a.test/b", undefined],
  ['<LINK href="b?x=1&amp;y=2" REL="x Canonical">', [], "https://a.test/b?x=1&y=2", undefined],
  ['<base href="https://c.test/d/"><link rel=canonical href=e>', [], "https://c.test/d/e", undefined],
  [
    "<link rel=alternate href=/b><link rel=canonical href=/c><link rel=canonical href=/d>",
    [],
    "https://a.test/c",
    undefined,
  ],
  ["<!-- <link rel=canonical href=/b> -->", [], undefined, undefined],
  ["", [line("link", '<https://a.test/c>; rel="canonical"')], "https://a.test/c", undefined],
  [
    "",
    [line("link", '</style>; rel=preload, </c>; title="x"; rel=canonical')],
    "https://a.test/c",
    undefined,
  ],
  [
    "",
    [line("link", '<https://a.test/c>; title="a, b"; REL="next Canonical"')],
    "https://a.test/c",
    undefined,
  ],
  ["", [line("link", `<a>${";".repeat(10_000)}b rel=x canonical`)], undefined, undefined],
  ["<meta name=ROBOTS content='NOINDEX, follow'>", [], undefined, "meta robots: NOINDEX, follow"],
  ["<meta name=googlebot content=none>", [], undefined, "meta googlebot: none"],
  ["<meta name=bingbot content=noindex>", [], undefined, "meta bingbot: noindex"],
  ["<meta name=otherbot content=noindex>", [], undefined, undefined],
  ["<meta name=robots content=index><meta name=description content=noindex>", [], undefined, undefined],
  ["", [line("x-robots-tag", "noindex")], undefined, "X-Robots-Tag: noindex"],
  ["", [line("x-robots-tag", "googlebot: noindex")], undefined, "X-Robots-Tag: googlebot: noindex"],
  ["", [line("x-robots-tag", "nofollow")], undefined, undefined],
])("%j", (markup, lines, canonical, noindex) => {
  expect(factsOfPage(lines, markup, "https://a.test/page")).toEqual({ canonical, noindex });
});
