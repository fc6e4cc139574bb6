import { clearSiteDataTypes } from "../../../data/headers/directives/clear-site-data.ts";
import { wordTable } from "../../../data/word-table.ts";
import { splitList } from "../../syntax/lists.ts";
import { trimOf } from "../../syntax/trim.ts";
import { field, firstOf, item, problem, valueEmpty } from "../field.ts";
import { corrected, inQuotes } from "../reading/fixing.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { suggest } from "../suggest.ts";
import { isTrustworthy } from "../verdicts/origins.ts";
import { listing, perhaps, quote } from "../wording.ts";

interface Member {
  /** Type of data, without quotes. */
  readonly type: string;
  readonly quoted: boolean;
  readonly text: string;
}

const LINK = "https://www.w3.org/TR/clear-site-data/#header";
const OTHER_QUOTES = /['\u2018\u2019\u201c\u201d]/;
const WORDS = wordTable({
  "*": "everything",
  cookies: "cookies of all subdomains",
  clientHints: "client hints",
});

/** Types that at least one browser clears. */
const TYPES = [...clearSiteDataTypes.keys()].filter((type) => type !== "*" && type !== "executionContexts");

/** Clear-Site-Data (section 3.1): quoted types of data that browsers delete. Unknown ones are skipped. */
export const clearSiteData = field("Clear-Site-Data", "list", {
  parse(value, report) {
    const members = splitList(value)
      .members.slice(0, MOST_MEMBERS)
      .map(({ text }): Member => {
        const quoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
        return { type: quoted ? text.slice(1, -1) : trimOf(text, OTHER_QUOTES), quoted, text };
      });
    if (members.length > 0) return members;
    return void report(valueEmpty, "Clear-Site-Data names no type of data, so browsers clear nothing.");
  },
  partItem: ({ type }) => item(type, "", clearSiteDataTypes.get(type) ?? "Not a type that browsers clear."),
  alternateInMessage(members, { url }) {
    if (url && !isTrustworthy(url)) return "ignored over HTTP";
    const known = members.filter(({ type, quoted }) => quoted && (type === "*" || TYPES.includes(type)));
    return known.length > 0
      ? `clears ${listing(known.map(({ type }) => WORDS.get(type) ?? type))}`
      : undefined;
  },
}).problems({
  eachPart: firstOf(
    problem("clear-site-data-unknown", "warning", LINK, {
      detect: ({ type }) => !clearSiteDataTypes.has(type) && { word: type, likely: suggest(type, TYPES, 3) },
      title: ({ word, likely }) => `${quote(word)} is not a type of data to clear${perhaps(likely)}.`,
      fix: (value, slip) => (value.includes(`"${slip.word}"`) ? corrected(value, slip) : undefined),
      bad: ['Clear-Site-Data: "cookie"'],
      good: ['Clear-Site-Data: "cookies"'],
    }),
    problem("clear-site-data-unquoted", "error", LINK, {
      detect: ({ quoted }) => !quoted,
      title: (_, { text, type }) =>
        `${text} needs ${text === type ? "double quotes" : "double quotes instead of others"}, so browsers skip it.`,
      fix: inQuotes,
      bad: ["Clear-Site-Data: cache"],
      good: ['Clear-Site-Data: "cache"'],
    }),
  ),
  eachLine: problem(
    "clear-site-data-over-http",
    "info",
    "https://www.w3.org/TR/clear-site-data/#fetch-integration",
    {
      detect: (_, { url }) => url && !isTrustworthy(url),
      bad: { lines: ['Clear-Site-Data: "cookies"'], url: "http://example.com/logout" },
      good: { lines: ['Clear-Site-Data: "cookies"'], url: "https://example.com/logout" },
    },
  ),
});
