import { describe, expect, test } from "bun:test";
import { parseRobots, pathMatcher, robotsOf } from "../../../src/jobs/site/robots.ts";

const allows = (text: string, path: string) => parseRobots(text).allows(new URL(path, "https://a.example"));
const group = (...rules: string[]) => ["User-agent: *", ...rules].join("\n");

describe("a path may be requested", () => {
  // Rules of RFC 9309, sections 2.2.2, 2.2.3 and 5.2.
  test.each([
    ["without rules", "", "/a", true],
    ["by an empty pattern", group("Disallow:"), "/a", true],
    ["not below a prefix", group("Disallow: /a"), "/ab/c", false],
    ["beside a prefix", group("Disallow: /a/"), "/a", true],
    [
      "by the longer of two patterns",
      group("Allow: /example/page/", "Disallow: /example/page/x.gif"),
      "/example/page/",
      true,
    ],
    [
      "not by the shorter one",
      group("Allow: /example/page/", "Disallow: /example/page/x.gif"),
      "/example/page/x.gif",
      false,
    ],
    ["by the one that allows, of two as long", group("Disallow: /a", "Allow: /a"), "/a", true],
    ["not where a star matches", group("Disallow: /*.gif"), "/x/y.gif?z", false],
    ["beyond an end", group("Disallow: /*.gif$"), "/y.gif?z", true],
    ["not at an end", group("Disallow: /*.gif$"), "/y.gif", false],
    ["not where it is written in another encoding", group("Disallow: /%7efoo/ツ"), "/~foo/%e3%83%84", false],
    ["with the query in another place", group("Disallow: /*?id="), "/a?x=1&id=2", true],
    ["not with the query that is meant", group("Disallow: /*?id="), "/a?id=2", false],
    ["where the rules are of others", "User-agent: other\nDisallow: /", "/a", true],
    [
      "not where the rules are ours",
      "User-agent: *\nDisallow:\n\nUser-agent: NetLens/1.0\nDisallow: /a",
      "/a",
      false,
    ],
    [
      "where ours are others than everybody's",
      "User-agent: *\nDisallow: /\nUser-agent: netlens\nDisallow: /b",
      "/a",
      true,
    ],
    ["not where several share a group", "User-agent: x\nUser-agent: netlens\nDisallow: /", "/a", false],
    [
      "not where our group comes in two parts",
      "User-agent: netlens\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: netlens\nDisallow: /b",
      "/b",
      false,
    ],
    [
      "not where other lines stand between",
      "User-agent: *\nCrawl-delay: 1\nSitemap: /s.xml\nDisallow: /a # why",
      "/a",
      false,
    ],
    ["not behind a byte order mark and with old line ends", "\ufeffUser-agent: *\rDisallow: /a", "/a", false],
    ["for robots.txt itself", group("Disallow: /"), "/robots.txt", true],
  ] as const)("%s", (_, text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  test.each([
    [200, "User-agent: *\nDisallow: /", false],
    [299, "User-agent: *\nDisallow: /", false],
    [300, "", true],
    [404, "User-agent: *\nDisallow: /", true],
    [428, "", true],
    [429, "", false],
    [430, "", true],
    [499, "", true],
    [500, "", false],
    [503, "", false],
    [undefined, "", false],
  ])("if the file is answered with %p", (status, text, expected) => {
    expect(robotsOf(status, text).allows(new URL("https://a.example/x"))).toBe(expected);
  });
});

test.each([
  ["User-agent: *\nCrawl-delay: 2.5", 2.5],
  ["User-agent: *\nCrawl-delay: 9\nUser-agent: netlens\nDisallow:\nCrawl-delay: 1", 1],
  ["User-agent: other\nCrawl-delay: 3", undefined],
  ["User-agent: *\nCrawl-delay: soon", undefined],
])("Crawl-delay in %p", (text, seconds) => {
  expect(parseRobots(text).crawlDelay).toBe(seconds);
});

test("a path pattern matches as in robots.txt", () => {
  const url = new URL("https://a.example/blog/x.html?q=1");
  const matching = ["/", "/blog/", "/*.html", "/blog/*q=1$"].filter((path) => pathMatcher(path)(url));
  expect(matching).toHaveLength(4);
  expect(["/blog/$", "/shop", "/*.html$"].filter((path) => pathMatcher(path)(url))).toEqual([]);
});

test("sitemaps belong to no group", () => {
  expect(parseRobots("Sitemap: https://a.example/1.xml\nUser-agent: x\nsitemap:/2.xml").sitemaps).toEqual([
    "https://a.example/1.xml",
    "/2.xml",
  ]);
});

// A matcher that backtracks to earlier stars would take exponential time.
test("many stars in a pattern", () => {
  expect(allows(group(`Disallow: /${"*a".repeat(30)}b`), `/${"a".repeat(200)}`)).toBe(true);
  expect(allows(group(`Disallow: /${"*".repeat(5000)}b$`), `/${"a".repeat(2000)}`)).toBe(true);
});

test("many agents with many rules do not multiply", () => {
  const agents = Array.from({ length: 17_000 }, (_, at) => `User-agent: a${at}`);
  const rules = Array.from({ length: 20_000 }, () => "Disallow:/");
  const robots = parseRobots([...agents, ...rules, "User-agent: *", "Disallow: /a"].join("\n"));
  expect([
    robots.allows(new URL("https://a.example/a")),
    robots.allows(new URL("https://a.example/b")),
  ]).toEqual([false, true]);
});
