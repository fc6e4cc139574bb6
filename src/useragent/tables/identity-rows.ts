/** Rows of bots, feed readers, libraries and apps, and their phrases. */

import { BOT_CATEGORIES, BOT_STATES, type BotCategory, type BotState } from "../../../data/agents/row.ts";
import { generalNames, tools, underApps } from "../../../data/agents/words.ts";
import { cellOf, cellsOf } from "../../../data/tables.ts";
import { type Added, placeOfPhrase } from "../read/words.ts";
import { fromTables, linesOf, rowsOf } from "./tables.ts";

export interface Identity {
  readonly type: "bot" | "library" | "feed" | "app";
  /** Empty to use the name in the string. */
  readonly name: string;
  readonly category: BotCategory;
  readonly operator: string;
  readonly url: string;
  /** Absent for an active bot. */
  readonly state?: BotState;
}

/** Kinds of names; a scan finds the longest name of each kind. */
export const MACHINE = 0;
export const LIBRARY = 1;
export const APP = 2;
export const FRAMEWORK = 3;
export const BROWSER = 4;
export const GENERAL = 5;
export const TOOL = 6;

/** Table row, parsed at its first hit: few of thousands are used. */
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

/** Name of several words, long enough to be unambiguous when joined. */
const JOINED = /^\^?(?=.{9})[\p{L}\d]+(?: [\p{L}\d]+)+\$?$/u;

interface Table {
  /** Kind of the rows, and of some names. */
  readonly kind: number;
  readonly others?: readonly [names: ReadonlySet<string>, kind: number];
  readonly read: (cells: string[]) => Identity;
}

/** Fourth cell of podcast clients. */
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
    read: ([phrase = "", name = phrase, ...cells]) => identity("library", name, ...cells),
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
  packages: { kind: APP, read: ([, name = ""]) => identity("app", name, appPages().get(name)) },
} as const satisfies Record<string, Table>;

/** Tables in order of precedence. */
export const TABLE_NAMES = ["bots", "libraries", "feeds", "crawlers", "apps", "packages"] as const;

/** App pages by name, for package ids. */
const appPages = fromTables(() => new Map(rowsOf("apps").map(([, name = "", url = ""]) => [name, url])));

/** Listed bot at the start of a longer name: `LightspeedSystemsCrawler`. */
function beginning(phrase: string): Identity | undefined {
  for (let end = phrase.length - 1; end > 5; end--) {
    const robot = robots().get(phrase.slice(0, end));
    if (robot) return identityOf(robot);
  }
  return undefined;
}

/** Parses a row. @throws Error for an invalid one */
export function identityOf(row: Row): Identity {
  row.identity ??= TABLES[row.table].read(cellsOf(row.line));
  return row.identity;
}

/** Bots by phrase. */
const robots = fromTables(
  (): ReadonlyMap<string, Row> =>
    new Map(
      linesOf("bots").map((line) => [bare(cellOf(line, 0)), { table: "bots", line, identity: undefined }]),
    ),
);

export function phrasesOf({ table, line }: Row): Added[] {
  const phrase = cellOf(line, 0) ?? "";
  if (table === "crawlers") return [[phrase, cellOf(line, 1) === "library" ? LIBRARY : MACHINE, true]];
  if (table === "packages") {
    // Apps that start with their package id: `com.zhiliaoapp.musically/2023501030 (Linux; U; Android 14; …)`.
    const start = phrase.endsWith("*") ? phrase.slice(0, -1) : `${phrase}/`;
    return cellOf(line, 2) === "app" ? [[`^${start}`, APP, true]] : [];
  }
  const { kind, others } = TABLES[table];
  const ofName = others[0].has(cellOf(line, 1) ?? phrase) ? others[1] : kind;
  // A derived bot's name ends with the original name; for apps and languages an equal end is coincidence.
  const within = ofName !== APP && !(table === "libraries" && ofName === GENERAL);
  // Apple's systems send the displayed name, others the joined one.
  const joined = phrase.includes(" ") && JOINED.test(phrase) ? [phrase.replaceAll(" ", "")] : [];
  return [phrase, ...joined].map((each) => [each, ofName, within]);
}

/** Tables of a data file are validated before use. */
fromTables(() => {
  for (const table of TABLE_NAMES)
    for (const line of linesOf(table)) {
      placeOfPhrase(cellOf(line, 0) ?? "");
      identityOf({ table, line, identity: undefined });
    }
});
