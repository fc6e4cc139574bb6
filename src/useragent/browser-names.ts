/** Names of browsers by table. */

import table from "../../data/agents/browsers.txt" with { type: "text" };
import noiseTable from "../../data/agents/noise.txt" with { type: "text" };
import { rowsOf } from "./tables.ts";

export interface Known {
  readonly name: string;
  readonly url: string;
}

const byToken = new Map<string, Known>();

/** Names of several words, which are no single product. */
export const phrasesOfBrowsers: (readonly [phrase: string, browser: Known])[] = [];

const noise = new Set(
  noiseTable
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join(" ")
    .split(/\s+/),
);

for (const [tokens = "", name = "", url = ""] of rowsOf(table)) {
  const known = { name, url };
  for (const token of tokens.split(",").map((text) => text.trim().replace(/^!/, "").toLowerCase())) {
    if (!byToken.has(token)) byToken.set(token, known);
    if (/[ ./-]/.test(token) && token.length > 4) phrasesOfBrowsers.push([`${token}$`, known]);
  }
}

/** The browser whose product name a word is, in lower case; a number at its end does not count. */
export function browserNamed(key: string): Known | undefined {
  const known = byToken.get(key);
  if (known) return known;
  const end = key.charCodeAt(key.length - 1);
  return end >= 46 && end <= 57 ? byToken.get(key.replace(/[\d.]+$/, "")) : undefined;
}

/** The browser of this very name in lower case. */
export function browserExactly(key: string): Known | undefined {
  return byToken.get(key);
}

/** Whether a word is not a name of its own: an ancestor, an engine, a platform, a known browser. */
export function isNoise(word: string): boolean {
  return noise.has(word.toLowerCase()) || byToken.has(word.toLowerCase());
}
