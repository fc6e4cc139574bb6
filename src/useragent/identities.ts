/** Names by phrase: bots, feed readers, libraries, apps and browsers, looked for in one pass over the string. */

import { BOT_CATEGORIES, BOT_STATES, type BotCategory, type BotState } from "./bot-kinds.ts";
import { type Known, phrasesOfBrowsers } from "./browser-names.ts";
import { type PhraseHit, PhraseIndex } from "./phrases.ts";
import { fromTables, rowsOf } from "./tables.ts";

export interface Identity {
  readonly type: "bot" | "library" | "feed" | "app";
  /** Empty where the string's own words are to be used. */
  readonly name: string;
  readonly category: BotCategory;
  readonly operator: string;
  readonly url: string;
}

const MACHINE = 0;
const LIBRARY = 1;
const APP = 2;
const FRAMEWORK = 3;
const BROWSER = 4;
const GENERAL = 5;
const TOOL = 6;

interface Entry {
  readonly identity?: Identity;
  readonly browser?: Known;
}

/** Frameworks and players that other apps are made with: the app names itself in front. */
export const FRAMEWORKS: ReadonlySet<string> = new Set([
  "CFNetwork",
  "ExoPlayer",
  "Dalvik",
  "Electron",
  "AppleCoreMedia",
  "NW.js",
  "LibVLC",
  "Stagefright",
  "Adobe AIR",
]);

/** Languages, what runs them, and words for any fetcher or reader: where another name stands too, that one made the request. */
const GENERAL_NAMES: ReadonlySet<string> = new Set([
  "Python",
  "Java",
  "PHP",
  "Ruby",
  "Perl",
  "Node.js",
  "Deno",
  "Bun",
  "Dart",
  "Feed fetcher",
  "Feed reader",
  "RSS reader",
]);

/** What robots are made with: the one that is named beside it made the request. */
const TOOLS: ReadonlySet<string> = new Set(["HeadlessChrome", "Apache Nutch", "Heritrix"]);

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
  let end = phrase.length;
  while (phrase[end - 1] === "/" || phrase[end - 1] === "$") end--;
  return phrase.slice(phrase.startsWith("^") ? 1 : 0, end);
}

/** What is known of bots that do not run, by name. @throws Error for a row with an unknown state */
export const botStates = fromTables(
  (): ReadonlyMap<string, BotState> =>
    new Map(
      rowsOf("bots").flatMap(([, name = "", , , , word = ""]) => {
        if (word === "") return [];
        const state = BOT_STATES.find((known) => known === word);
        if (!state) throw new Error(`bots: ${name}: "${word}" is not one of ${BOT_STATES.join(", ")}`);
        return [[name, state] as const];
      }),
    ),
);

/** A name of several words that is long enough to be nothing else in one. */
const JOINED = /^\^?(?=.{9})[\p{L}\d]+(?: [\p{L}\d]+)+\$?$/u;

/** The kind of a table's rows, and that of some of its names. */
const kindIn = (usual: number, names: ReadonlySet<string>, kind: number) => (name: string) =>
  names.has(name) ? kind : usual;
const kindOf = {
  bot: kindIn(MACHINE, TOOLS, TOOL),
  library: kindIn(LIBRARY, GENERAL_NAMES, GENERAL),
  feed: kindIn(MACHINE, GENERAL_NAMES, GENERAL),
  app: kindIn(APP, FRAMEWORKS, FRAMEWORK),
};

const names = fromTables(() => {
  const index = new PhraseIndex<Entry>();
  const crawlers = rowsOf("crawlers").map((row) => [bare(row[0]), row] as const);
  /** Pages for own rows that have none. */
  const pages = new Map(crawlers.map(([word, [, , url = ""]]) => [word, url]));
  const pageOf = (phrase: string, url = "") => url || (pages.get(bare(phrase)) ?? "");
  const own = new Set<string>();
  /** Our robots, for longer names that begin with theirs: `LightspeedSystemsCrawler`. */
  const robots = new Map<string, Identity>();
  const beginning = (phrase: string) => {
    for (let end = phrase.length - 1; end > 5; end--) {
      const robot = robots.get(phrase.slice(0, end));
      if (robot) return robot;
    }
    return undefined;
  };
  const add = (phrase: string, kind: number, who: Identity) => {
    own.add(bare(phrase));
    // A robot made of another says so at its name's end; an app there, or a language, is somebody else's word.
    const within = kind !== APP && (kind !== GENERAL || who.type !== "library");
    index.add(phrase, { identity: who }, kind, within);
    // Apple's systems send the name that people read, others the same in one word.
    if (JOINED.test(phrase)) index.add(phrase.replaceAll(" ", ""), { identity: who }, kind, within);
  };
  for (const [phrase = "", name, category = "", operator, url] of rowsOf("bots")) {
    if (!isCategory(category))
      throw new Error(`bots: ${name}: "${category}" is not one of ${BOT_CATEGORIES.join(", ")}`);
    const robot = identity("bot", name ?? phrase, pageOf(phrase, url), category, operator);
    robots.set(bare(phrase), robot);
    add(phrase, kindOf.bot(robot.name), robot);
  }
  for (const [phrase = "", name = phrase, url] of rowsOf("libraries"))
    add(phrase, kindOf.library(name), identity("library", name, pageOf(phrase, url)));
  for (const [phrase = "", name = phrase, url] of rowsOf("feeds"))
    add(phrase, kindOf.feed(name), identity("feed", name, pageOf(phrase, url), "feed"));
  for (const [phrase = "", name = phrase, url] of rowsOf("apps"))
    add(phrase, kindOf.app(name), identity("app", name, url));
  for (const [word, [phrase = "", category = "", url]] of crawlers) {
    if (own.has(word)) continue;
    const type = category === "library" ? "library" : category === "feed" ? "feed" : "bot";
    const kind = type === "library" ? LIBRARY : MACHINE;
    const robot = type === "bot" ? beginning(word) : undefined;
    const who = identity(type, "", url || robot?.url, category, robot?.operator);
    index.add(phrase, { identity: who }, kind);
  }
  addPackages(index);
  for (const [phrase, browser] of phrasesOfBrowsers()) index.add(phrase, { browser }, BROWSER);
  return index;
});

/** Apps that say the id of their package in front: `com.zhiliaoapp.musically/2023501030 (Linux; U; Android 14; …)`. */
function addPackages(index: PhraseIndex<Entry>): void {
  const pages = new Map(rowsOf("apps").map(([, name = "", url = ""]) => [name, url]));
  for (const [id = "", name = "", kind] of rowsOf("packages"))
    if (kind === "app") {
      const phrase = id.endsWith("*") ? id.slice(0, -1) : `${id}/`;
      index.add(`^${phrase}`, { identity: identity("app", name, pages.get(name)) }, APP);
    }
}

/** What the tables know in a string: of each kind the longest phrase. */
export interface Names {
  /** The bot or feed reader; else the library that it may be made with. */
  readonly machine: PhraseHit<Identity> | undefined;
  /** The app; else the framework of one that no table knows. */
  readonly app: PhraseHit<Identity> | undefined;
  readonly browser: PhraseHit<Known> | undefined;
}

const IMITATED = ["like feedfetcher-google", "like googlebot", "like twitterbot"];

/** Looks for all names in one pass over a string, given in lower case and as it is. */
export function namesIn(lower: string, text: string): Names {
  // What a feed reader imitates is not what it is.
  const imitated = IMITATED.find((words) => lower.includes(words));
  const own = imitated ? lower.replace(imitated, " ".repeat(imitated.length)) : lower;
  const hits = names().findEach(own, text);
  const browser = hits[BROWSER];
  const machine = namedLibrary(hits) ?? hits[MACHINE] ?? hits[TOOL] ?? hits[LIBRARY] ?? hits[GENERAL];
  return {
    machine: identified(machine),
    app: identified(hits[APP] ?? (machine ? undefined : inOneWord(own, hits)) ?? hits[FRAMEWORK]),
    browser: browser?.value.browser && {
      value: browser.value.browser,
      phrase: browser.phrase,
      at: browser.at,
    },
  };
}

/** An app of whose several words, in front of a framework's name, the tables know the one that they make together. */
function inOneWord(
  lower: string,
  hits: readonly (PhraseHit<Entry> | undefined)[],
): PhraseHit<Entry> | undefined {
  const head = hits[FRAMEWORK] && /^[^/()[\];|]{3,60}(?=\/)/.exec(lower)?.[0];
  if (!head?.includes(" ")) return undefined;
  const word = `${head.replaceAll(" ", "")}/`;
  const hit = names().findEach(word, word)[APP];
  return hit?.at === 0 ? { value: hit.value, phrase: head, at: 0 } : undefined;
}

/** A library whose name begins as a robot's: `Google-HTTP-Java-Client` beside `google-`. */
function namedLibrary(hits: readonly (PhraseHit<Entry> | undefined)[]): PhraseHit<Entry> | undefined {
  const machine = hits[MACHINE];
  const library = hits[LIBRARY];
  const longer =
    machine && library && library.at === machine.at && library.phrase.length > machine.phrase.length;
  return longer ? library : undefined;
}

function identified(hit: PhraseHit<Entry> | undefined): PhraseHit<Identity> | undefined {
  return hit?.value.identity && { value: hit.value.identity, phrase: hit.phrase, at: hit.at };
}
