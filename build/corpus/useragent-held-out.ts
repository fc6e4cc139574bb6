/**
 * The honest figure for strings nobody has seen: a source's records, judged without the table rows that only this
 * source bears witness to. A row that strings of another source contain as well would have been there without it.
 * Tables are read when the modules load, so each source has a process of its own: `bun …/useragent-held-out.ts NAME`.
 */

import { basename, join } from "node:path";
import { plugin } from "bun";
import { type LabelledAgent, loadScorer, type Summary, summarise } from "./useragent-score.ts";

const TABLES = ["apps.txt", "bots.txt", "browsers.txt", "crawlers.txt", "feeds.txt", "libraries.txt"];
const DATA = join(import.meta.dir, "../../data/agents");
/** A table that comes from a source as a whole. */
const WHOLE: ReadonlyMap<string, string> = new Map([["crawlers.txt", "crawler-user-agents"]]);

export const HELD_OUT = ["matomo", "uap", "whichbrowser", "isbot", "crawler-user-agents", "opawg"] as const;

const bare = (phrase: string) =>
  phrase
    .trim()
    .toLowerCase()
    .replace(/^[!^]+|[$]$/g, "");
const isOf = (record: LabelledAgent, name: string) =>
  record.source.every((source) => source.split(":")[0] === name);

/** The words that stand in some of the strings. */
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

/** A table without the rows of which a word stands in strings of the source and in none of the others. */
async function without(table: string, own: readonly string[], others: readonly string[]): Promise<string> {
  const rows = (await Bun.file(join(DATA, table)).text()).split("\n");
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

async function heldOut(name: string): Promise<Summary> {
  const scorer = await loadScorer();
  const records = scorer.all();
  const own = records.filter((record) => isOf(record, name));
  const ownTexts = own.map(({ ua }) => ua);
  const otherTexts = records.filter((record) => !isOf(record, name)).map(({ ua }) => ua);
  const tables = new Map<string, string>();
  for (const table of TABLES)
    tables.set(table, WHOLE.get(table) === name ? "" : await without(table, ownTexts, otherTexts));
  plugin({
    name: "tables without a source",
    setup: (build) => {
      build.onLoad({ filter: /data\/agents\/\w+\.txt$/ }, async ({ path }) => ({
        exports: { default: tables.get(basename(path)) ?? (await Bun.file(path).text()) },
        loader: "object",
      }));
    },
  });
  const { lookupUserAgent } = await import("../../src/useragent/lookup.ts");
  return summarise(scorer, own, ({ ua }) => lookupUserAgent(ua));
}

/** The summary for a source in a process of its own. */
export async function summaryWithout(name: string): Promise<Summary> {
  const child = Bun.spawn([process.execPath, import.meta.path, name], { stdout: "pipe", stderr: "inherit" });
  return JSON.parse(await new Response(child.stdout).text()) as Summary;
}

export function summaryWith(
  scorer: Awaited<ReturnType<typeof loadScorer>>,
  name: string,
  look: (agent: LabelledAgent) => unknown,
): Summary {
  return summarise(
    scorer,
    scorer.all().filter((record) => isOf(record, name)),
    look,
  );
}

if (import.meta.main) console.log(JSON.stringify(await heldOut(process.argv[2] ?? "")));
