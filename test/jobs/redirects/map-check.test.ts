/** Faults of a redirect map that need no requests, and the repaired map. */

import { describe, expect, test } from "bun:test";
import { repaired } from "../../../src/cli/redirects/repaired.ts";
import { MapCheck } from "../../../src/jobs/redirects/map-check.ts";
import type { MapItem } from "../../../src/jobs/redirects/map-item.ts";
import { readMap } from "./map-text.ts";

async function checkOf(text: string, base?: string) {
  const { items } = await readMap(text, { format: "lines" });
  const check = new MapCheck(base);
  for (const item of items) check.add(item);
  check.finish();
  return { check, items };
}

async function findings(text: string, base?: string): Promise<string[]> {
  const { check, items } = await checkOf(text, base);
  return items
    .flatMap((item) => ("row" in item ? check.findings(item) : []))
    .map(({ line, kind, message }) => `${line} ${kind}: ${message}`);
}

describe("findings", () => {
  test.each([
    ["nothing", "/a /b\n/c /d", []],
    [
      "two targets of one source",
      "/a /b\n/x /y\n/a /c",
      ["3 conflict: line 1 has another target or status for this source"],
    ],
    [
      "two statuses",
      "/a /b 301\n/a /b 302",
      ["2 conflict: line 1 has another target or status for this source"],
    ],
    [
      "two fragments",
      "/a /b#x\n/a /b#y",
      ["2 conflict: line 1 has another target or status for this source"],
    ],
    ["a row twice", "/a /b 301\n/a /b 301", ["2 duplicate: the same redirect is on line 1"]],
    [
      "a row twice, encoded otherwise",
      "/%7ea /%c3%a9\n/~a /é",
      ["2 duplicate: the same redirect is on line 1"],
    ],
    [
      "case",
      "/a /b\n/A /c",
      ["2 similar-source: differs from line 1 only in case, a final slash or encoding"],
    ],
    [
      "a final slash",
      "/a /b\n/a/ /c",
      ["2 similar-source: differs from line 1 only in case, a final slash or encoding"],
    ],
    [
      "encoding",
      "/a%2Fb /c\n/a/b /d",
      ["2 similar-source: differs from line 1 only in case, a final slash or encoding"],
    ],
    ["other queries are other sources", "/a?x=1 /b\n/a?x=2 /c", []],
    [
      "a chain",
      "/a /b\n/b /c\n/c /d",
      ["1 chain: 3 redirects in a row: lines 1 → 2 → 3", "2 chain: 2 redirects in a row: lines 2 → 3"],
    ],
    [
      "a chain to what is gone",
      "/a /b\n/b - 410",
      ["1 target-gone: the target is the source of line 2, which has no target"],
    ],
    [
      "a loop, and what leads into it",
      "/x /a\n/a /b\n/b /a",
      ["1 loop: lines 1 → 2 → 3", "2 loop: lines 2 → 3", "3 loop: lines 3 → 2"],
    ],
    ["a loop of one", "/a /a#top", ["1 loop: line 1 redirects to itself"]],
    ["a fragment in a source", "/a#x /b", ["1 source-fragment: browsers do not send #x to servers"]],
    [
      "another host",
      "https://a.test/x https://b.test/x\nhttps://a.test/y /z",
      ["1 other-host: the target is on b.test"],
    ],
    ["a path's host is not known", "/x https://b.test/x", []],
  ])("%s", async (_, text, expected) => {
    expect(await findings(text)).toEqual(expected);
  });

  test("with a base, paths and URLs are the same site", async () => {
    expect(await findings("https://a.test/b /c\n/a /b\n/x https://b.test/", "https://a.test")).toEqual([
      "2 chain: 2 redirects in a row: lines 2 → 1",
      "3 other-host: the target is on b.test",
    ]);
  });

  test("a long chain names its first eight lines", async () => {
    const chain = (rows: number) =>
      Array.from({ length: rows }, (_, row) => `/${row} /${row + 1}`).join("\n");
    expect((await findings(chain(8)))[0]).toEndWith("lines 1 → 2 → 3 → 4 → 5 → 6 → 7 → 8");
    expect((await findings(chain(9)))[0]).toEndWith("lines 1 → 2 → 3 → 4 → 5 → 6 → 7 → 8 → …");
  });

  test("a map that exceeds its tables", async () => {
    const rows = Array.from({ length: 5000 }, (_, row) => `/from/${row} /to/${row}`);
    expect(await findings([...rows, "/x /from/4999", "/from/0 /y"].join("\n"))).toEqual([
      "5001 chain: 2 redirects in a row: lines 5001 → 5000",
      "5002 conflict: line 1 has another target or status for this source",
    ]);
  });

  test("counts", async () => {
    const { check } = await checkOf("/a\n/b /c\n/d/* /e");
    expect([check.rows, check.untargeted, check.omitted]).toEqual([2, 1, 1]);
  });
});

describe("a repaired map", () => {
  const repair = async (text: string, base?: string) => {
    const { check, items } = await checkOf(text, base);
    async function* all(): AsyncGenerator<readonly MapItem[]> {
      yield items;
    }
    const pieces = await Array.fromAsync(repaired(all, check, base));
    return pieces
      .map((piece) => piece.text)
      .join("")
      .split("\r\n")
      .slice(1, -1);
  };
  test.each([
    [
      "chains end at once, duplicates are gone",
      "/a /b 301\n/b /c 302\n/c /d\n/a /b 301",
      ["/a,/d,301", "/b,/d,302", "/c,/d,"],
    ],
    ["conflicts and loops stay", "/a /b\n/a /c\n/x /y\n/y /x", ["/a,/b,", "/a,/c,", "/x,/y,", "/y,/x,"]],
    ["what is gone stays the target", "/a /b\n/b - 410", ["/a,/b,", "/b,,410"]],
    ["a fragment on the way is inherited", "/a /b#x\n/b /c", ["/a,/c#x,", "/b,/c,"]],
    [
      "a path of another host is a URL",
      "/a https://b.test/x\nhttps://b.test/x /y",
      ["/a,https://b.test/y,", "https://b.test/x,/y,"],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await repair(text, "https://a.test")).toEqual(expected);
  });
});
