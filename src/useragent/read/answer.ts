/** Steps from a string to the result of contract section 1, in order. */

import type * as UaParser from "ua-parser-js";
import * as devices from "../../../data/agents/devices.ts";
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
import type {
  Bot,
  BrowserResult,
  Evidence,
  FormFactor,
  NamedVersion,
  System,
  UserAgentResult,
} from "../schema.ts";
import { brandAtStart, brandOf } from "../tables/brands.ts";
import { releaseOf, withFrozenVersion } from "../versions.ts";
import { type Agent, readAgent } from "./agent.ts";
import { type Browser, engineOf, findBrowser } from "./browsers.ts";
import { type Client, classify, clientOf } from "./classifiers.ts";
import { withoutMaker } from "./device-patterns.ts";
import { type Features, featuresOf } from "./features.ts";
import { formFactorOf } from "./form-factors.ts";
import { hardware, NO_MACHINE } from "./hardware.ts";
import { robotsTokens } from "./identities.ts";
import type { Hardware } from "./maker-model.ts";
import { firstOf, guardedBy, versionIn } from "./patterns.ts";

type Known = ReturnType<typeof read> & { readonly day: string };

function read(text: string) {
  const agent = readAgent(text);
  const features = featuresOf(agent);
  const classifier = classify(features);
  const client = classifier && clientOf(classifier, features);
  const system = operatingSystem(agent);
  const processor = processorOf(agent, system);
  const osName = system ? system.name : "";
  const machine = machineOf(features, client, osName);
  const formFactor = formFactorOf(agent, osName, machine);
  const browser = findBrowser(agent, features.particular);
  const engine = engineOf(agent, browser);
  const os = withFrozenVersion(system, agent, browser, engine);
  return { text, agent, classifier, client, processor, machine, formFactor, browser, engine, os };
}

/** Device of the sender. A bot without a system has no device, and a client's own name is not a device. */
function machineOf({ agent, app }: Features, client: Client | undefined, osName: string): Hardware {
  if (client?.type === "bot" && osName === "") return NO_MACHINE;
  const named = hardware(agent, osName);
  if (!client) return named;
  const { vendor, name, code } = named;
  // `Tesla/4.39 (iOS 18.1)` is an app by Tesla on an Apple device.
  if (/^(?:iPad|i|tv|watch|vision)OS$/.test(osName) && vendor !== "Apple")
    return { vendor: "Apple", name: "", evidence: "pattern" };
  // Without a system, only Apple's libraries imply a device.
  if (client.type === "library" && vendor !== "Apple" && osName === "") return NO_MACHINE;
  if ((vendor === "Apple" && client.type !== "bot") || code !== undefined || /\d/.test(name)) return named;
  // A client's own name: `GooglePodcasts` starts with a maker, `Thunderbird` ends like a phone's name.
  const isOwnName =
    osName === ""
      ? app?.at === 0 &&
        (agent.lower.startsWith(vendor.toLowerCase()) || brandAtStart(agent.head)?.brand === vendor)
      : name.length > 1 && client.name.toLowerCase().endsWith(name.toLowerCase());
  return isOwnName ? NO_MACHINE : named;
}

/** @param day RFC 3339 full-date of the support */
export function interpret(text: string, day: string): UserAgentResult {
  const known = { ...read(text), day };
  return known.client ? ofClient(known, known.client) : ofBrowser(known);
}

/** Result for a browser or device; empty if nothing is recognised. */
function ofBrowser(known: Known): UserAgentResult {
  const { text, os, browser, engine, machine, formFactor, day } = known;
  const isUnknown = machine.vendor === "" && formFactor !== "desktop";
  if (!os && !browser && !engine && isUnknown && formFactor === "")
    return { agent: text, device: false, os: false, engine: false, browser: false, url: false, bot: false };
  const found = (isUnknown && mayBeKnown(machine) && fallbackModel(text)) || machine;
  const type = formFactor === "desktop" ? "desktop" : "unknown";
  return {
    agent: text,
    device: deviceOf(found, type, formFactor),
    os: systemOf(known),
    engine,
    browser: browserOf(browser, os, day),
    url: browser?.url || false,
    bot: false,
    evidence: browser?.evidence ?? "pattern",
  };
}

/**
 * Whether the fallback parser can add something: short codes, and words before a code. It compiles hundreds
 * of expressions, so most strings skip it.
 */
const mayBeKnown = ({ code, name }: Hardware): boolean =>
  code === undefined || /^(?:[A-Z]{4,}[ _-]|[A-Z]{1,3}-?)[A-Z]*\d/.test(name);

/** Result for a bot, app, feed reader or library. */
function ofClient(known: Known, client: Client): UserAgentResult {
  const { text, agent, os, browser, engine, machine, formFactor, classifier } = known;
  const { type, name, version, operator: vendor } = client;
  const evidence: Evidence = classifier?.evidence ?? "pattern";
  const isBot = type === "bot";
  // An app that shows a page sends a browser's string, with an engine.
  const isView = type === "app" && engine !== false && agent.lower.startsWith("mozilla/");
  const own = { name, version, evidence: client.evidence ?? evidence, ...(isView && { inApp: name }) };
  return {
    agent: text,
    device: isBot
      ? { vendor, name, type, formFactor, ...(version !== "" && { version }), evidence }
      : deviceOf(machine, type, formFactor),
    os: systemOf(known),
    engine,
    browser: isBot ? browserOf(browser, os, known.day) : own,
    url: client.url || false,
    bot: (isBot || (type === "library" && client.category !== "unknown")) && botOf(client),
    evidence,
  };
}

type DeviceResult = Exclude<UserAgentResult["device"], false>;

function deviceOf(machine: Hardware, type: DeviceResult["type"], formFactor: FormFactor): DeviceResult {
  const { vendor, name, ...sure } = modelOf(machine);
  return { vendor, name, type, formFactor, ...sure };
}

/** Maker, model and code; `evidence` if there is any. */
export function modelOf(machine: Hardware): Pick<DeviceResult, "vendor" | "name" | "code" | "evidence"> {
  const { vendor: maker, name: listed, code = "", evidence = "listed", doubtful } = machine;
  const vendor = doubtful ? "" : maker;
  const bare = withoutMaker(listed, maker);
  // A list may prefix a bare code with the maker: `HUAWEI U9508`.
  const full = bare !== listed && code.endsWith(bare) && devices.isCode.test(bare) ? bare : listed;
  const name = full.replace(devices.versionBehind, "");
  const written = withoutMaker(code.replaceAll("_", " ").trim(), maker);
  const isCode =
    written !== "" && (written !== name ? !written.endsWith(name) : devices.isCode.test(written));
  if (vendor === "" && name === "") return { vendor, name };
  const sure = vendor === "" ? "pattern" : evidence;
  return isCode
    ? { vendor, name, code: withoutMaker(code, maker), evidence: sure }
    : { vendor, name, evidence: sure };
}

const systemOf = ({ os, processor }: Known): System | false =>
  os && { ...os, ...processor, evidence: os.evidence ?? "listed" };

function browserOf(browser: Browser | undefined, os: System | false, day: string): BrowserResult | false {
  if (!browser) return false;
  const { name, version, evidence } = browser;
  return { name, version, ...releaseOf(browser, os ? os.name : "", day), evidence };
}

function botOf({ name, category, operator, state }: Client): Bot {
  const token = robotsTokens().get(name);
  return { name, category, operator, ...(token !== undefined && { token }), ...(state && { state }) };
}

/** Characters that the fallback parser reads. */
const READ = 500;
/** Minimum length of a code without its maker; of thirteen shorter codes six were right. */
const OWN_LENGTH = 6;
/** @internal for tests: maker and model by ua-parser-js, if both match the string; else undefined. */
export function fallbackModel(text: string): Hardware | undefined {
  // The parser's expressions are quadratic in runs of spaces.
  const read = text.slice(0, READ).replace(/\s{2,}/g, " ");
  // The parser only finds codes with a digit, other than the system's version (`Android 10; K`).
  if (!devices.mayBeCode.test(read)) return undefined;
  // Loaded at first use, since the parser compiles hundreds of expressions.
  const { UAParser } = require("ua-parser-js") as typeof UaParser;
  const { vendor = "", model = "" } = new UAParser(read).getDevice();
  const brand = brandOf(vendor);
  if (brand === undefined || !devices.fallbackCode.test(model)) return undefined;
  const at = read.indexOf(model);
  const isAlone = /[\s;(:]/.test(read[at - 1] ?? "") && devices.afterCode.test(read.slice(at + model.length));
  const isNamed = read.slice(0, at).trimEnd().toLowerCase().endsWith(vendor.toLowerCase());
  return isAlone && (isNamed || model.length >= OWN_LENGTH)
    ? { vendor: brand, name: model, evidence: "guess" }
    : undefined;
}

const dots = (version: string) => version.replaceAll("_", ".");

const rowOf = firstOf(operatingSystems, {});

const READERS: Readonly<Record<ReadAs, (version: string, agent: Agent) => string>> = {
  dots,
  "explorer-mobile": (version) => osVersions.mobileOfExplorer.get(version) ?? "",
  // A version that Android never had is an API level: `Android/34` is Android 14.
  android: (version) => androidByApi.get(version) ?? dots(version),
  windows: windowsVersion,
  "windows-phone": (version) => osVersions.phoneOfNt.get(version) ?? version,
  ubuntu: (version) =>
    // `ubuntu-6.8.0-35-generic` has the version of the kernel.
    /^\d/.test(version)
      ? (osVersions.ubuntuRelease.exec(version)?.[0] ?? "")
      : (osVersions.ubuntuOfName.get(version.toLowerCase()) ?? ""),
  "mac-darwin": (version) => osVersions.macosOfDarwin[Number(version)] ?? "",
  ios: iosVersion,
  darwin: darwinVersion,
  webos: lgWebos,
  // SunOS 5.7 and later are Solaris 7 and later; earlier SunOS 5.x is Solaris 2.x.
  sunos: (version) => version.replace(/^5\.(?=[7-9]|1\d)/, "").replace(/^5\./, "2."),
  gecko: (version) => osVersions.firefoxOsOfGecko[Number(version)] ?? "",
};

/** Operating system, false if not found; `evidence` if inferred from software built for it. */
function operatingSystem(agent: Agent): System | false {
  const row = rowOf(agent, undefined);
  if (!row) return false;
  const { name, at = [], read, evidence } = row;
  // CFNetwork names only the kernel, which iOS and macOS share.
  const isDarwin = name === "iOS" && agent.lower.includes("darwin/");
  const isMac = isDarwin && (macPrograms.test(agent.text) || !notOnMac.test(agent.lower));
  if (isDarwin && !isMac && evidence && osVersions.sharedDarwin.test(agent.text)) return false;
  const written = isMac ? "" : trimEndOf(versionIn(agent, at), /[._]/);
  const raw = isMac ? macVersion(agent) : read ? READERS[read](written, agent) : written;
  const own = isMac ? "macOS" : name;
  // Apple's versions go from 18 to 26; apps built before that receive 19.
  const version = raw.replace(/^\d+/, (major) => osVersions.renumbered.get(`${own} ${major}`) ?? major);
  return { name: own, version, ...(evidence && { evidence }) };
}

/** The build number identifies Windows 11: `10.0.22631.1`. */
function windowsVersion(found: string, { text }: Agent): string {
  const [version = "", build] = found.replace(/^NT[ _]?(?=\d)/i, "").split(/(?<=^\d{1,2}\.\d)\./);
  if (Number.parseInt(build ?? "", 10) >= osVersions.firstBuildOf11) return "11";
  if (version === "5.2") return /x64|WOW64|Win64/i.test(text) ? "XP" : "Server 2003";
  return windowsByNt.get(version) ?? windowsByNt.get(version.toLowerCase()) ?? version;
}

/** Without a system its version may follow the device: `iPhone/15`, but not in `iPhone14,2`. */
function iosVersion(found: string, agent: Agent): string {
  // With CFNetwork the first name and version are the app's: `myTuneriOS/55`.
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

/** LG televisions send the engine of the year. The Chrome version identifies the system's version. */
function lgWebos(found: string, agent: Agent): string {
  if (found !== "" && !/^20\d\d/.test(found)) return found;
  const chrome = Number.parseInt(versionIn(agent, ["chrome", "chr0me"]), 10);
  const webkit = agent.versions.get("applewebkit") ?? "";
  return osVersions.webosOfWebkit.get(webkit) ?? osVersions.webosOfChrome[chrome] ?? "";
}

type Processor = Pick<System, "architecture" | "bitness">;

const NOT_TOLD: Processor = {};

const WORDS = guardedBy(processorWords);

/**
 * Processor, if the string names one and a system. `Intel` on a Mac is frozen since Macs have Arm; Chromium
 * sends `Win64; x64` and `x86_64` on Arm too, so only hints are reliable.
 */
function processorOf(agent: Agent, system: NamedVersion | false): Processor {
  if (system === false || !WORDS.test(agent)) return NOT_TOLD;
  const [, architecture, bitness] = processors.find(([form]) => form.test(agent.lower)) ?? [];
  if (architecture !== undefined) return { architecture, ...(bitness && { bitness }) };
  const isIntel = agent.lower.includes("intel mac") && intelAlone.test(system.version);
  return isIntel ? { architecture: "x86" } : NOT_TOLD;
}
