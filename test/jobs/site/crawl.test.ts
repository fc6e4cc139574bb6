/** `netlens site` on sites of unlimited size: sitemaps that list sitemaps, and a large robots.txt. */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SITE, SITEMAP_LEVELS } from "../../../src/api/limits.ts";
import type { SiteReport } from "../../../src/jobs/site/schema.ts";
import { KIND, openStore, SOURCE, STATE } from "../../../src/jobs/site/store.ts";
import { cli } from "../../cli/fake-io.ts";

let asked: string[] = [];
let rules = "";
let answer: (path: string) => string | undefined = () => undefined;
const server: Bun.Server<undefined> = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch({ url }): Response {
    const { pathname } = new URL(url);
    asked.push(pathname);
    if (pathname === "/robots.txt") return new Response(rules);
    const xml = answer(pathname);
    if (xml !== undefined) return new Response(xml.replaceAll("BASE", server.url.origin));
    return new Response("<p>a", { headers: { "content-type": "text/html" } });
  },
});
afterAll(() => server.stop(true));

async function check(...args: string[]) {
  asked = [];
  const { out, err } = await cli(["site", "--json", ...args, server.url.href]);
  return { err, report: JSON.parse(out) as SiteReport };
}
const index = (...names: string[]) =>
  `<sitemapindex>${names.map((name) => `<sitemap><loc>BASE/${name}</loc></sitemap>`).join("")}</sitemapindex>`;
const faults = ({ groups }: SiteReport) =>
  groups.filter(({ name }) => name === "site-sitemap-unreadable").flatMap(({ details }) => details);

test("an index that always names another one ends", async () => {
  rules = "Sitemap: /0.xml";
  answer = (path) =>
    path.endsWith(".xml") ? index(`${Number.parseInt(path.slice(1), 10) + 1}.xml`) : undefined;
  const { report } = await check();
  expect(asked.filter((path) => path.endsWith(".xml"))).toEqual(
    Array.from({ length: SITEMAP_LEVELS }, (_, at) => `/${at}.xml`),
  );
  expect(faults(report).map(({ title }) => title)).toEqual([
    expect.stringContaining("indexes are nested more than 5 deep"),
  ]);
});

test("a site has at most 10,000 sitemaps", async () => {
  const folder = mkdtempSync(join(tmpdir(), "netlens-crawl-"));
  const path = join(folder, "site.sqlite");
  const store = openStore(path);
  const known = { kind: KIND.sitemap, depth: -1, state: STATE.done, source: SOURCE.sitemap };
  store.db.transaction(() => {
    for (let at = 2; at < SITE.sitemaps; at++) store.add(`http://a.example/${at}`, known, () => null);
  })();
  store.close();
  rules = "Sitemap: /0.xml";
  answer = (name) =>
    name === "/0.xml" ? index("1.xml", "2.xml") : name === "/1.xml" ? "<urlset/>" : undefined;
  const { report } = await check("--resume", path);
  rmSync(folder, { recursive: true });
  expect(asked.filter((name) => name.endsWith(".xml"))).toEqual(["/0.xml", "/1.xml"]);
  expect(faults(report).map(({ title }) => title)).toEqual([
    expect.stringContaining("at most 10,000 are read of a site"),
  ]);
});

test("rules after 500 KiB of robots.txt are ignored, those before apply", async () => {
  answer = () => undefined;
  // The limit ends exactly after the last byte of the rule that disallows everything.
  const rule = "\nDisallow: /";
  const filled = (length: number) =>
    `User-agent: *${"\n".repeat(length - rule.length - 13)}${rule}\nAllow: /\n`;
  rules = filled(500 * 1024);
  expect((await check()).report.counts).toMatchObject({ lookedUp: 0, disallowed: 1 });
  rules = filled(500 * 1024 + 1);
  expect((await check()).report.counts).toMatchObject({ lookedUp: 1, disallowed: 0 });
});
