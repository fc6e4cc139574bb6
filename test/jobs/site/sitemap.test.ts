import { describe, expect, test } from "bun:test";
import { makeBudget } from "../../../src/api/budget.ts";
import { SITEMAP, siteBudget } from "../../../src/api/limits.ts";
import { sitemapUrls } from "../../../src/jobs/site/sitemap.ts";

/** URLs of a sitemap, and its fault. */
async function readBytes(bytes: Uint8Array, size?: number, budget = makeBudget(siteBudget(1))) {
  const urls: string[] = [];
  const pieces = sitemapUrls(bytes, budget, size);
  for (;;) {
    const next = await pieces.next();
    if (next.done) return { urls, fault: next.value };
    for (const { url, isSitemap } of next.value) urls.push(isSitemap ? `sitemap ${url}` : url);
  }
}
const read = (text: string, size?: number) => readBytes(Buffer.from(text), size);

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
  ])("%s", async (_, text, urls) => {
    expect(await read(text)).toEqual({ urls, fault: undefined });
    // In pieces of one character.
    expect(await read(text, 1)).toEqual({ urls, fault: undefined });
  });

  test.each([
    [
      "<urlset><url><loc>https://a/1</loc></url>\n<url></urlset>",
      /^line 2, column 1\d: unexpected close tag/,
    ],
    ["<urlset><url><loc>https://a/1</loc></url>", /unclosed tag/],
    ["", /it is empty/],
    ["<!DOCTYPE html><title>Shop</title>", /^it is an HTML page, probably a fallback$/],
    ["\n<html><body>", /^it is an HTML page/],
    ["Not found", /it is neither XML nor a list of URLs: "Not found"/],
    ['<!DOCTYPE x [<!ENTITY a "b">]><urlset><url><loc>&a;</loc></url></urlset>', /undefined entity/],
  ])("that is broken is reported: %p", async (text, message) => {
    expect((await read(text)).fault).toMatch(message);
  });

  test("returns the URLs before a fault", async () => {
    expect(await read("<urlset><url><loc>https://a/1</loc></url><oops")).toEqual({
      urls: ["https://a/1"],
      fault: expect.stringContaining("line 1"),
    });
  });

  test("is decompressed if it is a gzip file, and refused if that is broken", async () => {
    const text = `<urlset><url><loc>https://a/${"ü".repeat(70_000)}</loc></url></urlset>`;
    const zipped = Bun.gzipSync(text);
    expect((await readBytes(zipped)).urls).toEqual([`https://a/${"ü".repeat(70_000)}`]);
    const long = await read(text.replace("ü", "a".repeat(1_000_000)));
    expect(long.urls[0]?.length).toBeLessThan(2 * SITEMAP.location);
    expect((await readBytes(zipped.subarray(0, 60))).fault).toMatch(/^it cannot be decompressed/);
  });

  const { bytes, depth } = SITEMAP;
  const comments = (length: number) =>
    `<!--${"x".repeat(899_993)}-->`.repeat(Math.floor(length / 900_000)) + "\n".repeat(length % 900_000);
  const urlset = (more: string) => `<urlset>${more}<url><loc>https://a/1</loc></url></urlset>`;
  test.each([
    [
      "bytes",
      urlset(comments(bytes - urlset("").length)),
      urlset(comments(bytes - urlset("").length + 1)),
      "more than 52428800",
    ],
    ["depth", "<a>".repeat(depth) + "</a>".repeat(depth), "<a>".repeat(depth + 1), "more than 16 deep"],
    [
      "a comment",
      urlset(`<!--${"x".repeat(900_000)}-->`),
      urlset(`<!--${"x".repeat(1_200_000)}`),
      "longer than",
    ],
    [
      "a tag",
      urlset(`<a b="${"c".repeat(900_000)}"/>`),
      urlset(`<a b="${"c".repeat(1_200_000)}"/>`),
      "longer than",
    ],
    ["a line", `https://a/${"b".repeat(900_000)}`, `https://a/${"b".repeat(1_200_000)}`, "longer than"],
  ])(
    "is limited: %s",
    async (_, within, beyond, message) => {
      expect((await read(within)).fault).toBeUndefined();
      expect((await read(beyond)).fault).toContain(message);
    },
    60_000,
  );

  test("is read up to the budget of the site", async () => {
    const budget = makeBudget({ ...siteBudget(1), decoded: 100_000 });
    const text = urlset("<a/>".repeat(20_000));
    expect((await readBytes(Buffer.from(text), undefined, budget)).fault).toBeUndefined();
    expect((await readBytes(Buffer.from(text), undefined, budget)).fault).toMatch(/limit of 0\.1 MiB/);
  });
});
