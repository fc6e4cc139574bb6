/** The names that apps and programs add to the strings of their web views. */

import { betweenChrome, viewAppWords, withoutEngine } from "../../data/agents/words.ts";
import type { Agent } from "./agent.ts";
import { isNoise, newName } from "./browser-names.ts";
import { guardedBy } from "./patterns.ts";
import type { Product } from "./tokens.ts";

/** The name and version of an app in whose view a page is shown. */
export type View = Pick<Product, "name" | "version">;

/** Behind a browser's own products; its version may stand behind a line: `acme_2go_1.4`. */
const LAST_WORD =
  /(?:Safari\/[\d.]+;?|Mobile\/\w+|like Gecko\)) +(?!Safari|Version|Mobile|Chrome)_?([A-Za-z][\w.-]{1,30}?[A-Za-z\d])_?(?:[/_ ](\d[\d.]*))?(?:[;()]|$| (?!Browser))/;

/** The name that an app adds to its view's string: a product, or a bare word. */
export function viewName(agent: Agent): View | undefined {
  const [, name = "", version = ""] = LAST_WORD.exec(agent.text) ?? [];
  const own = newName(agent) ?? { name, version };
  return own.name === "" || isNoise(own.name) || /browser|explorer/i.test(own.name) ? undefined : own;
}

const DESKTOP = guardedBy(/^mozilla\/5\.0 \((?:windows|macintosh|x11)/);

/** The name of a desktop's program in its view's string: a product in the middle of Chrome's, or one called as programs are. */
export function desktopView(agent: Agent): View | undefined {
  if (!DESKTOP.test(agent)) return undefined;
  const [, name = "", version = ""] = betweenChrome.exec(agent.text) ?? withoutEngine.exec(agent.text) ?? [];
  // A browser that counts as Chrome does is made of Chromium.
  const isBrowser = /brows|explor|chrom/i.test(name) || version === agent.versions.get("chrome");
  if (name !== "" && !isNoise(name) && !isBrowser) return { name, version };
  const own = newName(agent);
  return own !== undefined && viewAppWords.test(own.name) && !/brows|explor/.test(own.key) ? own : undefined;
}
