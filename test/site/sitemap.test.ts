import { describe, expect, test } from "bun:test";
import { sitemapText, sitemapUrls } from "../../src/site/sitemap.ts";

const read = (text: string, size = 1000) =>
  [...sitemapUrls(text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [])].map(({ url, isSitemap }) =>
    isSitemap ? `sitemap ${url}` : url,
  );

describe("a sitemap", () => {
  test.each([
    [
      "of pages",
      "<urlset><url><loc> https://a/1 </loc><lastmod>x</lastmod></url><url><loc>https://a/2</loc></url></urlset>",
      ["https://a/1", "https://a/2"],
    ],
    [
      "of sitemaps",
      "<sitemapindex><sitemap><loc>https://a/s.xml</loc></sitemap></sitemapindex>",
      ["sitemap https://a/s.xml"],
    ],
    [
      "with references and CDATA",
      "<urlset><url><loc>https://a/?b=1&amp;c=2</loc></url><url><loc><![CDATA[https://a/?d&e]]></loc></url></urlset>",
      ["https://a/?b=1&c=2", "https://a/?d&e"],
    ],
    [
      "with prefixes and images",
      '<s:urlset xmlns:s="x"><s:url><s:loc>https://a/1</s:loc><image:image><image:loc>https://a/p.png</image:loc></image:image></s:url></s:urlset>',
      ["https://a/1"],
    ],
    ["of lines", "\ufeffhttps://a/1\r\nhttps://a/2\n\n", ["https://a/1", "https://a/2"]],
    ["without URLs", "<urlset/>", []],
  ])("%s", (_, text, expected) => {
    expect(read(text)).toEqual(expected);
    // Wherever the pieces end.
    expect(read(text, 1)).toEqual(expected);
  });

  test.each([
    [
      "<urlset><url><loc>https://a/1</loc></url>\n<url></urlset>",
      /^line 2, column 1\d: unexpected close tag/,
    ],
    ["<urlset><url><loc>https://a/1</loc></url>", /unclosed tag/],
    ["", /it is empty/],
    ["Not found", /it is neither XML nor a list of URLs: "Not found"/],
    ['<!DOCTYPE x [<!ENTITY a "b">]><urlset><url><loc>&a;</loc></url></urlset>', /undefined entity/],
  ])("that is broken is told: %p", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test("gives what came before a fault", () => {
    const urls = sitemapUrls(["<urlset><url><loc>https://a/1</loc></url>", "<oops"]);
    expect(urls.next().value?.url).toBe("https://a/1");
    expect(() => [...urls]).toThrow();
  });

  test("is decompressed where it is a gzip file, and refused where it is too long", () => {
    const text = "<urlset/>".padEnd(100_000, " ");
    expect([...sitemapText(Bun.gzipSync(text))].join("")).toBe(text);
    expect([...sitemapText(Buffer.from("ü".repeat(70_000)))].join("")).toBe("ü".repeat(70_000));
    expect(() => [...sitemapText(Bun.gzipSync(new Uint8Array(52_428_801)))]).toThrow();
    expect([...sitemapText(Bun.gzipSync(new Uint8Array(52_428_800)))].length).toBe(800);
  });
});
