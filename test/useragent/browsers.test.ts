/** User agents of desktops, phones, televisions and consoles, labelled by hand. */

import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const text = await Bun.file(new URL("browsers.tsv", import.meta.url)).text();
const rows = text
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t"));

/**
 * Whether a value is one of the alternatives in `expected`. A version may have further parts after an
 * expected one, but not further digits.
 */
function isRight(answer: string, expected: string, isVersion: boolean): boolean {
  const given = answer || "-";
  const begins = (each: string) => given.startsWith(each) && !/^\d/.test(given.slice(each.length));
  return expected.split("|").some((each) => each === "?" || each === given || (isVersion && begins(each)));
}

test.each(rows)("%s", (agent = "", ...expected) => {
  const { browser, os, device } = lookupUserAgent(agent);
  const given = [
    browser ? browser.name : "",
    browser ? browser.version : "",
    os ? os.name : "",
    os ? os.version : "",
    device ? device.formFactor : "",
    device ? device.vendor : "",
  ];
  expect(expected).toHaveLength(given.length);
  const told = given.map((answer, at) => {
    const right = expected[at] ?? "";
    return isRight(answer, right, at === 1 || at === 3) ? right : answer;
  });
  expect(told).toEqual(expected);
});
