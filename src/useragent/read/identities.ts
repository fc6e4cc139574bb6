/** Finds names of bots, feed readers, libraries, apps and browsers in one pass over the string. */

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
import { fromTables, rowsOf, tableText } from "../tables/tables.ts";
import { type KnownBrowser, phrasesOfBrowsers } from "./browser-names.ts";
import { keywordFlag, type PhraseHit, type Scanned, WordTable } from "./words.ts";

/** Robots.txt product tokens by bot name. */
export const robotsTokens = fromTables(
  (): ReadonlyMap<string, string> =>
    new Map(
      rowsOf("robots-tokens").flatMap(([token = "", bots = ""]) =>
        bots.split(",").map((bot) => [bot.trim(), token] as const),
      ),
    ),
);

const names = fromTables(() => {
  const index = new WordTable<Row | KnownBrowser>((value) => (isKnown(value) ? [] : phrasesOf(value)));
  for (const table of TABLE_NAMES)
    index.addLater(tableText(table), (line) => ({ table, line, identity: undefined }));
  for (const [phrase, browser] of phrasesOfBrowsers()) index.add(phrase, browser, BROWSER);
  return index;
});

/** Longest listed phrase of each kind. */
export interface Names {
  /** Bot or feed reader, else the library it may use. */
  readonly machine: PhraseHit<Identity> | undefined;
  /** App, else the framework of an unlisted app. */
  readonly app: PhraseHit<Identity> | undefined;
  readonly browser: PhraseHit<KnownBrowser> | undefined;
}

const IMITATED = ["like feedfetcher-google", "like googlebot", "like twitterbot"];

const IMITATES = keywordFlag(IMITATED);

type Hit = PhraseHit<Row | KnownBrowser> | undefined;

/** Finds all words and names in one pass; takes the string in lower case and as is. */
export const scan = (lower: string, text: string): Scanned<Row | KnownBrowser> => names().scan(lower, text);

export function namesIn(
  lower: string,
  text: string,
  { keywords, hits: all }: ReturnType<typeof scan>,
): Names {
  if (all.length === 0) return NOBODY;
  return keywords[IMITATES] === 1 ? namesOf(withoutImitated(lower), text) : namesOf(lower, text, all);
}

/** Removes the browsers that feed readers imitate. */
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

const NOBODY: Names = { machine: undefined, app: undefined, browser: undefined };

/** App before a framework, with spaces in the string and listed as one word. */
function inOneWord(lower: string, hits: readonly Hit[]): Hit {
  const head = hits[FRAMEWORK] && /^[^/()[\];|]{3,60}(?=\/)/.exec(lower)?.[0];
  if (!head?.includes(" ")) return undefined;
  const word = `${head.replaceAll(" ", "")}/`;
  const hit = scan(word, word).hits[APP];
  return hit?.at === 0 ? { value: hit.value, phrase: head, at: 0 } : undefined;
}

/** Library whose name starts like a bot's: `Google-HTTP-Java-Client` and `google-`. */
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
