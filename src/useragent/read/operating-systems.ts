/**
 * The operating system and the processor that a string names. Rules stand in order: what imitates another system comes
 * before that.
 */

import {
  intelAlone,
  macPrograms,
  notOnMac,
  operatingSystems,
  processors,
  processorWords,
  type ReadAs,
} from "../../../data/agents/operating-systems.ts";
import { androidByApi, osVersions, windowsByNt } from "../../../data/agents/os-versions.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import type { NamedVersion, System } from "../schema.ts";
import type { Agent } from "./agent.ts";
import { firstOf, guardedBy, versionIn } from "./patterns.ts";

const dots = (version: string) => version.replaceAll("_", ".");

const rowOf = firstOf(operatingSystems, {});

const READERS: Readonly<Record<ReadAs, (version: string, agent: Agent) => string>> = {
  dots,
  "explorer-mobile": (version) => osVersions.mobileOfExplorer.get(version) ?? "",
  // A version that no release of Android has is a level of its interface: `Android/34` is Android 14.
  android: (version) => androidByApi.get(version) ?? dots(version),
  windows: windowsVersion,
  "windows-phone": (version) => osVersions.phoneOfNt.get(version) ?? version,
  ubuntu: (version) =>
    // Where a kernel's number stands instead, `ubuntu-6.8.0-35-generic`, it is not the release.
    /^\d/.test(version)
      ? (UBUNTU_RELEASE.exec(version)?.[0] ?? "")
      : (osVersions.ubuntuOfName.get(version.toLowerCase()) ?? ""),
  "mac-darwin": (version) => osVersions.macosOfDarwin[Number(version)] ?? "",
  ios: iosVersion,
  darwin: darwinVersion,
  webos: lgWebos,
  // From 5.7 on Solaris has the number behind the point, before that 2 and the point.
  sunos: (version) => version.replace(/^5\.(?=[7-9]|1\d)/, "").replace(/^5\./, "2."),
  gecko: (version) => osVersions.firefoxOsOfGecko[Number(version)] ?? "",
};

/** Year and month (https://wiki.ubuntu.com/Releases), and a number of the point release. */
const UBUNTU_RELEASE = /^\d{1,2}\.(?:04|06|10)(?:\.\d+)?/;

/** The operating system, false where the string names none; `evidence` where it follows from what is built for it. */
export function operatingSystem(agent: Agent): System | false {
  const row = rowOf(agent, undefined);
  if (!row) return false;
  const { name, at = [], read, evidence } = row;
  // Apple's network library names the kernel alone, which phones and Macs share.
  const isDarwin = name === "iOS" && agent.lower.includes("darwin/");
  const isMac = isDarwin && (macPrograms.test(agent.text) || !notOnMac.test(agent.lower));
  const written = isMac ? "" : trimEndOf(versionIn(agent, at), /[._]/);
  const told = isMac ? macVersion(agent) : read ? READERS[read](written, agent) : written;
  const own = isMac ? "macOS" : name;
  // Apple's systems went from 18 to 26, but tell apps that were built before of a 19.
  const version = told.replace(/^\d+/, (major) => osVersions.renumbered.get(`${own} ${major}`) ?? major);
  return { name: own, version, ...(evidence && { evidence }) };
}

/** Behind NT's number stands a build, which tells Windows 11: `10.0.22631.1`. */
function windowsVersion(found: string, { text }: Agent): string {
  const [version = "", build] = found.replace(/^NT[ _]?(?=\d)/i, "").split(/(?<=^\d{1,2}\.\d)\./);
  if (Number.parseInt(build ?? "", 10) >= osVersions.firstBuildOf11) return "11";
  if (version === "5.2") return /x64|WOW64|Win64/i.test(text) ? "XP" : "Server 2003";
  return windowsByNt.get(version) ?? windowsByNt.get(version.toLowerCase()) ?? version;
}

/** Where no system is named its version may stand behind the device: `iPhone/15`, but not in `iPhone14,2`. */
function iosVersion(found: string, agent: Agent): string {
  // Behind Apple's network library the name in front is the app's, with the app's version: `myTuneriOS/55`.
  const darwin = /Darwin\/(\d+)/.exec(agent.text)?.[1];
  if (darwin !== undefined && !/[(;] ?iP?(?:ad)?OS[ /]\d/.test(agent.text))
    return darwinVersion(darwin, agent);
  const version =
    versionIn(agent, osVersions.iosInFront) || found || versionIn(agent, osVersions.iosBehindDevice);
  if (/^[3-5]\d{2}$/.test(version)) return [...version].join(".");
  return /^\d{1,2}(?:[._]|$)/.test(version) ? dots(version) : "";
}

function darwinVersion(found: string, agent: Agent): string {
  const major = Number(found.split(".")[0]);
  const network = Number(/CFNetwork\/(\d+)/i.exec(agent.text)?.[1] ?? 0);
  const reported = major < 15 && osVersions.iosOfCfnetwork.find(([from]) => network >= from)?.[1];
  return reported || (osVersions.iosOfDarwin[major] ?? "");
}

const macVersion = (agent: Agent): string =>
  dots(versionIn(agent, osVersions.macNamed)) ||
  READERS["mac-darwin"](versionIn(agent, osVersions.darwin), agent);

/** LG's televisions say the year's engine, not the system: the version of Chrome tells it. */
function lgWebos(found: string, agent: Agent): string {
  if (found !== "" && !/^20\d\d/.test(found)) return found;
  const chrome = Number.parseInt(versionIn(agent, ["chrome", "chr0me"]), 10);
  const webkit = agent.versions.get("applewebkit") ?? "";
  return osVersions.webosOfWebkit.get(webkit) ?? osVersions.webosOfChrome[chrome] ?? "";
}

export type Processor = Pick<System, "architecture" | "bitness">;

const NOT_TOLD: Processor = {};

const WORDS = guardedBy(processorWords);

/**
 * The processor, where a string names one and a system. `Intel` of a Mac says nothing since Macs have Arm: browsers froze it;
 * Windows on Arm and Linux on others are revealed only by hints where Chromium writes `Win64; x64` and `x86_64` for all.
 */
export function processorOf(agent: Agent, system: NamedVersion | false): Processor {
  if (system === false || !WORDS.test(agent)) return NOT_TOLD;
  const [, architecture, bitness] = processors.find(([form]) => form.test(agent.lower)) ?? [];
  if (architecture !== undefined) return { architecture, ...(bitness && { bitness }) };
  const isIntel = agent.lower.includes("intel mac") && intelAlone.test(system.version);
  return isIntel ? { architecture: "x86" } : NOT_TOLD;
}
