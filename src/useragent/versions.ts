/**
 * Frozen versions, release dates and vendor support on a day. Frozen: `Mac OS X 10_15_7` by
 * Safari 14 and Chrome 90, `10.15` by Firefox 87; Windows 11 is `Windows NT 10.0`; Chrome 110 sends `Android
 * 10; K` for all phones and a fixed ChromeOS (User-Agent Reduction); Safari 26 froze iOS at 18.6 or 18.7,
 * `Version/` has the real version (WebKit's notes on Safari 26).
 */

import { androidReleases } from "../../data/agents/browser-forms.ts";
import { countedBy } from "../../data/agents/engines.ts";
import * as versions from "../../data/agents/os-versions.ts";
import { SUPPORT } from "../../data/agents/row.ts";
import { cellOf, cellsOf } from "../../data/tables.ts";
import { memoize } from "../platform/memoize.ts";
import type { Agent } from "./read/agent.ts";
import type { Browser } from "./read/browsers.ts";
import type { BrowserResult, NamedVersion, System, UserAgentResult } from "./schema.ts";
import { fromTables, linesOf, rowsOf } from "./tables/tables.ts";

/** Marks a frozen system version, and adds the minimum version if it can be derived. */
export function withFrozenVersion(
  os: System | false,
  agent: Agent,
  browser: Browser | undefined,
  engine: NamedVersion | false,
): System | false {
  if (!os || os.version === "") return os;
  if (os.name === "iOS" || os.name === "iPadOS") return withFrozenIosVersion(os, agent);
  const lowest = lowestSystem(os.name, browser, engine);
  const impossible = lowest !== undefined && compareVersions(os.version, lowest) < 0;
  if (!impossible && !isFrozen(os, agent, browser, engine)) return os;
  return { ...os, frozen: true, ...(lowest !== undefined && { atLeast: lowest }) };
}

function withFrozenIosVersion(os: System, agent: Agent): System {
  if (!agent.lower.includes("applewebkit")) return os;
  const version = agent.versions.get("version") ?? "";
  const [major, system] = [majorOf(version), majorOf(os.version)];
  const safari = major > 0 && major < versions.highestSafari;
  if (safari && major >= versions.safariIsSystem && system < versions.safariIsSystem)
    return { ...os, version };
  if (safari && major > system && system >= versions.safariNumbered)
    return { ...os, frozen: true, atLeast: version };
  const reported = safari || /crios\/|gsa\/|fxios\/|cfnetwork|\bios[ /;]\d/.test(agent.lower);
  return reported || !versions.lastReportedIos.test(os.version)
    ? os
    : { ...os, frozen: true, atLeast: os.version };
}

function isFrozen(
  os: NamedVersion,
  agent: Agent,
  browser: Browser | undefined,
  engine: NamedVersion | false,
): boolean {
  const freeze = versions.freezes.get(os.name);
  const from = engine ? freeze?.from.get(engine.name) : undefined;
  if (!freeze || !engine || from === undefined || !freeze.at.test(os.version)) return false;
  if (os.name === "Android" && !/; K[);]/.test(agent.text)) return false;
  if (engine.name !== "WebKit") return majorOf(engine.version) >= from;
  const safari = majorOf(agent.versions.get("version") ?? "") || majorOf(browser?.version ?? "");
  return safari >= from || !agent.versions.has("version");
}

function lowestSystem(
  system: string,
  browser: Browser | undefined,
  engine: NamedVersion | false,
): string | undefined {
  const own = browser && minimumOs(browser.name, majorOf(browser.version), system);
  if (own !== undefined) return own;
  if (engine === false || engine.name !== "Blink") return undefined;
  const follows = system === "Android" || (browser !== undefined && versions.chromiums.has(browser.name));
  return follows ? minimumOs("Chromium", majorOf(engine.version), system) : undefined;
}

/** Whether the system is too old for the browser; false for a frozen version. */
export function isTooOldForBrowser({ name, version, atLeast }: System): boolean {
  if (atLeast === undefined || versions.freezes.get(name)?.at.test(version)) return false;
  return compareVersions(version, atLeast) < 0;
}

const majorOf = (version: string): number => Number.parseInt(version, 10) || 0;

/** Compares versions; negative if `a` is older. Compares numbers part by part, Windows releases by age. */
function compareVersions(a: string, b: string): number {
  const [age, other] = [versions.windowsAge.get(a), versions.windowsAge.get(b)];
  if (age !== undefined && other !== undefined) return age - other;
  const left = a.split(".");
  for (const [at, part] of b.split(".").entries()) {
    const difference = Number(left[at] ?? 0) - Number(part);
    if (difference !== 0) return difference || 0;
  }
  return 0;
}

/** Rows by browser and system, newest first. */
const minimums = fromTables(() => {
  const rows = rowsOf("minimum-os").toSorted(([, a], [, b]) => Number(b) - Number(a));
  return Map.groupBy(rows, ([browser, , system]) => `${browser} | ${system}`);
});

/** Minimum system version for a browser's major version; undefined if unknown. */
function minimumOs(browser: string, major: number, system: string): string | undefined {
  const rows = minimums().get(`${browser} | ${system}`);
  return rows?.find(([, from]) => major >= Number(from))?.[3];
}

/** Release date (RFC 3339 full-date) and support. */
export type Release = Required<Pick<BrowserResult, "released" | "support">>;

/** Lines by browser: few browsers' releases are needed. */
const lines = fromTables(() => Map.groupBy(linesOf("browser-releases"), (line) => cellOf(line, 0) ?? ""));

/** Releases of a browser by version, and the versions that become current. @throws Error for an unknown support level */
const releasesOf = fromTables(() =>
  memoize((browser) => {
    const rows = (lines().get(browser) ?? []).map(cellsOf).map(([, version = "", released = "", word]) => {
      const support = SUPPORT.find((known) => known === word);
      if (!support) throw new Error(`browser-releases: "${word}" is not one of ${SUPPORT.join(", ")}`);
      return { version, released, support };
    });
    const current = rows.filter(({ version, support }) => support === "current" && !version.includes("."));
    return { byVersion: new Map(rows.map((row) => [row.version, row] as const)), current };
  }),
);

/** Tables of a data file are validated before use. */
fromTables(() => [...lines().keys()].map(releasesOf()));

/** Release of a browser version that is out; undefined if unknown. @param day RFC 3339 full-date */
export function releaseOf({ name, version }: NamedVersion, system: string, day: string): Release | undefined {
  // On iOS all browsers use the system's engine, whatever their version numbers.
  const isApple = system === "iOS" || system === "iPadOS";
  if ((isApple && name !== "Safari") || (name === "Edge" && system === "Android")) return undefined;
  const own = isApple ? "Safari iOS" : system === "Android" ? androidReleases.get(name) : undefined;
  const { byVersion, current } = releasesOf()(own ?? name);
  const [whole = "", major = ""] = /^(\d+)(?:\.\d+)?/.exec(version) ?? [];
  const of = byVersion.get(major);
  if (!of || of.released > day) return undefined;
  const { released } = byVersion.get(whole) ?? of;
  const isReplaced = current.some((other) => other.released > of.released && other.released <= day);
  return { released, support: of.support === "current" && isReplaced ? "outdated" : of.support };
}

export interface Supported extends Pick<Release, "support"> {
  /** Date of the last fixes (RFC 3339 full-date), if past and known. */
  readonly ended?: string;
}

/** Rows by system, newest branch first. */
const branchesOf = fromTables(() => Map.groupBy(rowsOf("system-support"), ([system]) => system ?? ""));

/** Undefined if the version is unknown or frozen. @param day RFC 3339 full-date */
export function systemSupport({ name, version, frozen }: System, day: string): Supported | undefined {
  const branches = frozen ? [] : (branchesOf().get(name) ?? []);
  const [row] = branches
    .filter(([, branch]) => `${version}.`.startsWith(`${branch}.`))
    .toSorted(([, a = ""], [, b = ""]) => b.length - a.length);
  if (row === undefined) return undefined;
  const [, , until = ""] = row;
  if (until === "ended") return { support: "outdated" };
  if (until !== "" && until < day) return { support: "outdated", ended: until };
  return { support: row === branches[0] ? "current" : "supported" };
}

/** Release of the engine version, in web views too; on iOS it is the system's. */
export function engineRelease({ engine, os }: UserAgentResult, day: string): Release | undefined {
  if (!engine) return undefined;
  const name = countedBy.get(engine.name);
  if (name !== undefined) return releaseOf({ ...engine, name }, "", day);
  if (engine.name !== "WebKit" || !os || os.frozen || !/^i(?:Pad)?OS$/.test(os.name)) return undefined;
  return releaseOf({ name: "Safari", version: os.version }, os.name, day);
}
