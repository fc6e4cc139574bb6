/** When a browser's major version came out, and whether its vendor supports it, as of the data's date. */

import { SUPPORT } from "./bot-kinds.ts";
import type { NamedVersion } from "./schema.ts";
import { fromTables, rowsOf } from "./tables.ts";

export interface Release {
  /** RFC 3339 full-date. */
  readonly released: string;
  readonly support: (typeof SUPPORT)[number];
}

/** By `browser major`. @throws Error for a row with another word for its support */
const releases = fromTables(
  (): ReadonlyMap<string, Release> =>
    new Map(
      rowsOf("browser-releases").map(([browser = "", major = "", released = "", word = ""]) => {
        const support = SUPPORT.find((known) => known === word);
        if (!support) throw new Error(`browser-releases: "${word}" is not one of ${SUPPORT.join(", ")}`);
        return [`${browser} ${major}`, { released, support }] as const;
      }),
    ),
);

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

/** What is known of a browser's version on a system; undefined where nothing is. */
export function releaseOf({ name, version }: NamedVersion, system: string): Release | undefined {
  const own = NAMES.get(`${name} on ${system}`);
  if (own === undefined && ELSEWHERE.has(system)) return undefined;
  if (name === "Edge" && system === "Android") return undefined;
  return releases().get(`${own ?? name} ${Number.parseInt(version, 10)}`);
}
