/** Who is asking, when it is not a browser with a person before it: bots, libraries, feed readers and apps by name. */

import appTable from "../../data/agents/apps.txt" with { type: "text" };
import botTable from "../../data/agents/bots.txt" with { type: "text" };
import crawlerTable from "../../data/agents/crawlers.txt" with { type: "text" };
import feedTable from "../../data/agents/feeds.txt" with { type: "text" };
import libraryTable from "../../data/agents/libraries.txt" with { type: "text" };
import { type PhraseHit, PhraseIndex } from "./phrases.ts";
import { BOT_CATEGORIES, type BotCategory } from "./schema.ts";
import { rowsOf } from "./tables.ts";

export interface Identity {
  readonly type: "bot" | "library" | "feed" | "app";
  /** Empty where the string's own words are to be used. */
  readonly name: string;
  readonly category: BotCategory;
  readonly operator: string;
  readonly url: string;
}

const machines = new PhraseIndex<Identity>();
const libraries = new PhraseIndex<Identity>();
const apps = new PhraseIndex<Identity>();
const frameworks = new PhraseIndex<Identity>();

/** Frameworks and players that other apps are made with: the app names itself in front. */
export const FRAMEWORKS: ReadonlySet<string> = new Set([
  "CFNetwork",
  "ExoPlayer",
  "Dalvik",
  "Electron",
  "AppleCoreMedia",
  "NW.js",
  "Stagefright",
  "Adobe AIR",
]);

const isCategory = (text: string): text is BotCategory =>
  (BOT_CATEGORIES as readonly string[]).includes(text);

function identity(
  type: Identity["type"],
  name: string,
  url = "",
  category = "unknown",
  operator = "",
): Identity {
  return { type, name, category: isCategory(category) ? category : "unknown", operator, url };
}

function bare(phrase = ""): string {
  return phrase.replace(/^\^|[/$]+$/g, "");
}

const crawlers = rowsOf(crawlerTable);
/** Pages for own rows that have none. */
const pages = new Map(crawlers.map(([phrase, , url = ""]) => [bare(phrase), url]));
const pageOf = (phrase: string, url = "") => url || (pages.get(bare(phrase)) ?? "");

for (const [phrase = "", name, category, operator, url] of rowsOf(botTable)) {
  machines.add(phrase, identity("bot", name ?? phrase, pageOf(phrase, url), category, operator));
}
for (const [phrase = "", name, url] of rowsOf(libraryTable)) {
  libraries.add(phrase, identity("library", name ?? phrase, pageOf(phrase, url)));
}
for (const [phrase = "", name, url] of rowsOf(feedTable)) {
  machines.add(phrase, identity("feed", name ?? phrase, pageOf(phrase, url), "feed"));
}
const named = new Set(
  [botTable, libraryTable, feedTable].flatMap((table) => rowsOf(table).map(([phrase]) => bare(phrase))),
);
for (const [phrase = "", category = "", url] of crawlers) {
  if (named.has(bare(phrase))) continue;
  const type = category === "library" ? "library" : category === "feed" ? "feed" : "bot";
  (type === "library" ? libraries : machines).add(phrase, identity(type, "", url, category));
}
for (const [phrase = "", name = phrase, url] of rowsOf(appTable)) {
  (FRAMEWORKS.has(name) ? frameworks : apps).add(phrase, identity("app", name, url));
}

/** The bot or feed reader whose phrase stands in the string, the longest one; else the library that it may be made with. */
export function findMachine(lower: string, text: string): PhraseHit<Identity> | undefined {
  return machines.find(lower, text) ?? libraries.find(lower, text);
}

/** The app whose phrase stands in the string, the longest one; else the framework of one that no table knows. */
export function findApp(lower: string, text: string): PhraseHit<Identity> | undefined {
  return apps.find(lower, text) ?? frameworks.find(lower, text);
}
