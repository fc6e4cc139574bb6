import { expect, test } from "bun:test";
import { lastHeader, problemsOfLast } from "../explained.ts";

/** Values of Link on an HTTPS page, and their problems. */
const CASES: readonly (readonly [value: string, problems: readonly string[]])[] = [
  ["<http://www.example.com/>; rel=next", []],
  ['</foo>; rel="next"', []],
  ["<>; rel=self", []],
  ["</foo>; rel=example", ["info link-relation-unregistered"]],
  ['</foo>; rel="https://example.com/rels/x"', []],
  ['<https://blog.example/wp-json/>; rel="https://api.w.org/"', []],
  ["</foo>; rel=prelod; as=style", ["warning link-relation-typo"]],
  ["</foo>", ["error link-relation-missing"]],
  ['</foo>; rel=""', ["error link-relation-missing"]],
  ['</foo>; rel="next"; rel="prev"', ["warning parameter-repeated"]],
  ["</foo>; rel=alternate; hreflang=de; hreflang=fr", []],
  ["</foo>; rev=made", ["warning link-rev"]],
  ['</foo>; rel=next; anchor="{blah}"', ["warning link-anchor-invalid"]],
  ['</foo>; rel=next; anchor="#a"', []],
  ['</foo>; rel=alternate; type="text/html"', []],
  ["</foo>; rel=alternate; type=html", ["warning link-type-invalid"]],
  ["</foo>; rel=alternate; title*=UTF-8''caf%C3%A9", []],
  ["</foo>; rel=alternate; title*=UTF-8''caf%C3", ["error link-invalid"]],
  ["</foo>; rel=alternate; extension", []],
  ["</foo>; rel=alternate; extension=", ["error link-invalid"]],
  ["</foo>; rel=alternate; title", ["error link-invalid"]],
  ["</foo>; rel=alternate; title*=\"UTF-8''caf%C3%A9\"", ["error link-invalid"]],
  ["</foo>; rel=alternate; title='News'", ["warning parameter-single-quoted"]],
  ['"/foo"; rel=next', ["error link-invalid"]],
  ["</foo; rel=next", ["error link-invalid"]],
  ["</foo> rel=next", ["error link-invalid", "error link-relation-missing"]],
  ["</a b>; rel=next", ["error link-target-invalid"]],
  ["</foo>; rel=next, ", ["info list-empty-member"]],
  ["", ["warning value-empty"]],
  ["</a.css>; rel=preload; as=style", []],
  ["</a.css>; rel=preload; as=style; nopush", []],
  ["</a.css>; rel=preload", ["warning link-preload-as-missing"]],
  ["</a.css>; rel=preload; as=stylesheet", ["error link-preload-as-invalid"]],
  ["</a.woff2>; rel=preload; as=font", ["error link-font-crossorigin-missing"]],
  ["</a.woff2>; rel=preload; as=font; crossorigin", []],
  ["</a.woff2>; rel=preload; as=font; crossorigin=yes", ["warning link-attribute-value"]],
  ["</a.js>; rel=modulepreload", []],
  ["</a.js>; rel=modulepreload; as=font", ["error link-preload-as-invalid"]],
  ["<javascript:alert(1)>; rel=preload; as=script", ["warning link-hint-target"]],
  ["<javascript:alert(1)>; rel=help", []],
  ["<http://cdn.example/a.js>; rel=preload; as=script", ["warning link-hint-insecure"]],
  ["<http://cdn.example/a.html>; rel=canonical", ["warning link-canonical-mistaken"]],
  ["<http://cdn.example/a.html>; rel=help", []],
  ["<https://cdn.example>; rel=preconnect", []],
  ["<https://cdn.example>; rel=preconnect; crossorigin", []],
  ["<https://cdn.example/a>; rel=dns-prefetch", ["info link-preconnect-path"]],
  ["<//cdn.example>; rel=preconnect", []],
  ["</a>; rel=canonical, </b>; rel=canonical", ["warning link-canonical-mistaken"]],
  ["</a>; rel=canonical, </a>; rel=canonical", []],
  ["</a>; rel=constructor", ["info link-relation-unregistered"]],
];

for (const [value, problems] of CASES)
  test(value || "empty", () => {
    expect(problemsOfLast([`Link: ${value}`], { url: "https://www.example.com/a/" })).toEqual([...problems]);
  });

test("each link is an item with its resolved target and attributes", () => {
  const header = lastHeader(['Link: <b>; rel="next prefetch"; title="B, c", </d>; rel=me'], {
    url: "https://www.example.com/a/",
  });
  expect(header.alternate).toBe("2 links: next, prefetch and me");
  expect(header.details.items?.map(({ name, value, alternate }) => [name, value, alternate])).toEqual([
    ["next prefetch", "b", "https://www.example.com/a/b, title B, c"],
    ["me", "/d", "https://www.example.com/d"],
  ]);
});
