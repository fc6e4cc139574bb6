import { expect, test } from "bun:test";
import type { Group, SiteReport } from "../../src/jobs/site/schema.ts";
import { siteView } from "../../src/view/site.ts";
import { sitePage } from "../../src/web/site-report.ts";

const group = (name: string, titles: readonly string[], more: Partial<Group> = {}): Group => ({
  name,
  severity: "warning",
  count: titles.length,
  places: titles.length,
  where: "on all 3 URLs",
  patterns: [],
  details: titles.map((title) => ({ title, count: 1, examples: [{ url: "https://a.example/x", line: 5 }] })),
  omitted: 0,
  fails: 0,
  ...more,
});

const report = (groups: Group[], more: Partial<SiteReport> = {}): SiteReport => ({
  url: "https://a.example/",
  counts: { lookedUp: 3, pages: 3, redirects: 0, broken: 0, disallowed: 0, notLookedUp: 0, external: 0 },
  groups,
  differs: [],
  hosts: [],
  duplicates: [],
  ignored: 0,
  lists: [],
  notes: [],
  ...more,
});

test.each([
  ["site-link-broken", "Dead"],
  ["site-sitemap-broken", "Dead"],
  ["connection-refused", "Dead"],
  ["dns-failed", "Dead"],
  ["redirect-loop", "Dead"],
  ["connection-repeated", "Other"],
  ["site-sitemap-redirects", "Moved"],
  ["redirect-needless", "Moved"],
  ["site-sitemap-noindex", "Hidden from search"],
  ["cookie-insecure", "Unsafe"],
  ["content-security-policy-missing", "Unsafe"],
  ["site-mixed-content", "Unsafe"],
  ["freshness-missing", "Caching and size"],
  ["content-not-compressed", "Caching and size"],
  ["accept-ch-type", "Other"],
])("%s is listed under %s", (name, heading) => {
  expect(siteView(report([group(name, ["a"])])).jobs.map((job) => job.heading)).toEqual([heading]);
});

test("tasks keep their order, and so do groups within a task", () => {
  const names = ["freshness-missing", "cookie-insecure", "site-link-broken", "csp-invalid"];
  const { jobs } = siteView(report(names.map((name) => group(name, ["a"]))));
  expect(jobs.map(({ heading, groups }) => [heading, ...groups.map(({ name }) => name)])).toEqual([
    ["Dead", "site-link-broken"],
    ["Unsafe", "cookie-insecure", "csp-invalid"],
    ["Caching and size", "freshness-missing"],
  ]);
});

test("the title counts dead URLs and the pages with links to them", () => {
  const [job] = siteView(report([group("site-link-broken", ["x", "y"], { places: 1296, omitted: 12 })])).jobs;
  expect(job?.groups[0]?.title).toBe("14 dead URLs, linked in 1,296 places.");
});

test("a single row equal to the title has no text; several have the summary of the kind", () => {
  const [one, two] = siteView(
    report([group("cookie-insecure", ["A title."]), group("csp-invalid", ["One.", "Two."])]),
  ).jobs.flatMap(({ groups }) => groups);
  expect([one?.title, one?.rows[0]?.text]).toEqual(["A title.", ""]);
  expect(two?.title).not.toBe("One.");
  expect(two?.rows.map(({ text }) => text)).toEqual(["One.", "Two."]);
});

test("the page escapes texts, and links only web addresses", () => {
  const url = "javascript:alert(1)";
  const details = [{ title: "<b>", count: 2, examples: [{ url }, { url: "https://a.example/?a&b" }] }];
  const hosts = [{ host: "cdn.example", kinds: ["image"], pages: 1, example: "https://a.example/y" }];
  const page = sitePage(siteView(report([group("csp-invalid", [], { details })], { hosts })), {
    made: 0,
    version: "1.2.3",
  });
  expect(page).toContain("&lt;b&gt;");
  expect(page).not.toContain('href="javascript');
  expect(page).toContain('<a href="https://a.example/?a&amp;b" rel="noopener noreferrer">');
  expect(page).toContain('such as <a href="https://a.example/y" rel="noopener noreferrer">');
  expect(page).toContain('<p class="made">Made by netlens 1.2.3 on Thu, 01 Jan 1970 00:00:00 GMT.</p>');
});
