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

type Spelling = readonly [written: RegExp, meant: string | ((...groups: string[]) => string)];

/**
 * IIS logs have `+`, others `%20` (as in the name of Apple's Calendar), for a space; some keep the semicolon:
 * `(Linux## U## Android 5.0)`. Vewd's televisions spell Android with a zero, old Baidu apps write backwards.
 */
const SPELLINGS: readonly Spelling[] = [
  [/^Mozilla%2F\d\.\d\+.*/s, (text) => decoded(text.replaceAll("+", " "))],
  [/^User-Agent: (?=Mozilla\/\d)/, ""],
  [/##(?= )/g, ";"],
  [/ht tp:\/\//, "http://"],
  [/^Mozilla\/\d\.\d\+\([^ ]*$/, (text) => text.replaceAll("+", " ")],
  [/^Mac\+OS\+X\//, "Mac OS X/"],
  [
    /^(Mozilla\/5\.0) ((?:Linux|Windows|Macintosh|iPhone|iPad|X11)[;,][^()]{2,200}?) (AppleWebKit\/[\d.]+) KHTML, like Gecko(?= )/,
    "$1 ($2) $3 (KHTML, like Gecko)",
  ],
  // Non-ASCII letters and harmless punctuation: Apple percent-encodes app names.
  [/%2[0167bd]|(?:%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3})+/gi, (escaped) => decoded(escaped)],
  [/; Andr0id /, "; Android "],
  [/^([\w. ]{1,40})\/(android|(?:i|ipad|tv|watch)os)-(\d[\w.]*)(?=$|[ ;(])/i, "$1/$3 $2"],
  [/(?<=[A-Za-z])\+\/(?=v?\d)/g, "/"],
  [/\/\w{1,4}_([\d.]{1,12})_(?:diordna|enohpi)\w*/, (_, version) => `/${[...version].reverse().join("")}`],
];

const spelled = (text: string): string =>
  SPELLINGS.reduce(
    (now, [written, meant]) =>
      typeof meant === "string" ? now.replace(written, meant) : now.replace(written, meant),
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
