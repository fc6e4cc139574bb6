/** Rows of bots, feed readers, libraries and apps: what each says, and by which phrases it is found. */

import { generalNames, tools, underApps } from "../../../data/agents/words.ts";
import { cellOf, cellsOf } from "../../../data/tables.ts";
import { placeOfPhrase } from "../read/words.ts";
import { BOT_CATEGORIES, BOT_STATES, type BotCategory, type BotState } from "./bot-kinds.ts";
import { fromTables, linesOf, rowsOf } from "./tables.ts";

export interface Identity {
  readonly type: "bot" | "library" | "feed" | "app";
  /** Empty where the string's own words are to be used. */
  readonly name: string;
  readonly category: BotCategory;
  readonly operator: string;
  readonly url: string;
  /** Of a bot that does not run. */
  readonly state?: BotState;
}

/** Kinds of names: of each a string's longest counts. */
export const MACHINE = 0;
export const LIBRARY = 1;
export const APP = 2;
export const FRAMEWORK = 3;
export const BROWSER = 4;
export const GENERAL = 5;
export const TOOL = 6;

/** A row of a table, read at its first hit: of the thousands few are ever asked for. */
export interface Row {
  readonly table: keyof typeof TABLES;
  readonly line: string;
  identity: Identity | undefined;
}

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

/** A name of several words that is long enough to be nothing else in one. */
const JOINED = /^\^?(?=.{9})[\p{L}\d]+(?: [\p{L}\d]+)+\$?$/u;

interface Table {
  /** The kind of its rows, and that of some of its names. */
  readonly kind: number;
  readonly others?: readonly [names: ReadonlySet<string>, kind: number];
  readonly read: (cells: string[]) => Identity;
}

/** The fourth cell of a client of podcasts. */
const PODCASTS = "podcasts";

const TABLES = {
  bots: {
    kind: MACHINE,
    others: [tools, TOOL],
    read([phrase = "", name = phrase, category = "", operator, url, word = ""]) {
      if (!isCategory(category))
        throw new Error(`bots: ${name}: "${category}" is not one of ${BOT_CATEGORIES.join(", ")}`);
      const bot = identity("bot", name, url, category, operator);
      const state = BOT_STATES.find((known) => known === word);
      if (word !== "" && !state)
        throw new Error(`bots: ${name}: "${word}" is not one of ${BOT_STATES.join(", ")}`);
      return state ? { ...bot, state } : bot;
    },
  },
  libraries: {
    kind: LIBRARY,
    others: [generalNames, GENERAL],
    read: ([phrase = "", name = phrase, url]) => identity("library", name, url),
  },
  feeds: {
    kind: MACHINE,
    others: [generalNames, GENERAL],
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
    others: [underApps, FRAMEWORK],
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

/** The tables, in the order in which their rows count. */
export const TABLE_NAMES = ["bots", "libraries", "feeds", "crawlers", "apps", "packages"] as const;

/** Pages of apps by name, for ids of their packages. */
const appPages = fromTables(() => new Map(rowsOf("apps").map(([, name = "", url = ""]) => [name, url])));

/** Our robot with whose name a longer one begins: `LightspeedSystemsCrawler`. */
function beginning(phrase: string): Identity | undefined {
  for (let end = phrase.length - 1; end > 5; end--) {
    const robot = robots().get(phrase.slice(0, end));
    if (robot) return identityOf(robot);
  }
  return undefined;
}

/** The identity in a row. @throws Error for a row that is wrong */
export function identityOf(row: Row): Identity {
  row.identity ??= TABLES[row.table].read(cellsOf(row.line));
  return row.identity;
}

/** Our robots by their phrases. */
const robots = fromTables(
  (): ReadonlyMap<string, Row> =>
    new Map(
      linesOf("bots").map((line) => [bare(cellOf(line, 0)), { table: "bots", line, identity: undefined }]),
    ),
);

/** A phrase of a row, and how the index is to take it. */
type Added = readonly [phrase: string, kind: number, within: boolean];

/** The phrases of a row. */
export function phrasesOf({ table, line }: Row): Added[] {
  const phrase = cellOf(line, 0) ?? "";
  if (table === "crawlers") return [[phrase, cellOf(line, 1) === "library" ? LIBRARY : MACHINE, true]];
  if (table === "packages") {
    // Apps that say the id of their package in front: `com.zhiliaoapp.musically/2023501030 (Linux; U; Android 14; …)`.
    const start = phrase.endsWith("*") ? phrase.slice(0, -1) : `${phrase}/`;
    return cellOf(line, 2) === "app" ? [[`^${start}`, APP, true]] : [];
  }
  const { kind, others } = TABLES[table];
  const ofName = others[0].has(cellOf(line, 1) ?? phrase) ? others[1] : kind;
  // A robot made of another says so at its name's end; an app there, or a language, is somebody else's word.
  const within = ofName !== APP && !(table === "libraries" && ofName === GENERAL);
  // Apple's systems send the name that people read, others the same in one word.
  const joined = phrase.includes(" ") && JOINED.test(phrase) ? [phrase.replaceAll(" ", "")] : [];
  return [phrase, ...joined].map((each) => [each, ofName, within]);
}

/** Tables from elsewhere must be whole before they are used. */
fromTables(() => {
  for (const table of TABLE_NAMES)
    for (const line of linesOf(table)) {
      placeOfPhrase(cellOf(line, 0) ?? "");
      identityOf({ table, line, identity: undefined });
    }
});
