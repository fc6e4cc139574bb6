/** A `guardedBy` expression gives the same result as without its guard, which only makes it faster. */

import { expect, test } from "bun:test";
import { scan } from "../../src/useragent/read/identities.ts";
import { guardedBy } from "../../src/useragent/read/patterns.ts";
import { keywordFlag } from "../../src/useragent/read/words.ts";
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
  /x[\]y]abcd/,
  /(?:q[)(]|\()zabcd|e\[fgh/,
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
const guards = PATTERNS.map(guardedBy);
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
  "x]abcd",
  "xyabcd",
  "q)zabcd",
  "(zabcd",
  "e[fgh",
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
      const agent = { text, lower, keywords: scan(lower, text).keywords };
      expect([text, guards[at]?.test(agent)]).toEqual([text, pattern.test(readsText ? text : lower)]);
    }
  },
);

test("a flag is set by each of its words at any position, including the end", () => {
  const flag = keywordFlag(["xyzzy", "plugh", "xyz"]);
  const other = keywordFlag(["xyzzy"]);
  const raised = (text: string) => {
    const { keywords } = scan(text, text);
    return [keywords[flag], keywords[other]];
  };
  expect(raised("xyzzy")).toEqual([1, 1]);
  expect(raised("..xyz")).toEqual([1, 0]);
  expect(raised("..xy")).toEqual([0, 0]);
  expect(raised("xyzzx")).toEqual([1, 0]);
  expect(raised(".plugh.")).toEqual([1, 0]);
  expect(raised("..xyzzy")).toEqual([1, 1]);
  expect(raised("")).toEqual([0, 0]);
});
