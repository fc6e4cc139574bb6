/** Browser names: listed ones, and unlisted ones in strings that look like a browser's. */

import { newNameForm } from "../../../data/agents/words.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import { fromTables, linesOf, rowsOf } from "../tables/tables.ts";
import type { Product } from "./tokens.ts";

export interface KnownBrowser {
  readonly name: string;
  readonly url: string;
}

const names = fromTables(() => {
  const byToken = new Map<string, KnownBrowser>();
  const phrases: (readonly [phrase: string, browser: KnownBrowser])[] = [];
  for (const [tokens = "", name = "", url = ""] of rowsOf("browsers")) {
    const known = { name, url };
    for (const written of tokens.toLowerCase().split(",")) {
      const token = written.trim().replace(/^!/, "");
      if (!byToken.has(token)) byToken.set(token, known);
      if (token.length > 4 && /[ ./-]/.test(token)) phrases.push([`${token}$`, known]);
    }
  }
  return { byToken, phrases, noise: new Set(linesOf("noise").join(" ").split(" ")) };
});

/** Names of several words. */
export const phrasesOfBrowsers = () => names().phrases;

/** Browser by product name in lower case; a trailing number is ignored. */
export function browserNamed(key: string): KnownBrowser | undefined {
  const { byToken } = names();
  return byToken.get(key) ?? byToken.get(trimEndOf(key, /[\d.]/));
}

/** Browser by exact name in lower case. */
export function browserExactly(key: string): KnownBrowser | undefined {
  return names().byToken.get(key);
}

/** Whether a word is a browser's name, an engine, or a platform. */
export function isNoise(word: string): boolean {
  const key = word.toLowerCase();
  return names().noise.has(key) || names().byToken.has(key);
}

/** Last Firefox version whose add-ons appended their names; later ones are derived browsers. */
const LAST_WITH_ADD_ONS = 19;

interface Named {
  readonly products: readonly Product[];
}

/** First unlisted product outside comments, preferably named `…browser`; with Firefox, after it. */
export function newName(agent: Named): Product | undefined {
  let found: Product | undefined;
  let fox = "";
  let word: Product | undefined;
  for (const product of agent.products) {
    if (product.inside) continue;
    const before = word;
    word = product;
    if (product.version === "") continue;
    if (product.key === "firefox") {
      fox = product.version;
      found = undefined;
    }
    const named = product.key === "browser" ? withWord(product, before) : product;
    if (!named || !isNewName(named.key) || !/^\d|^ios$|^android$/i.test(named.version)) continue;
    if (fox !== "" && isAddOn(named, fox)) continue;
    if (named.key.includes("browser")) return named;
    found ??= named;
  }
  return found;
}

/** Whether a product is an add-on: after an old Firefox, with another version and no browser's name. */
const isAddOn = ({ key, version }: Product, fox: string) =>
  Number.parseInt(fox, 10) <= LAST_WITH_ADD_ONS &&
  firstTwo(version) !== firstTwo(fox) &&
  !/browser|fox/.test(key);

const firstTwo = (version: string) => /^\d+\.\d+/.exec(version)?.[0] ?? version;

/** Adds the name before a common word: `Elements Browser/1.1`. */
function withWord(product: Product, word: Product | undefined): Product | undefined {
  if (word?.version !== "" || isNoise(word.key)) return undefined;
  return { ...product, name: `${word.name} ${product.name}`, key: `${word.key}_browser` };
}

function isNewName(key: string): boolean {
  return !isNoise(key.replace(/^_/, "")) && newNameForm.test(key) && !/moz+il+a$/.test(key);
}

/** Words that are not a name: of a sentence, a system, or a placeholder (`lorem ipsum`). */
export function isNotName(text: string): boolean {
  return (
    /^(?:not? ?a?(?:vailable|pplicable|ne)|(?:un)?defined|user[ -]?agent)$/i.test(text) ||
    isSentence(text) ||
    /^\p{Ll}+(?: \p{Ll}+)+$/u.test(text) ||
    text.split(" ").every((word) => isNoise(word))
  );
}

/**
 * Whether a text has two function words before its last word: no program's name does. Checked word by word,
 * since one expression for both would be quadratic.
 */
function isSentence(text: string): boolean {
  const words = text.toLowerCase().split(/\s/);
  const first = words.findIndex((word) => BEGINS_SENTENCE.test(word));
  return first >= 0 && words.slice(first + 1, -1).some((word) => GOES_ON.test(word));
}

const BEGINS_SENTENCE = /^(?:is|are|was|the|this|that|what|not|how|at|in|to|you|your)$/;
const GOES_ON = /^(?:is|are|was|the|this|that|not|at|in|to|you|your)$/;
