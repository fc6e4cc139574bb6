/** Names of the tables do not match inside another word, as `maple` in `exmaple` once did. */

import { expect, test } from "bun:test";
import { televisionSigns } from "../../data/agents/televisions.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { linesOf } from "../../src/useragent/tables/tables.ts";

const TABLES = ["apps", "bots", "brands", "crawlers", "feeds", "libraries", "models", "packages"] as const;

/** Words that name the product in any compound: `PhilipsAppleTV`, `MyFirefox`. */
const COMPOUND = /appletv|applecoremedia|blackberry|firefox|playbook|safari|tvos/;

const wordsIn = (line: string): string[] =>
  line
    .split("|")
    .slice(0, 2)
    .flatMap((cell) => cell.toLowerCase().match(/[a-z]{3,}/g) ?? []);

test.each(TABLES)("%s: no maker and no listed product", (table) => {
  const words = new Set(linesOf(table).flatMap(wordsIn));
  expect(words.size).toBeGreaterThan(50);
  const found = [...words].filter((word) => {
    const { device, evidence } = lookupUserAgent(`xq${word}`);
    const isNamed = evidence === "listed" || (device !== false && device.vendor !== "");
    return isNamed && !COMPOUND.test(word);
  });
  expect(found).toEqual([]);
});

test("televisions: no sign that is a name", () => {
  const [, group = ""] = /\(\?<!\[a-z\]\)\(\?:(.*)\)$/.exec(televisionSigns.source) ?? [];
  const names = group.split("|").filter((name) => /^[a-z\d]+$/.test(name));
  expect(names.length).toBeGreaterThan(10);
  const formOf = (agent: string) => {
    const { device } = lookupUserAgent(agent);
    return device === false ? "" : device.formFactor;
  };
  expect(names.filter((name) => televisionSigns.test(`xq${name}`))).toEqual([]);
  expect(names.filter((name) => formOf(`x ${name}/1.0`) !== "tv")).toEqual([]);
  expect(lookupUserAgent("exmaple").device).toBe(false);
});
