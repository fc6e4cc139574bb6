/** Names by phrase: bots, feed readers, libraries, apps and browsers, looked for in one pass over the string. */

import {
  APP,
  BROWSER,
  FRAMEWORK,
  GENERAL,
  type Identity,
  identityOf,
  LIBRARY,
  MACHINE,
  phrasesOf,
  type Row,
  TABLE_NAMES,
  TOOL,
} from "../tables/identity-rows.ts";
import { fromTables, linesOf, rowsOf } from "../tables/tables.ts";
import { type KnownBrowser, phrasesOfBrowsers } from "./browser-names.ts";
import { keywordFlag, type PhraseHit, type Scanned, WordTable } from "./words.ts";

/** Product tokens of robots.txt by the bot's name. */
export const robotsTokens = fromTables(
  (): ReadonlyMap<string, string> =>
    new Map(
      rowsOf("robots-tokens").flatMap(([token = "", bots = ""]) =>
        bots.split(",").map((bot) => [bot.trim(), token] as const),
      ),
    ),
);

/** All names. */
const names = fromTables(() => {
  const index = new WordTable<Row | KnownBrowser>();
  for (const table of TABLE_NAMES)
    for (const line of linesOf(table)) {
      const row: Row = { table, line, identity: undefined };
      for (const [phrase, kind, within] of phrasesOf(row)) index.add(phrase, row, kind, within);
    }
  for (const [phrase, browser] of phrasesOfBrowsers()) index.add(phrase, browser, BROWSER);
  return index;
});

/** The phrases of the tables in a string: of each kind the longest. */
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

/** Looks for all words and names in one pass over a string, given in lower case and as it is. */
export const scan = (lower: string, text: string): Scanned<Row | KnownBrowser> => names().scan(lower, text);

/** The names that stand in a string. */
export function namesIn(
  lower: string,
  text: string,
  { keywords, hits: all }: ReturnType<typeof scan>,
): Names {
  if (all.length === 0) return NOBODY;
  return keywords[IMITATES] === 1 ? namesOf(withoutImitated(lower), text) : namesOf(lower, text, all);
}

/** A feed reader is not the browser that it imitates. */
const withoutImitated = (lower: string): string =>
  IMITATED.reduce((own, words) => own.replace(words, " ".repeat(words.length)), lower);

function namesOf(own: string, text: string, hits: readonly Hit[] = scan(own, text).hits): Names {
  const machine = namedLibrary(hits) ?? hits[MACHINE] ?? hits[TOOL] ?? hits[LIBRARY] ?? hits[GENERAL];
  const browser = hits[BROWSER];
  return {
    machine: identified(machine),
    app: identified(hits[APP] ?? (machine ? undefined : inOneWord(own, hits)) ?? hits[FRAMEWORK]),
    browser:
      browser && isKnown(browser.value)
        ? { value: browser.value, phrase: browser.phrase, at: browser.at }
        : undefined,
  };
}

/**
 * Whether any name of the tables stands in a text, given in lower case and as it is.
 * @internal for tests: rows are held to it
 */
export const hasNames = (lower: string, text: string): boolean => scan(lower, text).hits.length > 0;

const NOBODY: Names = { machine: undefined, app: undefined, browser: undefined };

/** An app of whose several words, in front of a framework's name, the tables know the one that they make together. */
function inOneWord(lower: string, hits: readonly Hit[]): Hit {
  const head = hits[FRAMEWORK] && /^[^/()[\];|]{3,60}(?=\/)/.exec(lower)?.[0];
  if (!head?.includes(" ")) return undefined;
  const word = `${head.replaceAll(" ", "")}/`;
  const hit = scan(word, word).hits[APP];
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
  return { value: identityOf(hit.value), phrase: hit.phrase, at: hit.at };
}
