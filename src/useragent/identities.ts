/** Names by phrase: bots, feed readers, libraries, apps and browsers, looked for in one pass over the string. */

import { cellOf, cellsOf } from "../../data/tables.ts";
import { BOT_CATEGORIES, BOT_STATES, type BotCategory, type BotState } from "./bot-kinds.ts";
import { type KnownBrowser, phrasesOfBrowsers } from "./browser-names.ts";
import { type Keywords, keywordFlag } from "./keyword-scan.ts";
import { type PhraseHit, PhraseIndex } from "./phrases.ts";
import { fromTables, linesOf, rowsOf } from "./tables.ts";

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

/** A row of a table, read at its first hit: of the thousands few are ever asked for. */
interface Row {
  readonly table: keyof typeof TABLES;
  readonly line: string;
  identity: Identity | undefined;
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
export const TOOLS: ReadonlySet<string> = new Set([
  "HeadlessChrome",
  "PhantomJS",
  "wkhtmltoimage",
  "wkhtmltopdf",
  "Apache Nutch",
  "Heritrix",
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

/** Product tokens of robots.txt by the bot's name. */
export const robotsTokens = fromTables(
  (): ReadonlyMap<string, string> =>
    new Map(
      rowsOf("robots-tokens").flatMap(([token = "", bots = ""]) =>
        bots.split(",").map((bot) => [bot.trim(), token] as const),
      ),
    ),
);

/** A name of several words that is long enough to be nothing else in one. */
const JOINED = /^\^?(?=.{9})[\p{L}\d]+(?: [\p{L}\d]+)+\$?$/u;

interface Table {
  /** The kind of its rows, and that of some of its names. */
  readonly kind: number;
  readonly others?: readonly [names: ReadonlySet<string>, kind: number];
  readonly read: (cells: string[]) => Identity;
}

/** What a client of podcasts has in its fourth cell. */
const PODCASTS = "podcasts";

const TABLES = {
  bots: {
    kind: MACHINE,
    others: [TOOLS, TOOL],
    read([phrase = "", name = phrase, category = "", operator, url]) {
      if (!isCategory(category))
        throw new Error(`bots: ${name}: "${category}" is not one of ${BOT_CATEGORIES.join(", ")}`);
      return identity("bot", name, url, category, operator);
    },
  },
  libraries: {
    kind: LIBRARY,
    others: [GENERAL_NAMES, GENERAL],
    read: ([phrase = "", name = phrase, url]) => identity("library", name, url),
  },
  feeds: {
    kind: MACHINE,
    others: [GENERAL_NAMES, GENERAL],
    read: ([phrase = "", name = phrase, url]) => identity("feed", name, url, "feed"),
  },
  crawlers: {
    kind: MACHINE,
    read([phrase = "", category = "", url, operator = ""]) {
      const type = category === "library" || category === "feed" ? category : "bot";
      const robot = type === "bot" ? beginning(bare(phrase)) : undefined;
      return identity(type, "", url || robot?.url, category, operator || robot?.operator);
    },
  },
  apps: {
    kind: APP,
    others: [FRAMEWORKS, FRAMEWORK],
    read([phrase = "", name = phrase, url, kind = ""]) {
      if (kind !== "" && kind !== PODCASTS) throw new Error(`apps: ${name}: "${kind}" is not ${PODCASTS}`);
      return kind === PODCASTS ? identity("feed", name, url, "feed") : identity("app", name, url);
    },
  },
  packages: {
    kind: APP,
    read: ([, name = ""]) => identity("app", name, appPages().get(name)),
  },
} as const satisfies Record<string, Table>;

const TABLE_NAMES = ["bots", "libraries", "feeds", "crawlers", "apps", "packages"] as const;

/** Pages of apps by name, for ids of their packages. */
const appPages = fromTables(() => new Map(rowsOf("apps").map(([, name = "", url = ""]) => [name, url])));

/** Our robot with whose name a longer one begins: `LightspeedSystemsCrawler`. */
function beginning(phrase: string): Identity | undefined {
  for (let end = phrase.length - 1; end > 5; end--) {
    const robot = names().robots.get(phrase.slice(0, end));
    if (robot) return identityOf(robot);
  }
  return undefined;
}

function identityOf(row: Row): Identity {
  row.identity ??= TABLES[row.table].read(cellsOf(row.line));
  return row.identity;
}

const names = fromTables(() => {
  const index = new PhraseIndex<Row | KnownBrowser>();
  /** Our robots by their phrases. */
  const robots = new Map<string, Row>();
  const addOwn = (table: "bots" | "libraries" | "feeds" | "apps") => {
    const { kind, others } = TABLES[table];
    for (const line of linesOf(table)) {
      const row = { table, line, identity: undefined };
      const phrase = cellOf(line, 0) ?? "";
      const ofName = others[0].has(cellOf(line, 1) ?? phrase) ? others[1] : kind;
      // A robot made of another says so at its name's end; an app there, or a language, is somebody else's word.
      const within = ofName !== APP && !(table === "libraries" && ofName === GENERAL);
      index.add(phrase, row, ofName, within);
      if (table === "bots") robots.set(bare(phrase), row);
      // Apple's systems send the name that people read, others the same in one word.
      if (phrase.includes(" ") && JOINED.test(phrase))
        index.add(phrase.replaceAll(" ", ""), row, ofName, within);
    }
  };
  addOwn("bots");
  addOwn("libraries");
  addOwn("feeds");
  addOwn("apps");
  for (const line of linesOf("crawlers")) {
    const phrase = cellOf(line, 0) ?? "";
    const kind = cellOf(line, 1) === "library" ? LIBRARY : MACHINE;
    index.add(phrase, { table: "crawlers", line, identity: undefined }, kind);
  }
  // Apps that say the id of their package in front: `com.zhiliaoapp.musically/2023501030 (Linux; U; Android 14; …)`.
  for (const line of linesOf("packages"))
    if (cellOf(line, 2) === "app") {
      const id = cellOf(line, 0) ?? "";
      const start = id.endsWith("*") ? id.slice(0, -1) : `${id}/`;
      index.add(`^${start}`, { table: "packages", line, identity: undefined }, APP);
    }
  for (const [phrase, browser] of phrasesOfBrowsers()) index.add(phrase, browser, BROWSER);
  return { index, robots };
});

/** Tables from elsewhere must be whole before they are used. */
fromTables(() => {
  for (const table of TABLE_NAMES)
    for (const line of linesOf(table)) identityOf({ table, line, identity: undefined });
});

/** What the tables know in a string: of each kind the longest phrase. */
export interface Names {
  /** The bot or feed reader; else the library that it may be made with. */
  readonly machine: PhraseHit<Identity> | undefined;
  /** The app; else the framework of one that no table knows. */
  readonly app: PhraseHit<Identity> | undefined;
  readonly browser: PhraseHit<KnownBrowser> | undefined;
}

const IMITATED = ["like feedfetcher-google", "like googlebot", "like twitterbot"];

const IMITATES = keywordFlag(IMITATED);

type Hit = PhraseHit<Row | KnownBrowser> | undefined;

/** Looks for all names in one pass over a string, given in lower case and as it is. */
export function namesIn(lower: string, text: string, keywords: Keywords): Names {
  // What a feed reader imitates is not what it is.
  const imitated = keywords[IMITATES] === 1 ? IMITATED.find((words) => lower.includes(words)) : undefined;
  const own = imitated ? lower.replace(imitated, " ".repeat(imitated.length)) : lower;
  const hits = names().index.findEach(own, text);
  if (hits.length === 0) return NOBODY;
  const machine = namedLibrary(hits) ?? hits[MACHINE] ?? hits[TOOL] ?? hits[LIBRARY] ?? hits[GENERAL];
  const browser = hits[BROWSER];
  return {
    machine: identified(machine),
    app: identified(hits[APP] ?? (machine ? undefined : inOneWord(own, hits)) ?? hits[FRAMEWORK]),
    browser: browser && isKnown(browser.value) ? { ...browser, value: browser.value } : undefined,
  };
}

/** Whether any name of the tables stands in a text, given in lower case and as it is. */
export const hasNames = (lower: string, text: string): boolean =>
  names().index.findEach(lower, text).length > 0;

const NOBODY: Names = { machine: undefined, app: undefined, browser: undefined };

/** An app of whose several words, in front of a framework's name, the tables know the one that they make together. */
function inOneWord(lower: string, hits: readonly Hit[]): Hit {
  const head = hits[FRAMEWORK] && /^[^/()[\];|]{3,60}(?=\/)/.exec(lower)?.[0];
  if (!head?.includes(" ")) return undefined;
  const word = `${head.replaceAll(" ", "")}/`;
  const hit = names().index.findEach(word, word)[APP];
  return hit?.at === 0 ? { value: hit.value, phrase: head, at: 0 } : undefined;
}

/** A library whose name begins as a robot's: `Google-HTTP-Java-Client` beside `google-`. */
function namedLibrary(hits: readonly Hit[]): Hit {
  const machine = hits[MACHINE];
  const library = hits[LIBRARY];
  const longer =
    machine && library && library.at === machine.at && library.phrase.length > machine.phrase.length;
  return longer ? library : undefined;
}

const isKnown = (value: Row | KnownBrowser): value is KnownBrowser => !("line" in value);

function identified(hit: Hit): PhraseHit<Identity> | undefined {
  if (hit === undefined || isKnown(hit.value)) return undefined;
  return { ...hit, value: identityOf(hit.value) };
}
