/** Limits of a page in the project file, each at its edge. */

import { expect, test } from "bun:test";
import type { HttpReport } from "../../../src/http/schema.ts";
import type { Resource } from "../../../src/jobs/page/schema.ts";
import { exceededLimits } from "../../../src/jobs/project/page-limits.ts";
import { readProject } from "../../../src/jobs/project/read.ts";

const where = { line: 1, element: "x" };
const load = (url: string, as: string, more: Partial<Resource> = {}): Resource => ({
  url,
  as,
  where,
  thirdParty: url.includes("other"),
  outcome: "loads",
  status: 200,
  wireBytes: 100,
  problems: [],
  ...more,
});
const resources = [
  load("https://a.test/a.js", "script"),
  load("https://a.test/a.js", "script"),
  load("https://cdn.other.test/b.js", "script", { redirects: 1 }),
  load("https://img.other.test/b.png", "image"),
  load("https://other.example/c.png", "image", { outcome: "blocked" }),
  load("https://other.org/d.png", "image", { condition: "candidate" }),
  load("https://a.test/e.png", "image", { condition: "candidate", where: { line: 1, element: "img[src]" } }),
];
const inline = [
  {
    as: "script" as const,
    inline: "attribute" as const,
    where,
    count: 2,
    text: "",
    hash: "",
    outcome: "blocked" as const,
  },
];
const document = { steps: [{}, { body: { wireBytes: 50 } }] } as unknown as HttpReport;

function exceeded(limits: string): string[] {
  const project = readProject(`[limits]\n${limits}`, "netlens.toml", 0);
  return exceededLimits(document, { resources, inline }, project.limits.page ?? []);
}

test.each([
  // The document and its redirect, a.js once, b.js and its redirect, b.png and e.png.
  ["requests = N", 7, "7 requests;"],
  ["bytes = N", 450, "450 bytes;"],
  ["third-parties = N", 1, "1 other site;"],
  ["blocked = N", 3, "3 blocked loads;"],
  ["[limits.script]\nrequests = N", 3, "3 requests (script);"],
  ["[limits.script]\nblocked = N", 2, "2 blocked loads (script);"],
  ["[limits.document]\nbytes = N", 50, "50 bytes (document);"],
  ["[limits.third-party]\nbytes = N", 200, "200 bytes (third-party);"],
  ["[limits.first-party]\nrequests = N", 4, "4 requests (first-party);"],
  ["[limits.third-party.image]\nrequests = N", 1, "1 request (third-party, image);"],
])("%s is exceeded only by more than %d", (text, count, title) => {
  expect(exceeded(text.replace("N", String(count)))).toEqual([]);
  const [found, ...more] = exceeded(text.replace("N", String(count - 1)));
  expect(more).toEqual([]);
  expect(found).toStartWith(`The page has ${title} ${count - 1} allowed by netlens.toml:`);
});

test("a wrong limit names its place", () => {
  for (const [text, wrong] of [
    ["requests = -1", "2:1: requests: expected a whole number"],
    ["bytes = 1.5", "2:1: bytes: expected whole bytes"],
    ["[limits.scripts]\nbytes = 1", '[limits] has no "scripts"'],
    ["[limits.third-party.script]\nthird-parties = 1", '[limits.third-party.script] has no "third-parties"'],
  ] as const)
    expect(() => exceeded(text)).toThrow(wrong);
});
