/** Every phrase belongs to one table, so that the order of tables never decides a result. */

import { expect, test } from "bun:test";
import { rowsOf } from "../../src/useragent/tables/tables.ts";

const TABLES = ["bots", "libraries", "feeds", "apps", "crawlers", "browsers", "packages"] as const;

/** Phrases that two tables share, with the condition that decides between them. */
const SHARED: Readonly<Record<string, string>> = {
  whatsapp: "a phone's system or device: the app, else the fetcher of previews (previewing-app)",
  bluesky: "in front of Apple's network library or Android's player: the app, else the fetcher",
  acast: "in front of Apple's network library or Android's player: the app, else the fetcher",
  "rocket.chat": "in front with a version or a comment: the server's fetcher, else the app",
  openai: "alone: the bot; with a version: the library",
  synapse: "in front with a version: Matrix's server; elsewhere Apache's library",
  avast: "in front: the program's own requests; in a browser's string the browser",
  avg: "in front: the program's own requests; in a browser's string the browser",
  ccleaner: "in front: the program's own requests; in a browser's string the browser",
  cursor: "in front: the editor's own requests; in a browser's string its window",
  cake: "in front: CakePHP's client; in a browser's string the browser",
  surf: "in front: the library; in a browser's string the browser",
  contiki: "in front: the system's own client; in a browser's string the browser",
  phantomjs: "one program: a tool that robots are made with, and its browser's name",
  headlesschrome: "one program: a tool that robots are made with, and its browser's name",
  "com.google.android.youtube": "one app: its id in a string, and in X-Requested-With",
  "jp.co.yahoo.android.ymail": "one app: its id in a string, and in X-Requested-With",
  "com.google.android.youtube.tv": "one app: its id in a string, and in X-Requested-With",
  "com.dianping.v1": "one app: its id in a string, and in X-Requested-With",
  "de.mobile.android.app": "one app: its id in a string, and in X-Requested-With",
  "com.google.android.apps.youtube.music": "one app: its id in a string, and in X-Requested-With",
};

/** Phrase in lower case without anchors: `^curl/` and `curl$` are equal. */
const bare = (phrase: string) => phrase.toLowerCase().replace(/^[!^]|[/$]+$/g, "");

function phrasesOf(table: (typeof TABLES)[number]): string[] {
  return rowsOf(table).flatMap(([cell = "", , kind = ""]) => {
    if (table === "browsers") return cell.split(",").map((token) => bare(token.trim()));
    // Package ids of browsers occur only in headers, not in user agents.
    return table === "packages" && kind !== "app" ? [] : [bare(cell)];
  });
}

function conflicts(): Map<string, string[]> {
  const owners = new Map<string, Set<string>>();
  for (const table of TABLES)
    for (const phrase of phrasesOf(table)) owners.set(phrase, (owners.get(phrase) ?? new Set()).add(table));
  return new Map(
    [...owners].filter(([, tables]) => tables.size > 1).map(([phrase, tables]) => [phrase, [...tables]]),
  );
}

test("a phrase is in one table, unless listed here", () => {
  expect(new Map([...conflicts()].filter(([phrase]) => !(phrase in SHARED)))).toEqual(new Map());
});

test("listed shared phrases exist", () => {
  const shared = conflicts();
  expect(Object.keys(SHARED).filter((phrase) => !shared.has(phrase))).toEqual([]);
});
