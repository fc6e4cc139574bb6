/** Pages that depend only on the release are rendered once; conditional requests receive a 304. */

import { expect, test } from "bun:test";
import { createSite } from "../../src/api/site.ts";
import { html } from "../../src/web/html.ts";
import { keptPage } from "../../src/web/pages/kept-page.ts";

const site = createSite("1");
const ask = (fields: Record<string, string> = {}) => new Request("http://a/", { headers: fields });
const text = "word ".repeat(300);

function counted() {
  let made = 0;
  const page = () => {
    made++;
    return { title: "A", body: html`<p>${text}</p>` };
  };
  return { page, made: () => made };
}

test("a page is rendered once for each site", () => {
  const { page, made } = counted();
  for (const name of ["once", "once", "twice"]) keptPage(ask(), site, name, page);
  keptPage(ask(), createSite("1", "https://a.example/b"), "once", page);
  expect(made()).toBe(3);
});

test.each([[""], ["Accept"]])("a client with the current version gets a 304, with vary %j", async (vary) => {
  const { page } = counted();
  const first = keptPage(ask(), site, `known ${vary}`, page, vary);
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\/"\w+"$/);
  expect(await first.text()).toContain(text);
  const again = keptPage(ask({ "if-none-match": etag }), site, `known ${vary}`, page, vary);
  expect([again.status, await again.text()]).toEqual([304, ""]);
  for (const name of ["vary", "etag", "cache-control"])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
});

test.each([
  ['"other"', 200],
  ['"other", W/"%"', 304],
  ['"%"', 304],
  ["*", 304],
])("If-None-Match: %s", (given, status) => {
  const { page } = counted();
  const tag = keptPage(ask(), site, "tags", page).headers.get("etag")?.slice(3, -1) ?? "";
  const request = ask({ "if-none-match": given.replace("%", tag) });
  expect(keptPage(request, site, "tags", page).status).toBe(status);
});

test("it is compressed for clients that accept gzip, with the same weak tag", () => {
  const { page } = counted();
  const [plain, packed] = [{}, { "accept-encoding": "gzip" }].map((fields) =>
    keptPage(ask(fields), site, "gzip", page),
  );
  expect(packed?.headers.get("content-encoding")).toBe("gzip");
  expect(packed?.headers.get("etag")).toBe(plain?.headers.get("etag") ?? "");
});
