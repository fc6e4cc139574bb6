/** Names that no table knows, in strings that otherwise are a browser's. */

import type { Agent } from "./agent.ts";
import { isNoise } from "./browser-names.ts";
import type { Product } from "./tokens.ts";

/** The last Firefox whose add-ons put their names behind it; what stands there later is a browser made of it. */
const LAST_WITH_ADD_ONS = 19;

/** The last agent that was asked for and its name: it is asked for several times, one behind the other. @perf */
let last: { readonly agent: Agent; readonly name: Product | undefined } | undefined;

/**
 * The first product outside comments that no table knows, one that calls itself a browser before others; toolbars and
 * other add-ons stand in front of Firefox.
 */
export function newName(agent: Agent): Product | undefined {
  if (last?.agent !== agent) last = { agent, name: firstNewName(agent) };
  return last.name;
}

function firstNewName(agent: Agent): Product | undefined {
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

/** A product behind an old Firefox with neither its version nor a browser's name is an add-on. */
const isAddOn = ({ key, version }: Product, fox: string) =>
  Number.parseInt(fox, 10) <= LAST_WITH_ADD_ONS &&
  firstTwo(version) !== firstTwo(fox) &&
  !/browser|fox/.test(key);

const firstTwo = (version: string) => /^\d+\.\d+/.exec(version)?.[0] ?? version;

/** `Elements Browser/1.1`: a common word, and the name in front of it. */
function withWord(product: Product, word: Product | undefined): Product | undefined {
  if (word?.version !== "" || isNoise(word.key)) return undefined;
  return { ...product, name: `${word.name} ${product.name}`, key: `${word.key}_browser` };
}

function isNewName(key: string): boolean {
  return /^\d{0,4}[a-z][a-z_.-]{2,24}\d?[a-z]*$/.test(key) && !isNoise(key);
}
