/** When a browser's major version came out, and whether a vendor supports it or a system, as of the data's date. */

import { androidReleases } from "../../data/agents/browser-forms.ts";
import { countedBy } from "../../data/agents/engines.ts";
import { cellOf } from "../../data/tables.ts";
import { SUPPORT } from "./bot-kinds.ts";
import type { BrowserResult, NamedVersion, System, UserAgentResult } from "./schema.ts";
import { fromTables, linesOf } from "./tables.ts";

/** The day that a version came out (RFC 3339 full-date), and its support. */
export type Release = Required<Pick<BrowserResult, "released" | "support">>;

/** Rows by browser and major version. */
const releases = fromTables(
  () => new Map(linesOf("browser-releases").map((line) => [`${cellOf(line, 0)} ${cellOf(line, 1)}`, line])),
);

/** The release in a line. @throws Error for another word for the support */
function releaseIn(line: string): Release {
  const word = cellOf(line, 3);
  const support = SUPPORT.find((known) => known === word);
  if (!support) throw new Error(`browser-releases: "${word}" is not one of ${SUPPORT.join(", ")}`);
  return { released: cellOf(line, 2) ?? "", support };
}

/** Tables from elsewhere must be whole before they are used. */
fromTables(() => linesOf("browser-releases").map(releaseIn));

/** The release of a browser's version on a system; undefined where none is known. */
export function releaseOf({ name, version }: NamedVersion, system: string): Release | undefined {
  // On these each is made of the system's engine, whatever the count of its versions says.
  const isApple = system === "iOS" || system === "iPadOS";
  if ((isApple && name !== "Safari") || (name === "Edge" && system === "Android")) return undefined;
  const own = isApple ? "Safari iOS" : system === "Android" ? androidReleases.get(name) : undefined;
  const line = releases().get(`${own ?? name} ${Number.parseInt(version, 10)}`);
  return line === undefined ? undefined : releaseIn(line);
}

export interface Supported extends Pick<Release, "support"> {
  /** The day of the last fixes (RFC 3339 full-date), where it is past and known. */
  readonly ended?: string;
}

/** The rows of each system, the newest branch first. */
const rows = fromTables(() => Map.groupBy(linesOf("system-support"), (line) => cellOf(line, 0) ?? ""));

/** Undefined where the version is not known, or browsers froze it. @param day RFC 3339 full-date on which it is asked */
export function systemSupport({ name, version, frozen }: System, day: string): Supported | undefined {
  const branches = frozen ? [] : (rows().get(name) ?? []);
  const [line] = branches
    .filter((line) => `${version}.`.startsWith(`${cellOf(line, 1)}.`))
    .toSorted((a, b) => (cellOf(b, 1) ?? "").length - (cellOf(a, 1) ?? "").length);
  if (line === undefined) return undefined;
  const until = cellOf(line, 2) ?? "";
  if (until === "ended") return { support: "outdated" };
  if (until !== "" && until < day) return { support: "outdated", ended: until };
  return { support: line === branches[0] ? "current" : "supported" };
}

/** The release of an engine's version, also in an app's web view; that of iOS comes with the system. */
export function engineRelease({ engine, os }: UserAgentResult): Release | undefined {
  if (!engine) return undefined;
  const name = countedBy.get(engine.name);
  if (name !== undefined) return releaseOf({ ...engine, name }, "");
  if (engine.name !== "WebKit" || !os || os.frozen || !/^i(?:Pad)?OS$/.test(os.name)) return undefined;
  return releaseOf({ name: "Safari", version: os.version }, os.name);
}
