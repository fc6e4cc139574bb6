/** `netlens site` on a real site on loopback. */

import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteReport } from "../../src/jobs/site/schema.ts";
import { cli } from "../../test/cli/fake-io.ts";

const directory = mkdtempSync(join(tmpdir(), "netlens-site-test-"));
const hits = new Map<string, number>();
let busy = 0;
const PAGE = { "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff" };
const link = (...to: string[]) => to.map((url) => `<a href="${url}">x</a>\n`).join("");
const PAGES: ReadonlyMap<string, string> = new Map([
  ["/", link("/a", "/gone", "/old", "/private/x", "/busy", "http://127.0.0.1:9/elsewhere")],
  ["/a", `<link rel="canonical" href="/a2">${link("/deep/er")}`],
  ["/a2", "<script src='http://cdn.example/x.js'></script>"],
  ["/busy", "late"],
  ["/deep/er", "deep"],
  ["/listed", '<meta name="robots" content="noindex">'],
  ["/target", "end"],
]);
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request): Response {
    const { pathname } = new URL(request.url);
    hits.set(pathname, (hits.get(pathname) ?? 0) + 1);
    if (request.headers.has("authorization")) hits.set("authorized", (hits.get("authorized") ?? 0) + 1);
    if (pathname === "/robots.txt")
      return new Response(
        "User-agent: netlens\nDisallow: /private/\nSitemap: /map.xml.gz\nSitemap: /odd.xml",
      );
    if (pathname === "/map.xml.gz")
      return new Response(
        Bun.gzipSync(`<sitemapindex><sitemap><loc>${base}s.txt</loc></sitemap></sitemapindex>`),
      );
    if (pathname === "/s.txt") return new Response(`${base}listed\n${base}private/y\n${base}old\n`);
    if (pathname === "/odd.xml") return new Response(`<urlset><url><loc>${base}a2</loc></url><url>`);
    if (pathname === "/old") return new Response(null, { status: 301, headers: { location: "/older" } });
    if (pathname === "/older") return new Response(null, { status: 301, headers: { location: "/target" } });
    if (pathname === "/busy" && busy++ === 0)
      return new Response(null, { status: 503, headers: { "retry-after": "0" } });
    const page = PAGES.get(pathname);
    return page === undefined ? new Response("no", { status: 404 }) : new Response(page, { headers: PAGE });
  },
});
const base: string = `http://127.0.0.1:${server.port}/`;
afterAll(async () => {
  await server.stop(true);
  rmSync(directory, { recursive: true, force: true });
});

async function report(...args: string[]): Promise<SiteReport> {
  const { out, err } = await cli(["site", "--json", base, ...args]);
  if (out === "") throw new Error(err);
  return JSON.parse(out) as SiteReport;
}

const ofSite = ({ groups }: SiteReport) =>
  Object.fromEntries(
    groups
      // The pages have no titles.
      .filter(({ name }) => /^site-(?!title|h1|description)/.test(name))
      .map(({ name, details }) => [
        name,
        details.map(({ title, examples }) =>
          `${examples[0]?.url} ${examples[0]?.line ?? ""} ${title}`
            .replaceAll(base, "/")
            .replace(/column \d+/, "column N"),
        ),
      ]),
  );

describe("a check of a whole site", () => {
  test("finds pages by sitemaps and links, and reports contradictions", async () => {
    const found = await report();
    expect(ofSite(found)).toEqual({
      "site-link-broken": ["/ 2 The link to /gone fails: 404 Not Found."],
      "site-link-redirects": ["/ 3 The link to /old redirects to /target."],
      "site-orphan": ["/a2  A sitemap lists this page, but no links lead to it from the first page."],
      "site-redirect-chain": ["/old  2 redirects in a row: /old → /older → /target."],
      "site-sitemap-disallowed": ["/private/y  A sitemap lists this URL, but robots.txt disallows it."],
      "site-sitemap-noindex": [
        "/listed  A sitemap lists this page, but it forbids indexing: meta robots: noindex.",
      ],
      "site-sitemap-redirects": ["/old  A sitemap lists this URL, but it redirects to /target."],
      "site-sitemap-unreadable": [
        "/odd.xml  The sitemap cannot be read: line 1, column N: unclosed tag: url.",
      ],
    });
    expect(found.counts).toEqual({
      lookedUp: 10,
      pages: 7,
      redirects: 2,
      broken: 1,
      disallowed: 2,
      notLookedUp: 0,
      external: 1,
    });
    expect(found.duplicates).toEqual([{ canonical: `${base}a2`, count: 1, examples: [`${base}a`] }]);
    expect(found.hosts).toEqual([{ host: "cdn.example", kinds: ["script"], pages: 1, example: `${base}a2` }]);
    // The busy page is retried; disallowed pages are not requested.
    expect(hits.get("/busy")).toBe(2);
    expect([...hits.keys()].filter((path) => path.startsWith("/private"))).toEqual([]);
  });

  test("is bounded by depth, pages and sample", async () => {
    const { counts } = await report("--depth", "0");
    expect([counts.lookedUp, counts.notLookedUp]).toEqual([6, 4]);
    expect((await report("--max-pages", "3")).counts.lookedUp).toBe(3);
    expect((await report("--sample", "1")).counts.lookedUp).toBe(10);
  });

  test("requests other sites only with --external, and without credentials", async () => {
    const found = await report("--external", "--user", "a:b");
    expect(ofSite(found)["site-link-broken"]?.[1]).toMatch(
      /^\/ 6 The link to http:\/\/127\.0\.0\.1:9\/elsewhere fails: .*refused/i,
    );
    expect(hits.get("authorized")).toBeGreaterThan(5);
  });

  test("has the formats of continuous integration, and a page", async () => {
    const { out, written, code } = await cli([
      "site",
      "--format",
      "github",
      "--output",
      "html=r.html",
      "--fail-on",
      "site-link-broken",
      base,
    ]);
    expect(code).toBe(4);
    expect(out).toContain("::error title=netlens%3A site-link-broken::The link to");
    expect(written["r.html"]).toContain("on 1 of 1 of / · <code>site-link-broken</code>");
    expect((await cli(["site", base])).code).toBe(0);
    const csv = (await cli(["site", "--format", "csv", base])).out.split("\n");
    expect(csv[0]).toBe("url,status,pattern,location,canonical,noindex,links,depth,title,findings");
    expect(csv.find((line) => line.startsWith(`${base}older,`))).toStartWith(
      `${base}older,301,/older,${base}target,,,0,1,,`,
    );
    const rows = (await cli(["site", "--format", "ndjson", base])).out.trim().split("\n");
    expect(rows).toHaveLength(11);
    expect(JSON.parse(rows.at(-1) ?? "").unchecked).toEqual([
      { what: "page", count: 2, reason: "disallowed by robots.txt" },
    ]);
    for (const format of ["sarif", "junit", "markdown", "text"])
      expect((await cli(["site", "--format", format, base])).out).toContain("/gone fails: 404 Not Found");
  });

  test("applies the project file, with the exceptions of each URL", async () => {
    const toml = `fail-on = ["site-link-redirects"]\n[[rules.for]]\nurl = "${base}"\noff = ["site-link-redirects"]\nreason = "known"\n`;
    const { code, out } = await cli(["site", "--json", "--project", "p.toml", base], {
      files: { "p.toml": toml },
    });
    expect(code).toBe(0);
    expect((JSON.parse(out) as SiteReport).ignored).toBe(1);
    expect(out).not.toContain("site-link-redirects");
    const path = join(directory, "ignored.sqlite");
    const again = () => report("--ignore", "site-link-redirects", "--resume", path);
    expect([(await again()).ignored, (await again()).ignored]).toEqual([1, 1]);
  });

  test("resumes from its file, which belongs to one site", async () => {
    const path = join(directory, "state.sqlite");
    await report("--resume", path, "--max-pages", "4");
    hits.clear();
    const { counts } = await report("--resume", path);
    expect(counts.lookedUp).toBe(10);
    expect([hits.get("/") ?? 0, hits.get("/deep/er")]).toEqual([0, 1]);
    const other = await cli(["site", "--resume", path, `${base}a`]);
    expect([other.code, other.err]).toEqual([2, `netlens: --resume: the file is of ${base}\n`]);
    await Bun.write(join(directory, "text"), "something else entirely\n".repeat(100));
    const text = await cli(["site", "--resume", join(directory, "text"), base]);
    expect([text.code, text.err]).toEqual([2, expect.stringContaining("file is not a database")]);
  });

  test("is the same in shares that are merged", async () => {
    const path = join(directory, "shares.sqlite");
    const listed = await cli(["site", "--list", "--resume", path, base]);
    const urls = listed.out.trim().split("\n");
    expect(urls.toSorted()).toEqual([...new Set(urls)].toSorted());
    expect(urls).not.toContain(`${base}private/x`);
    const lines = (await cli(["http", "--json", "-"], { input: [listed.out] })).out;
    const merged = await cli(["site", "--json", "--merge", "--resume", path, "a.ndjson"], {
      files: { "a.ndjson": lines },
    });
    const [one, whole] = [JSON.parse(merged.out) as SiteReport, await report()];
    expect(ofSite(one)).toEqual(ofSite(whole));
    expect(one.counts).toEqual(whole.counts);
    const alone = await cli(["site", "--merge", "-"], { input: [lines] });
    expect(alone.out).toContain("URLs looked up");
    const bad = await cli(["site", "--merge", "b"], { files: { b: `${lines}{}\n` } });
    expect([bad.code, bad.err]).toEqual([
      2,
      `netlens: --merge: b:${urls.length + 1}: not a report of netlens http --json\n`,
    ]);
  });

  test.each([
    [[], "site: name a URL"],
    [["--merge"], "site: name files of reports, or - for standard input"],
    [["--merge", "--list", "x"], "--list has no effect with --merge"],
    [["a", "b"], "site: name one URL"],
    [["http://a:b@127.0.0.1/"], "site: give credentials with --user, not in the URL"],
    [["--sample", "0", "x"], '--sample: expected a whole number of at least 1, not "0"'],
  ])("refuses %p", async (args, message) => {
    const { code, err } = await cli(["site", ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test("fails if nothing answers", async () => {
    const { code, out } = await cli(["site", "--json", "http://127.0.0.1:9/"]);
    expect(code).toBe(1);
    expect((JSON.parse(out) as SiteReport).groups[0]?.name).toBe("connection-refused");
  });
});

test("--resources looks up what each page loads, and reports what is missing", async () => {
  const pages = new Map([
    ["/", '<link rel="stylesheet" href="/style.css"><img src="/dot.png"><a href="/b">b</a>'],
    ["/b", '<link rel="stylesheet" href="/style.css"><script src="/gone.js"></script>'],
  ]);
  const requested = new Map<string, number>();
  const loads = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request): Response {
      const { pathname } = new URL(request.url);
      requested.set(pathname, (requested.get(pathname) ?? 0) + 1);
      const page = pages.get(pathname);
      if (page !== undefined) return new Response(page, { headers: PAGE });
      if (pathname === "/style.css") return new Response("a {}", { headers: { "content-type": "text/css" } });
      if (pathname === "/dot.png") return new Response("x", { headers: { "content-type": "image/png" } });
      return new Response("no", { status: 404 });
    },
  });
  const of = async (...args: string[]) => {
    requested.clear();
    const { out } = await cli(["site", "--json", loads.url.href, ...args]);
    const { groups } = JSON.parse(out) as SiteReport;
    return groups.flatMap(({ name, details }) =>
      name.startsWith("page-")
        ? details.map(({ title, examples }) => `${new URL(examples[0]?.url ?? "").pathname}: ${title}`)
        : [],
    );
  };
  try {
    expect(await of()).toEqual([]);
    expect([requested.has("/style.css"), requested.has("/gone.js")]).toEqual([false, false]);
    expect(await of("--resources")).toEqual([expect.stringMatching(/^\/b: .*gone\.js/)]);
    for (const path of ["/style.css", "/dot.png", "/gone.js"]) expect(requested.get(path)).toBeGreaterThan(0);
  } finally {
    await loads.stop(true);
  }
});
