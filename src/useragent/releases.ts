/** When a browser's major version came out, and whether its vendor supports it, as of the data's date. */

import { cellOf } from "../../data/tables.ts";
import { SUPPORT } from "./bot-kinds.ts";
import type { NamedVersion } from "./schema.ts";
import { fromTables, linesOf, tableText } from "./tables.ts";

export interface Release {
  /** RFC 3339 full-date. */
  readonly released: string;
  readonly support: (typeof SUPPORT)[number];
}

/** The rows of one browser that stand one behind the other. */
const BLOCK = /^([^#|\n]+) \|.*(?:\n\1 \|.*)*/gm;

/** The rows of each browser. */
const blocks = fromTables((): ReadonlyMap<string, string> => {
  const byName = new Map<string, string>();
  for (const [block, name = ""] of tableText("browser-releases").matchAll(BLOCK))
    byName.set(name, byName.has(name) ? `${byName.get(name)}\n${block}` : block);
  return byName;
});

/** Those of the browsers that were asked for, by the major version. */
const releases = fromTables(() => new Map<string, ReadonlyMap<string, string>>());

function releasesOf(name: string): ReadonlyMap<string, string> | undefined {
  const known = releases().get(name);
  if (known) return known;
  const block = blocks().get(name);
  if (block === undefined) return undefined;
  const made = new Map(block.split("\n").map((line) => [cellOf(line, 1) ?? "", line] as const));
  releases().set(name, made);
  return made;
}

/** The release in a line. @throws Error for another word for the support */
function releaseIn(line: string): Release {
  const word = cellOf(line, 3);
  const support = SUPPORT.find((known) => known === word);
  if (!support) throw new Error(`browser-releases: "${word}" is not one of ${SUPPORT.join(", ")}`);
  return { released: cellOf(line, 2) ?? "", support };
}

/** Tables from elsewhere must be whole before they are used. */
fromTables(() => linesOf("browser-releases").map(releaseIn));

/** Names that a browser has on one system alone. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["Chrome on Android", "Chrome Android"],
  ["Firefox on Android", "Firefox Android"],
  ["Opera on Android", "Opera Android"],
  ["Opera Mobile on Android", "Opera Android"],
  ["Safari on iOS", "Safari iOS"],
  ["Safari on iPadOS", "Safari iOS"],
]);

/** Each is made of its system's engine on these, whatever the count of its versions says. */
const ELSEWHERE = new Set(["iOS", "iPadOS"]);

/** The release of a browser's version on a system; undefined where none is known. */
export function releaseOf({ name, version }: NamedVersion, system: string): Release | undefined {
  const own = NAMES.get(`${name} on ${system}`);
  if (own === undefined && ELSEWHERE.has(system)) return undefined;
  if (name === "Edge" && system === "Android") return undefined;
  const line = releasesOf(own ?? name)?.get(String(Number.parseInt(version, 10)));
  return line === undefined ? undefined : releaseIn(line);
}
