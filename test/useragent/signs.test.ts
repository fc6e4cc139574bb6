/** A guarded expression answers as the expression itself does; the guard is there for speed. */

import { expect, test } from "bun:test";
import { flagOf, guarded, signsIn } from "../../src/useragent/signs.ts";
import { everydayAgents } from "./everyday-agents.ts";

const PATTERNS = [
  /android|iphone/,
  /\bbot\b|crawl(?:er)?|spider/,
  /Mobile|Tablet/,
  /firefox/i,
  /(?:chrome|crios)\/\d+/,
  /(?:windows|mac os x|linux).{0,20}(?:x64|intel)/,
  /version\/[\d.]+ mobile/,
  /sa?fari/,
  /gecko\/20+/,
  /mozilla\/5\.0 \(/,
  /[k]html, like/,
  /like [a-z]ecko/,
  /; k\)|; wv\)/,
  /ab|cd/,
  /build\//,
  /a{2,3}ndroid|samsung/,
  /opr\/|edg[ae]?\//,
  /[()]x\]|trident/,
  /(?:a\)|b[)])msie|rv:11/,
  /\(compatible;/,
  /nt 10\.0$|safari\/537\.36$/,
  /^mozilla/,
];
const guards = PATTERNS.map(guarded);
const texts = [
  "",
  "ab",
  "Bot",
  "a bot",
  "robots",
  "crawl",
  "crawler",
  "sfari safari",
  "Gecko/2",
  "x]trident",
  "a)msie",
  "aandroid",
  "EDGA/1",
  "trident",
  "Mozilla/5.0 (compatible; MSIE 10.0)",
  "SAMSUNG",
  "firefox",
  ...everydayAgents().filter((_, at) => at % 20 === 0),
];

test.each(PATTERNS.map((pattern, at) => [String(pattern), pattern, at] as const))(
  "%s",
  (_text, pattern, at) => {
    const readsText = pattern.ignoreCase || /[A-Z]/.test(pattern.source.replace(/\\./g, ""));
    for (const text of texts) {
      const lower = text.toLowerCase();
      const agent = { text, lower, signs: signsIn(lower, 0, lower.length) };
      expect([text, guards[at]?.test(agent)]).toEqual([text, pattern.test(readsText ? text : lower)]);
    }
  },
);

test("flags are raised by each of their words wherever it starts, the last place too", () => {
  const flag = flagOf(["xyzzy", "plugh", "xyz"]);
  const other = flagOf(["xyzzy"]);
  const raised = (text: string, from = 0, end = text.length) => {
    const signs = signsIn(text, from, end);
    return [signs[flag], signs[other]];
  };
  expect(raised("xyzzy")).toEqual([1, 1]);
  expect(raised("..xyz")).toEqual([1, 0]);
  expect(raised("..xy")).toEqual([0, 0]);
  expect(raised("xyzzx")).toEqual([1, 0]);
  expect(raised(".plugh.")).toEqual([1, 0]);
  expect(raised("..xyzzy", 3)).toEqual([0, 0]);
  expect(raised("..xyzzy", 2)).toEqual([1, 1]);
  expect(raised("..xyzzy", 0, 2)).toEqual([0, 0]);
  expect(raised("..xyzzy", 0, 3)).toEqual([1, 1]);
  const before = signsIn("xyzzy", 0, 5);
  const both = signsIn("plugh", 0, 5, before);
  expect([both[flag], both[other], before[other]]).toEqual([1, 1, 1]);
  expect(() => flagOf(["xy"])).toThrow("word too short: xy");
});
