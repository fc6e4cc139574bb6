/** `netlens site` on a small site with known faults: each must be reported, and nothing else. */

import { afterAll, expect, test } from "bun:test";
import type { SiteReport } from "../../src/jobs/site/schema.ts";
import { cli } from "../../test/cli/fake-io.ts";
import { answer } from "./site-planted.ts";

const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
afterAll(() => server.stop(true));
const run = (...args: string[]) => cli(["site", ...args, server.url.href]);
const bare = (text: string) => text.replaceAll(server.url.origin, "");

/** Findings as `path:line title`, by id without `site-`. */
const WANTED: Readonly<Record<string, readonly string[]>> = {
  "canonical-chain": ["/c-chain The canonical URL /c-middle names another one: /c-self."],
  "canonical-noindex": ["/c-noindex The canonical URL /hidden forbids indexing: meta robots: noindex."],
  "canonical-several": ["/c-two:1 The page names several canonical URLs: /c-two and /c-self."],
  "content-duplicate": [
    "/a/b/ 51 pages have exactly this content, such as /a/b/.",
    "/twin-1 2 pages have exactly this content, such as /twin-1.",
  ],
  "description-missing": ["/untitled The page has no meta description."],
  "fragment-missing": [
    "/fragments:4 The link leads to /parts#gone, but that page has no such id.",
    "/fragments:9 The link leads to /fragments#nowhere, but that page has no such id.",
  ],
  "h1-missing": ["/untitled The page has no h1 heading."],
  "hreflang-return": [
    "/de:5 The es version /moved-es redirects to /es.",
    "/en:5 The fr version /fr does not name this page in return.",
    "/es:3 The de version /de does not name this page in return.",
  ],
  "link-broken": [
    "/canonical:7 The link to /c-header fails: 404 Not Found.",
    "/chains:3 The link to /hop/0 fails: it redirects 25 times, and browsers stop after 20.",
    "/chains:4 The link to /loop/0 fails: its redirects form a loop.",
    "/links:4 The link to /gone fails: 404 Not Found.",
  ],
  "link-invalid": ["/links:3 The URL of a link is invalid: http://[bad/"],
  "link-redirects": ["/chains:5 The link to /short/0 redirects to /posts/1."],
  orphan: ["/island-1 A sitemap lists this page, but no links lead to it from the first page."],
  "redirect-chain": [
    "/hop/0 25 redirects in a row: /hop/0 → /hop/1 → /hop/2 → /hop/3 → /hop/4 → /hop/5 → /hop/6 → /hop/7 → /hop/8 → /hop/9 → … → /hop/25.",
    "/short/0 2 redirects in a row: /short/0 → /short/1 → /posts/1.",
  ],
  "sitemap-noindex": ["/hidden A sitemap lists this page, but it forbids indexing: meta robots: noindex."],
  "soft-404": [
    "/ A URL that does not exist answers 200, not 404.",
    "/soft This page is the one for missing URLs, but answers 200.",
  ],
  "title-duplicate": [
    '/a/b/ 51 pages have the title "Folder".',
    '/same-1 2 pages have the title "Same".',
    '/twin-1 2 pages have the title "Twin".',
  ],
  "title-missing": ["/untitled The page has no title."],
  trap: [
    `${"/a/b".repeat(52)}/ Pages of ${"/a/b".repeat(5)} lead only to more of the same; not looked up: 1.`,
    "/calendar?year=2030&month=4 Pages of /*?month=*&year=* lead only to more of the same; not looked up: 1.",
  ],
};

test("each fault is reported, with the page and line, and nothing else", async () => {
  const { out } = await run("--json");
  const { groups, lists, unchecked } = JSON.parse(out) as SiteReport;
  const found = groups.flatMap(({ name, details }) => {
    const id = name.replace(/^site-/, "");
    // Loops are reported at each URL; the headings and descriptions of the site are its titles.
    return id === name || /redirect-loop|(?:h1|description)-duplicate|not-in/.test(id)
      ? []
      : [
          [
            id,
            details
              .map(({ title, examples: [at] }) =>
                bare(`${at?.url}${at?.line === undefined ? "" : `:${at.line}`} ${title}`),
              )
              .toSorted(),
          ],
        ];
  });
  expect(Object.fromEntries(found)).toEqual(WANTED);
  expect(groups.find(({ name }) => name === "site-redirect-loop")?.count).toBe(15);
  expect(groups.find(({ name }) => name === "site-orphan")?.count).toBe(3);
  expect(lists.map(({ name, judged, reason }) => `${name}: ${reason ?? judged > 0}`)).toContain(
    "forms: no page was read over https",
  );
  expect(unchecked).toEqual([
    { what: "page", count: 2, reason: "pages of its pattern lead only to more of the same" },
  ]);
}, 60_000);

test("a list has its rows in each format; nothing judged is an exit code of its own", async () => {
  const some = ["--exclude", "/a/", "--exclude", "/calendar", "--exclude", "/posts/", "--exclude", "/hop"];
  const csv = await run("--list", "canonical", "--format", "csv", ...some);
  expect([csv.code, bare(csv.out).trim().split("\n")]).toEqual([
    0,
    [
      "url,name,line,title",
      "/c-chain,site-canonical-chain,,The canonical URL /c-middle names another one: /c-self.",
      "/c-noindex,site-canonical-noindex,,The canonical URL /hidden forbids indexing: meta robots: noindex.",
    ],
  ]);
  const orphans = await run("--list", "orphans", ...some);
  expect([orphans.code, orphans.out, orphans.err]).toEqual([
    4,
    "",
    "netlens: site: orphans: nothing was judged: not all pages were looked up\n",
  ]);
  const include = ["--include", "/languages", "--include", "/en", "--include", "/de"];
  const depth = await run("--list", "depth", "--json", ...include);
  expect(JSON.parse(depth.out).map((row: { url: string }) => ({ ...row, url: bare(row.url) }))).toEqual([
    { url: "/", depth: 0, links: 0 },
    { url: "/languages", depth: 1, links: 1 },
    { url: "/de", depth: 2, links: 1 },
    { url: "/en", depth: 2, links: 1 },
    { url: "/en?ref=mail", depth: 2, links: 1 },
  ]);
  expect((await run("--list", "depth", "--format", "sarif")).err).toContain("--list depth: print it as");
  expect((await run("--include", "blog")).err).toContain('--include: a path starts with /, not "blog"');
}, 60_000);
