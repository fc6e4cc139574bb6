/** Names of browsers by table. */

import { fromTables, rowsOf, tableText } from "./tables.ts";

export interface KnownBrowser {
  readonly name: string;
  readonly url: string;
}

interface Names {
  readonly byToken: ReadonlyMap<string, KnownBrowser>;
  readonly phrases: readonly (readonly [phrase: string, browser: KnownBrowser])[];
  readonly noise: ReadonlySet<string>;
}

const names = fromTables((): Names => {
  const byToken = new Map<string, KnownBrowser>();
  const phrases: (readonly [string, KnownBrowser])[] = [];
  for (const [tokens = "", name = "", url = ""] of rowsOf("browsers")) {
    const known = { name, url };
    for (const written of tokens.toLowerCase().split(",")) {
      const token = withoutMark(written.trim());
      if (!byToken.has(token)) byToken.set(token, known);
      if (token.length > 4 && /[ ./-]/.test(token)) phrases.push([`${token}$`, known]);
    }
  }
  const lines = tableText("noise")
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  return { byToken, phrases, noise: new Set(lines.join(" ").split(/\s+/)) };
});

const withoutMark = (token: string) => (token.startsWith("!") ? token.slice(1) : token);

/** Names of several words, which no single product token can hold. */
export function phrasesOfBrowsers(): Names["phrases"] {
  return names().phrases;
}

/** The browser whose product name a word is, in lower case; a number at its end does not count. */
export function browserNamed(key: string): KnownBrowser | undefined {
  const { byToken } = names();
  const known = byToken.get(key);
  if (known) return known;
  const end = key.charCodeAt(key.length - 1);
  return end >= 46 && end <= 57 ? byToken.get(key.replace(/[\d.]+$/, "")) : undefined;
}

/** The browser of this very name in lower case. */
export function browserExactly(key: string): KnownBrowser | undefined {
  return names().byToken.get(key);
}

/** Whether a word is not a name of its own: an ancestor, an engine, a platform, a known browser. */
export function isNoise(word: string): boolean {
  const key = word.toLowerCase();
  return names().noise.has(key) || names().byToken.has(key);
}
