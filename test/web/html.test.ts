import { describe, expect, test } from "bun:test";
import { escapeHtml, externalLink, html } from "../../src/web/html.ts";
import { faultsOf } from "./markup.ts";

describe("escaping", () => {
  test.each([
    ["plain", "plain"],
    ["<b>&</b>", "&lt;b&gt;&amp;&lt;/b&gt;"],
    [`"'`, "&quot;&#39;"],
    ["&amp;", "&amp;amp;"],
    ["a\u0000b\u001bc\u007f", "a\u2400b\u241bc\u2421"],
    ["a\r\nb\tc", "a\u240d\nb\tc"],
    ["\u0085\u009f\ufdd0\uffff", "\ufffd\ufffd\ufffd\ufffd"],
    ["caf\u00e9 \u{1f30d}", "caf\u00e9 \u{1f30d}"],
  ])("%j", (text, escaped) => expect(escapeHtml(text)).toBe(escaped));
});

describe("templates", () => {
  test("text is escaped, markup is not, and empty values are omitted", () => {
    const inner = html`<b>${"<"}</b>`;
    expect(html`<p>${inner}${"&"}${7}${undefined}${false}${[inner, "x"]}</p>`.markup).toBe(
      "<p><b>&lt;</b>&amp;7<b>&lt;</b>x</p>",
    );
  });
});

describe("external links", () => {
  test.each([
    [
      "https://example.com/?a=1&b=2",
      '<a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer">x</a>',
    ],
    ["javascript:alert(1)", "x"],
    [" https://example.com/", "x"],
    ["data:text/html,x", "x"],
    ["//example.com", "x"],
  ])("%s", (url, markup) => expect(externalLink(url, "x").markup).toBe(markup));
});

describe("the checker of the other tests detects", () => {
  test.each([
    ["a script", "<script></script>"],
    ["a handler", '<p onclick="x"></p>'],
    ["a style", '<p style="x"></p>'],
    ["what is not closed", "<p>"],
    ["a wrong order", "<p><b></p></b>"],
    ["a bare <", "<p>1 < 2</p>"],
    ["a bare ampersand", "<p>a & b</p>"],
    ["a control character", "<p>\u0001</p>"],
    ["a repeated id", '<p id="a"></p><p id="a"></p>'],
    ["a block in a paragraph", "<p><ul></ul></p>"],
    ["a bad scheme", '<a href="javascript:x">x</a>'],
    ["a link to nowhere", '<a href="#x">x</a>'],
    ["an input without a label", '<input name="x">'],
  ])("%s", (_, page) => expect(faultsOf(page).length).toBeGreaterThan(0));
  test("no errors in valid markup", () => {
    expect(faultsOf('<label for="a">A</label><input id="a"><p>x &lt; y <b>z</b></p>')).toEqual([]);
  });
});
