/** Result words of caches, such as HIT (`data/headers/cache-words.txt`), and their syntax in values. */

import cacheWords from "../../../../data/headers/cache-words.txt" with { type: "text" };

export interface CacheAnswer {
  /** Start of a sentence: `Hit`. */
  readonly words: string;
  readonly description: string;
  /** Served from a stored copy, so the age matters. */
  readonly stored: boolean;
}

let verdicts: ReadonlyMap<string, CacheAnswer> | undefined;

function readVerdicts(): ReadonlyMap<string, CacheAnswer> {
  const rows = cacheWords.matchAll(/^(?!#)(\S.*?)( \| stored)?\n {2}(.+?) \| (.+)$/gm);
  return new Map(
    [...rows].flatMap(([, names = "", stored, words = "", description = ""]) =>
      names.split(" ").map((name) => [name, { words, description, stored: stored !== undefined }] as const),
    ),
  );
}

/** The result for a cache's word; unknown words are classified by the hit or miss in them. */
export function verdictOf(word: string): CacheAnswer | undefined {
  verdicts ??= readVerdicts();
  const lower = word.toLowerCase();
  const known = verdicts.get(lower);
  if (known) return known;
  if (/^tcp_.*hit|(?:^|[_-])hit$/.test(lower)) return verdicts.get("hit");
  return /^tcp_.*miss|(?:^|[_-])miss$/.test(lower) ? verdicts.get("miss") : undefined;
}

export interface CacheWord {
  readonly text: string;
  readonly word: string;
  /** Name of the cache, if the value has one. */
  readonly from?: string;
  readonly verdict?: CacheAnswer;
}

/** Maximum number of caches read from one value. */
const MOST = 16;
const FROM = /[ \t]from[ \t]+([\w.:-]{1,100})/i;

/** `HIT, MISS`, `Hit from cloudfront`, `TCP_MEM_HIT from a1-2-3.example (AkamaiGHost/1.2) (-)`, `hit,private` */
export function readCacheWords(value: string): CacheWord[] {
  return value
    .split(",", MOST)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((text) => {
      const word = /^[^\s:;(]+/.exec(text.slice(0, 100))?.[0] ?? "";
      const from = FROM.exec(text.slice(0, 300))?.[1];
      const verdict = verdictOf(word);
      return { text, word, ...(from !== undefined && { from }), ...(verdict && { verdict }) };
    });
}
