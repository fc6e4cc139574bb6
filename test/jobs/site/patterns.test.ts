import { describe, expect, test } from "bun:test";
import { MOST_NAMES, openPatterns } from "../../../src/jobs/site/patterns.ts";

const patternOf = (path: string) => openPatterns().learn(new URL(path, "https://a.example"));

describe("a path", () => {
  test.each([
    ["/", "/"],
    ["/about", "/about"],
    ["/blog/a-post-of-mine", "/blog/*"],
    ["/blog/a-post-of-mine/", "/blog/*/"],
    ["/my-blog/about", "/my-blog/about"],
    ["/2026/11/24/title", "/YYYY/MM/DD/title"],
    ["/blog/2026/1/a-post", "/blog/YYYY/MM/*"],
    ["/2026/12/32", "/YYYY/MM/*"],
    ["/2026/13/31", "/*/*/*"],
    ["/1899/12/31", "/*/*/*"],
    ["/p/2026", "/p/*"],
    ["/archive/2026-11-24", "/archive/*"],
    ["/p/12", "/p/*"],
    ["/a/b/c/d/e/f/g/h/i/j", "/a/b/c/d/e/f/g/h/i/j"],
    ["/a/b/c/d/e/f/g/h/i/j/k", "/a/b/c/d/e/f/g/h/i/j"],
    ["/p/1", "/p/*"],
    ["/p/a", "/p/a"],
    ["/p12/x", "/*/x"],
    ["/item/3f2a9c01", "/item/*"],
    ["/item/deadbeef", "/item/deadbeef"],
    ["/item/6ba7b810-9dad-11d1-80b4-00c04fd430c8/edit", "/item/*/edit"],
    ["/img/photo-1.JPG", "/img/*.JPG"],
    ["/index.html", "/index.html"],
    ["/s?q=a&p=2&q=b", "/s?p=*&q=*"],
    ["/stra%C3%9Fe", "/straße"],
    ["/%ff", "/%ff"],
  ])("%s becomes %s", (path, expected) => {
    expect(patternOf(path)).toBe(expected);
  });
});

test.each([
  [MOST_NAMES, "/tags/a"],
  [MOST_NAMES + 1, "/tags/*"],
])("of %p names in a folder, a is %s", (count, expected) => {
  const { learn, patternOf: now } = openPatterns();
  const names = [..."abcdefghijklmnopqrstuvwxyz"].slice(0, count);
  for (const name of names) learn(new URL(`/tags/${name}`, "https://a.example"));
  expect(now(new URL("/tags/a", "https://a.example"))).toBe(expected);
  // Patterns of paths are per host.
  expect(now(new URL("/tags/a", "https://b.example"))).toBe("/tags/a");
});

test("paths below a folded folder stay separate", () => {
  const { learn, patternOf: now } = openPatterns();
  for (const name of "abcdefghijklmnopqrstuvwxyz")
    for (const page of ["info", "edit"]) learn(new URL(`/user/${name}/${page}`, "https://a.example"));
  expect(now(new URL("/user/q/edit", "https://a.example"))).toBe("/user/*/edit");
});

test.each([
  [19, "/x/*/about"],
  [20, "/x/news/about"],
])("a name with %p pages among many names is a section or not", (pages, expected) => {
  const { learn, patternOf: now } = openPatterns();
  for (const name of "abcdefghijklmnopqrstuvwxyz") learn(new URL(`/x/${name}`, "https://a.example"));
  for (let page = 0; page < pages; page++) learn(new URL(`/x/news/${page}`, "https://a.example"));
  expect(now(new URL("/x/news/about", "https://a.example"))).toBe(expected);
});

test.each([
  [998, "/f7/about"],
  [999, "/*/about"],
])("among %p others, the first folder keeps its name, unless there are too many", (folders, expected) => {
  const { learn, patternOf: now } = openPatterns();
  for (let folder = 0; folder < folders; folder++)
    learn(new URL(`/f${String.fromCodePoint(0x4e00 + folder)}/a`, "https://a.example"));
  learn(new URL("/f7/a", "https://a.example"));
  expect(now(new URL("/f7/about", "https://a.example"))).toBe(expected);
});

test("a folder of very many names uses no more memory than one of a thousand", () => {
  const { learn, patternOf: now } = openPatterns();
  for (let name = 0; name < 3000; name++)
    for (let page = 0; page < 25; page++)
      learn(
        new URL(
          `/x${"ab".repeat(name % 7)}${String.fromCodePoint(0x4e00 + name)}/p${page}x`,
          "https://a.example",
        ),
      );
  expect(now(new URL(`/x${String.fromCodePoint(0x4e00 + 2996)}/p1x`, "https://a.example"))).toStartWith(
    "/*/",
  );
});
