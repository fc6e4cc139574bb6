/** Links lead to a specific page, and their anchors exist. */

import { describe, expect, test } from "bun:test";
import compat from "@mdn/browser-compat-data" with { type: "json" };
import { statusRows } from "../../data/status-codes.ts";
import { catalogueEntries } from "../../src/headers/catalogue.ts";
import { allFields } from "../../src/headers/fields/index.ts";
import { allKinds } from "../../src/jobs/project/kinds.ts";
import anchors from "./anchors.txt" with { type: "text" };

const links = new Map([
  ...[...catalogueEntries()].flatMap(({ name, links }) => links.map((link) => [link, name] as const)),
  ...allFields().flatMap(({ name, links = [] }) => links.map((link) => [link, name] as const)),
  ...allKinds().flatMap(([id, { link }]) => (link ? [[link, id] as const] : [])),
  ...statusRows.map(({ code, link }) => [link, String(code)] as const),
]);

/** Whether a link is the front page of a site or of its documentation. */
function isFrontPage(link: string): boolean {
  const { pathname, hash } = new URL(link);
  return hash === "" && /^\/(?:(?:docs|documentation|developers?|en|en-us)\/?)*$/.test(pathname);
}

/** Specification URLs with anchors in MDN's compatibility data. */
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

/**
 * Drafts in links → date of the newest revision in November 2026 (datatracker.ietf.org); undefined for
 * abandoned drafts and those that never became an RFC.
 */
const DRAFTS: ReadonlyMap<string, string | undefined> = new Map([
  ["ietf-httpapi-ratelimit-headers", "2026-05-23"],
  ["ietf-httpbis-no-vary-search", "2026-10-07"],
  ["ietf-httpbis-resumable-upload", "2026-11-02"],
  ["ietf-httpbis-rfc6265bis", "2025-12-01"],
  ["ietf-httpbis-unencoded-digest", "2026-06-17"],
  ["ietf-masque-connect-udp-listen", "2026-08-06"],
  ["ietf-httpbis-client-hints-05", undefined],
  ["ietf-websec-frame-options", undefined],
  ["west-cookie-priority-00", undefined],
]);

describe("drafts", () => {
  const linked = new Set([...links.keys()].flatMap((link) => /\/draft-([\w-]+)/.exec(link)?.[1] ?? []));

  test.each([...linked])("%s is a draft with a verified date", (draft) => {
    expect(DRAFTS.has(draft)).toBe(true);
  });

  test.each([...DRAFTS])("%s (%s) is linked, and no older than a year", (draft, day) => {
    expect(linked.has(draft)).toBe(true);
    if (day !== undefined) expect(day >= "2025-11-26").toBe(true);
  });
});

describe("each link", () => {
  test("there are many", () => expect(links.size).toBeGreaterThan(800));

  test.each([...links])("%s (%s)", (link) => {
    expect(link).toStartWith("https://");
    expect(link.split("#").length).toBeLessThanOrEqual(2);
    expect(isFrontPage(link)).toBe(false);
    // This site drops a draft when its RFC is published.
    expect(link).not.toContain("httpwg.org/http-extensions/");
    if (link.includes("#")) expect(known.has(link)).toBe(true);
  });
});
