/** Links prove something: none leads to a front page, and each anchor is one that somebody has seen. */

import { describe, expect, test } from "bun:test";
import compat from "@mdn/browser-compat-data" with { type: "json" };
import { catalogueEntries } from "../../src/headers/catalogue.ts";
import { allFields } from "../../src/headers/fields/index.ts";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import anchors from "./anchors.txt" with { type: "text" };

const links = new Map([
  ...[...catalogueEntries()].flatMap(({ name, links }) => links.map((link) => [link, name] as const)),
  ...allFields().flatMap(({ name, links = [] }) => links.map((link) => [link, name] as const)),
  ...[...problemKinds()].map(([id, { link }]) => [link, id] as const),
]);

/** The front page of a site or of its documentation, with nothing on the matter itself. */
function isFrontPage(link: string): boolean {
  const { pathname, hash } = new URL(link);
  return hash === "" && /^\/(?:(?:docs|documentation|developers?|en|en-us)\/?)*$/.test(pathname);
}

/** The anchors that MDN's compatibility data names as the places of the specifications. */
function specified(node: object, found: Set<string>): Set<string> {
  for (const [key, value] of Object.entries(node)) {
    if (key === "spec_url") for (const url of [value].flat()) found.add(url);
    else if (typeof value === "object" && value !== null) specified(value, found);
  }
  return found;
}

const known = specified(
  compat.http,
  new Set(anchors.split("\n").filter((line) => line.startsWith("https:"))),
);

describe("each link", () => {
  test("there are many", () => expect(links.size).toBeGreaterThan(800));

  test.each([...links])("%s (%s)", (link) => {
    expect(link).toStartWith("https://");
    expect(link.split("#").length).toBeLessThanOrEqual(2);
    expect(isFrontPage(link)).toBe(false);
    if (link.includes("#")) expect(known.has(link)).toBe(true);
  });
});
