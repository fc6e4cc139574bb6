/** Queries of links and of meta refresh in the page's encoding, compared with the requests of Chromium. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { metaRefresh } from "../../src/http/chain/browser/meta-refresh.ts";
import { readLinks } from "../../src/jobs/site/read-links.ts";
import { launchBrowser } from "../browser.ts";

/** Label and the bytes of a query, which are valid in it. */
const PAGES: readonly (readonly [label: string, query: Buffer])[] = [
  ["windows-1252", Buffer.from("caf\xe9\x80|'", "latin1")],
  ["windows-1251", Buffer.from("\xcf\xf0", "latin1")],
  ["iso-8859-15", Buffer.from("\xa4&#1046;", "latin1")],
  ["euc-jp", Buffer.from("\xc6\xfc\xcb\xdc&yen;", "latin1")],
  ["shift_jis", Buffer.from("\x93\xfa\x96{&yen;", "latin1")],
  ["iso-2022-jp", Buffer.from("a\x1b$BF|K\\\x1b(Bz", "latin1")],
  ["big5", Buffer.from("\xa4Q&eacute;", "latin1")],
  ["gb18030", Buffer.from("\xc8\xd5&#x1f600;&euro;", "latin1")],
  ["euc-kr", Buffer.from("\xc7\xd1", "latin1")],
  ["utf-8", Buffer.from("é")],
];
let arrived = (_: string) => {};
let [label, query] = PAGES[0] ?? ["", Buffer.from("")];
const around = (before: string, after: string) =>
  Buffer.concat([Buffer.from(before), query, Buffer.from(after)]);
const pages = {
  "/link": () => around('<!DOCTYPE html><a href="/to?', '#x">x</a>'),
  "/meta": () => around('<!DOCTYPE html><meta http-equiv="refresh" content="0;url=/to?', '">'),
};
const server: Bun.Server<undefined> = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch({ url }) {
    const { pathname } = new URL(url);
    if (pathname === "/link" || pathname === "/meta")
      return new Response(pages[pathname](), { headers: { "content-type": `text/html; charset=${label}` } });
    if (pathname === "/to") arrived(url);
    // The browser stays on the page.
    return new Response(null, { status: 204 });
  },
});
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await server.stop(true);
});

/** URL that Chromium requests next. */
const next = () =>
  new Promise<string>((resolve) => {
    arrived = resolve;
  });

test.each(PAGES)("%s", async (name, bytes) => {
  [label, query] = [name, bytes];
  const type = { name: "content-type", sent: "content-type", value: `text/html; charset=${name}`, flaws: [] };
  await page.goto(`${server.url.href}link`);
  const [followed] = await Promise.all([next(), page.click("a")]);
  const { links } = await readLinks(pages["/link"](), [type], server.url);
  expect(links.map(({ url }) => url)).toEqual([followed]);
  const [refreshed] = await Promise.all([next(), page.goto(`${server.url.href}meta`)]);
  expect((await metaRefresh(pages["/meta"](), server.url, name))?.url).toBe(refreshed);
});
