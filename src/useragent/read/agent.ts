/**
 * Parts of a user agent string (RFC 9110 section 10.1.5): `User-Agent = product *( RWS ( product / comment )
 * )`, `product = token [ "/" product-version ]`. Real strings deviate, so parsing is lenient, and linear.
 */

import * as words from "../../../data/agents/words.ts";
import { percentDecoded } from "../../syntax/uri.ts";
import { type Names, namesIn, scan } from "./identities.ts";
import { type Product, readParts, readProducts, versionAt } from "./tokens.ts";
import { type Keywords, keywordFlag } from "./words.ts";

export interface Agent {
  /** At most the first READ characters. */
  readonly text: string;
  readonly lower: string;
  readonly products: readonly Product[];
  /** First version of each product, by name in lower case. */
  readonly versions: ReadonlyMap<string, string>;
  /** Comment parts, split at `;`, `(` and `)`. */
  readonly parts: readonly string[];
  /** Text before the first `/`, `(`, `[` or `;`: app names may have several words. */
  readonly head: string;
  readonly headVersion: string;
  /** Phrases of the tables found in the string. */
  readonly names: Names;
  /** Keywords found in the string. */
  readonly keywords: Keywords;
}

/** Characters read; bounds all later steps. */
const READ = 1024;

export function readAgent(agent: string): Agent {
  const text = agent.slice(0, READ).trim();
  const lower = text.toLowerCase();
  const scanned = scan(lower, text);
  if (scanned.keywords[MISSPELT] === 1 || text.includes("%")) {
    const meant = spelled(agent.slice(0, READ)).trim();
    if (meant !== text) return readSpelled(meant, meant.toLowerCase());
  }
  return readSpelled(text, lower, scanned);
}

function readSpelled(text: string, lower: string, scanned = scan(lower, text)): Agent {
  const products = readProducts(text, lower);
  const versions = new Map<string, string>();
  for (const { key, version } of products.toReversed()) versions.set(key, version);
  const head = HEAD.exec(text)?.[0].replace(/ rv:[\w.]*\s*$/, "") ?? "";
  const behind = text.slice(head.length, head.length + 40);
  const opened = text.search(/[([;]/);
  return {
    text,
    lower,
    products,
    versions,
    parts: opened < 0 ? [] : readParts(text.slice(opened)),
    head: decoded(head.trim()),
    headVersion: /^\/v?\d/i.test(behind)
      ? versionAt(text, head.length + 1)
      : ((words.versionInside.exec(head) ?? words.versionAtEnd.exec(head))?.groups?.["version"] ??
        words.behindHead.exec(behind)?.[1] ??
        ""),
    names: namesIn(lower, text, scanned),
    keywords: scanned.keywords,
  };
}

/** Text before the first `/`, `(`, `)`, `[`, `]`, `;` or `|`; longer texts are not names. */
const HEAD = /^[^/()[\];|]{0,80}/;

/** Flag of strings that may need repair. Percent-encoding has no flag: it has too many forms. */
const MISSPELT = keywordFlag(words.misspelt);

const READERS: Readonly<Record<words.ReadSpelling, (text: string, version: string) => string>> = {
  spaces: (text) => text.replaceAll("+", " "),
  decoded: (text) => decoded(text),
  "decoded-spaces": (text) => decoded(text.replaceAll("+", " ")),
  backwards: (_, version) => `/${[...version].reverse().join("")}`,
};

const spelled = (text: string): string =>
  words.spellings.reduce(
    (now, { written, meant = "", read }) =>
      read ? now.replace(written, READERS[read]) : now.replace(written, meant),
    text,
  );

const decoded = (name: string) => percentDecoded(name) ?? name;

/** First words of the string, if they are a name. */
export function ownName(agent: Agent): string {
  if (words.nobodysName.test(agent.head)) return "";
  return agent.head
    .replace(words.versionInside, (head, name, version) => (version === agent.headVersion ? name : head))
    .replace(/ (?:Mozilla|Opera)$|(?: version)?(?:[\s/-]|_(?=v?\d{1,99}\.\d)){0,9}v?\d[\d.]{0,99}$/, (end) =>
      /^ \d\d?$/.test(end) && !end.endsWith(agent.headVersion) ? end : "",
    );
}
