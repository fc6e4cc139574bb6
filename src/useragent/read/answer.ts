/** A string's way to what is known of it, in the order in which it is decided, and the result of contract section 1. */

import type * as UaParser from "ua-parser-js";
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

/** All that is known of a string. */
type Known = ReturnType<typeof read>;

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

/** The machine that sent a string; a robot without a system has none, and a client's own name is none. */
function machineOf({ agent, app }: Features, client: Client | undefined, osName: string): Hardware {
  if (client?.type === "bot" && osName === "") return NO_MACHINE;
  const named = hardware(agent, osName);
  if (!client) return named;
  const { vendor, name, code } = named;
  // `Tesla/4.39 (iOS 18.1)` is a maker's app, but not on his machine.
  if (/^(?:iPad|i|tv|watch|vision)OS$/.test(osName) && vendor !== "Apple")
    return { vendor: "Apple", name: "", evidence: "pattern" };
  // Apple's libraries run on Apple's machines, without a system too.
  if (client.type === "library" && vendor !== "Apple" && osName === "") return NO_MACHINE;
  if ((vendor === "Apple" && client.type !== "bot") || code !== undefined || /\d/.test(name)) return named;
  // `GooglePodcasts` in front of a string is an app of the tables; `Thunderbird` ends as a phone is called.
  const isOwnName =
    osName === ""
      ? app?.at === 0 &&
        (agent.lower.startsWith(vendor.toLowerCase()) || brandAtStart(agent.head)?.brand === vendor)
      : name.length > 1 && client.name.toLowerCase().endsWith(name.toLowerCase());
  return isOwnName ? NO_MACHINE : named;
}

/** The answer to a string. */
export function interpret(text: string): UserAgentResult {
  const known = read(text);
  return known.client ? ofClient(known, known.client) : ofBrowser(known);
}

/** A person's browser or device; nothing at all where nothing is known. */
function ofBrowser(known: Known): UserAgentResult {
  const { text, os, browser, engine, machine, formFactor } = known;
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
    browser: browserOf(browser, os),
    url: browser?.url || false,
    bot: false,
    evidence: browser?.evidence ?? "pattern",
  };
}

/**
 * Whether the fallback may know what our own tables do not: codes of few signs, and words in front of one. Most strings then
 * do without the fallback, which compiles hundreds of expressions.
 */
const mayBeKnown = ({ code, name }: Hardware): boolean =>
  code === undefined || /^(?:[A-Z]{4,}[ _-]|[A-Z]{1,3}-?)[A-Z]*\d/.test(name);

/** A bot, app, feed reader or library. */
function ofClient(known: Known, client: Client): UserAgentResult {
  const { text, agent, os, browser, engine, machine, formFactor, classifier } = known;
  const { type, name, version, operator: vendor } = client;
  const evidence: Evidence = classifier?.evidence ?? "pattern";
  const isBot = type === "bot";
  // An app that shows a page: its string is a browser's, with an engine.
  const isView = type === "app" && engine !== false && agent.lower.startsWith("mozilla/");
  const own = { name, version, evidence: client.evidence ?? evidence, ...(isView && { inApp: name }) };
  return {
    agent: text,
    device: isBot
      ? { vendor, name, type, formFactor, ...(version !== "" && { version }), evidence }
      : deviceOf(machine, type, formFactor),
    os: systemOf(known),
    engine,
    browser: isBot ? browserOf(browser, os) : own,
    url: client.url || false,
    bot: isBot && botOf(client),
    evidence,
  };
}

type DeviceResult = Exclude<UserAgentResult["device"], false>;

function deviceOf(machine: Hardware, type: DeviceResult["type"], formFactor: FormFactor): DeviceResult {
  const { vendor, name, ...sure } = modelOf(machine);
  return { vendor, name, type, formFactor, ...sure };
}

/** Maker, model and its code; `evidence` where there is something to be sure of. */
export function modelOf(machine: Hardware): Pick<DeviceResult, "vendor" | "name" | "code" | "evidence"> {
  const { vendor: maker, name: listed, code = "", evidence = "listed", doubtful } = machine;
  const vendor = doubtful ? "" : maker;
  const bare = withoutMaker(listed, maker);
  // A list may have the maker in front of what is no more than the code: `HUAWEI U9508`.
  const full = bare !== listed && code.endsWith(bare) && IS_CODE.test(bare) ? bare : listed;
  const name = full.replace(VERSION_BEHIND, "");
  const written = withoutMaker(code.replaceAll("_", " ").trim(), maker);
  const isCode = written !== "" && (written !== name ? !written.endsWith(name) : IS_CODE.test(written));
  if (vendor === "" && name === "") return { vendor, name };
  const sure = vendor === "" ? "pattern" : evidence;
  return isCode
    ? { vendor, name, code: withoutMaker(code, maker), evidence: sure }
    : { vendor, name, evidence: sure };
}

/** No model has a version of three numbers: `Desire HD 1.75.163.2`, `A820 4.1.2 weibo 3.5.2 android`, `Nexus S - 4.1.1 - API 16`. */
const VERSION_BEHIND = /[ _](?:- )?\d+\.\d+(?:\.\d+|[ _]weibo).*/;

/** A digit, and no word of small letters: `SM-G900F`, `2201117TG`, but not `Redmi Note 8`. */
const IS_CODE = /^(?=.*\d)(?!.*[a-z]{3})[\w().+ -]{2,40}$/;

const systemOf = ({ os, processor }: Known): System | false =>
  os && { ...os, ...processor, evidence: os.evidence ?? "listed" };

const browserOf = (browser: Browser | undefined, os: System | false): BrowserResult | false => {
  if (!browser) return false;
  const { name, version, evidence } = browser;
  return { name, version, ...releaseOf(browser, os ? os.name : ""), evidence };
};

function botOf({ name, category, operator, state }: Client): Bot {
  const token = robotsTokens().get(name);
  return { name, category, operator, ...(token !== undefined && { token }), ...(state && { state }) };
}

/** The fallback parser reads no further than that; the rest of a long string would only cost time. */
const READ = 500;
/** A code: at least three signs, one of them a digit. Words are anybody's. */
const CODE = /^(?=.*\d).{3,}$/;
/** A shorter code that no maker stands in front of is others' too: six of thirteen were right. */
const OWN_LENGTH = 6;
const MAY_BE_CODE =
  /(?:^|[;(])(?!\s*(?:Android [\d.]+[;)]|rv:|CPU |Linux [\w.]+[;)]|MSIE|Windows|Opera))[^;()\d/]*\d[^;()/]*(?:\sBuild\b|[;)])/;
/** Where a code stands, after a semicolon, a bracket or the maker: with nothing behind it that may belong to it. */
const AFTER = /^(?:\s+Build\b|\s*[;)/])/;

/** @internal for tests: maker and model by ua-parser-js, where both hold up against the string; else undefined. */
export function fallbackModel(text: string): Hardware | undefined {
  // Its expressions try each of many spaces anew.
  const read = text.slice(0, READ).replace(/\s{2,}/g, " ");
  // It can only find what has a digit and is not the system's version: `Android 10; K` has nothing to be asked about.
  if (!MAY_BE_CODE.test(read)) return undefined;
  // Loaded when it is asked for the first time: it compiles hundreds of expressions.
  const { UAParser } = require("ua-parser-js") as typeof UaParser;
  const { vendor = "", model = "" } = new UAParser(read).getDevice();
  const brand = brandOf(vendor);
  if (brand === undefined || !CODE.test(model)) return undefined;
  const at = read.indexOf(model);
  const isAlone = /[\s;(:]/.test(read[at - 1] ?? "") && AFTER.test(read.slice(at + model.length));
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
function operatingSystem(agent: Agent): System | false {
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

type Processor = Pick<System, "architecture" | "bitness">;

const NOT_TOLD: Processor = {};

const WORDS = guardedBy(processorWords);

/**
 * The processor, where a string names one and a system. `Intel` of a Mac says nothing since Macs have Arm: browsers froze it;
 * Windows on Arm and Linux on others are revealed only by hints where Chromium writes `Win64; x64` and `x86_64` for all.
 */
function processorOf(agent: Agent, system: NamedVersion | false): Processor {
  if (system === false || !WORDS.test(agent)) return NOT_TOLD;
  const [, architecture, bitness] = processors.find(([form]) => form.test(agent.lower)) ?? [];
  if (architecture !== undefined) return { architecture, ...(bitness && { bitness }) };
  const isIntel = agent.lower.includes("intel mac") && intelAlone.test(system.version);
  return isIntel ? { architecture: "x86" } : NOT_TOLD;
}
