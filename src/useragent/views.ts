/** The names that apps and programs add to the strings of their web views. */

import { betweenChrome, viewAppWords, withoutEngine } from "../../data/agents/words.ts";
import type { Agent } from "./agent.ts";
import { isNoise, newName } from "./browser-names.ts";
import { guardedBy } from "./patterns.ts";
import type { Product } from "./tokens.ts";

/** The name and version of an app in whose view a page is shown. */
export type View = Pick<Product, "name" | "version">;

/** The name that an app adds to its view's string: a product, or a bare word behind the browser's own products. */
export function viewName(agent: Agent): View | undefined {
  const own = newName(agent) ?? lastWord(agent);
  return own === undefined || /browser|explorer/i.test(own.name) ? undefined : own;
}

function lastWord({ text }: Agent): View | undefined {
  const word = /(?:Safari\/[\d.]+;?|Mobile\/\w+) +([A-Za-z][A-Za-z-]{3,24})(?:[ ;(]|$)/.exec(text)?.[1];
  return word && !isNoise(word) ? { name: word, version: "" } : undefined;
}

const DESKTOP = guardedBy(/^mozilla\/5\.0 \((?:windows|macintosh|x11)/);

/** The name of a desktop's program in its view's string: a product in the middle of Chrome's, or one called as programs are. */
export function desktopView(agent: Agent): View | undefined {
  if (!DESKTOP.test(agent)) return undefined;
  const match = betweenChrome.exec(agent.text) ?? withoutEngine.exec(agent.text);
  const name = match?.[1] ?? "";
  const version = match?.[2] ?? "";
  // A browser that counts as Chrome does is made of Chromium.
  const isBrowser = /brows|explor|chrom/i.test(name) || version === agent.versions.get("chrome");
  if (name !== "" && !isNoise(name) && !isBrowser) return { name, version };
  const own = newName(agent);
  return own !== undefined && viewAppWords.test(own.name) && !/brows|explor/.test(own.key) ? own : undefined;
}
