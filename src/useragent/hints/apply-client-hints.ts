/** Merges a user agent string with client hints; hints take precedence. */

import { chromebooks, formFactors as hintedForms, platforms } from "../../../data/agents/hints.ts";
import type { BrandVersion, ClientHints } from "../client-hints.ts";
import { modelOf } from "../read/answer.ts";
import { browserExactly } from "../read/browser-names.ts";
import { browserOfBrand } from "../read/browsers.ts";
import { modelled } from "../read/maker-model.ts";
import type { BrowserResult, NamedVersion, System, UserAgentResult } from "../schema.ts";
import { fromTables, rowsOf } from "../tables/tables.ts";
import { releaseOf } from "../versions.ts";

/** Restores the unreduced string: real model, Android version and `Mobile`. All results are read from it. */
export function unreducedAgent(agent: string, hints: ClientHints): string {
  const whole = withSystem(agent, hints);
  // Headless Chromium names itself in its brands only.
  return hints.brands.some(({ brand }) => /^headless/i.test(brand))
    ? whole.replace(/(^| )Chrome\//, "$1HeadlessChrome/")
    : whole;
}

/** Whether string and hints are from different browsers: only Chromium sends hints, and not on iOS. */
export function conflicts(agent: string, { brands, platform }: ClientHints): boolean {
  if (brands.length > 0 && /Gecko\/\d+ Firefox|Trident\/|MSIE |^Opera\/|like Mac OS X.*Version\//.test(agent))
    return true;
  return (
    /\((?:iPhone|iPad|iPod)/.test(agent) && /^(?:windows|macos|linux|chrome ?os|android)$/i.test(platform)
  );
}

function withSystem(agent: string, hints: ClientHints): string {
  const isAndroid = hints.platform === "" ? /\bAndroid\b/.test(agent) : /^android/i.test(hints.platform);
  if (!isAndroid || chromebooks.has(hints.model)) return agent;
  const version = hints.platformVersion || /Android ([\d.]+)/.exec(agent)?.[1] || "";
  const model = hints.model.replace(/[;()]/g, " ").trim();
  if (version === "" && model === "") return agent;
  const comment = /\((?:X11; )?Linux[^()]*\)/.exec(agent)?.[0];
  if (!comment) return agent;
  const system =
    model === "" && comment.includes("Android ")
      ? comment.replace(/(Android )[\d.]+(?:; K(?=[;)]))?/, `$1${version}`)
      : `(Linux; Android${version ? ` ${version}` : ""}${model ? `; ${model}` : ""}${/; wv\)/.test(comment) ? "; wv" : ""})`;
  const whole = agent.replace(comment, system);
  return hints.mobile && !/Mobile/.test(whole) ? whole.replace(" Safari/", " Mobile Safari/") : whole;
}

/** Result of `unreducedAgent` with system and browser of the hints. */
export function applyClientHints(
  result: UserAgentResult,
  agent: string,
  hints: ClientHints,
  day: string,
): UserAgentResult {
  const os = systemOf(result.os, hints);
  const browser = result.bot ? result.browser : browserOf(result.browser, hints);
  const chromium = chromiumVersion(hints);
  const isExact =
    result.engine && result.engine.name === "Blink" && moreExact(chromium, result.engine.version);
  const refined: UserAgentResult = {
    ...result,
    agent,
    os: withProcessor(os, result.os, hints),
    browser,
    engine: isExact ? { name: "Blink", version: chromium } : result.engine,
    url: pageOf(result, browser),
    device: deviceOf(result, os, hints),
    evidence: "listed",
  };
  const whole = hints.app === "" || result.bot ? refined : withApp(refined, hints.app);
  return whole.browser ? { ...whole, browser: withRelease(whole.browser, whole.os, day) } : whole;
}

/** Chromium version in the brands; empty if absent. */
export const chromiumVersion = ({ brands }: ClientHints): string =>
  brands.find(({ brand }) => brand === "Chromium")?.version ?? "";

/** Processor from the hints, else from the string. */
function withProcessor(
  os: System | false,
  reported: System | false,
  { architecture, bitness }: ClientHints,
): System | false {
  if (!os) return os;
  const { architecture: written, bitness: width, ...bare } = os;
  const own = reported && reported.name === os.name ? reported : undefined;
  const processor = architecture || written || own?.architecture;
  const bits = bitness || (architecture === "" ? width || own?.bitness : undefined);
  return { ...bare, ...(processor && { architecture: processor }), ...(bits && { bitness: bits }) };
}

/** Adds the release data of the version from the hints. */
function withRelease(browser: BrowserResult, os: System | false, day: string): BrowserResult {
  const { name, version, inApp, evidence = "listed" } = browser;
  const release = releaseOf({ name, version }, os ? os.name : "", day);
  return { name, version, ...release, ...(inApp !== undefined && { inApp }), evidence };
}

/** Web page of the browser or app in the hints. */
function pageOf({ url, browser: reported }: UserAgentResult, browser: NamedVersion | false): string | false {
  if (!reported || !browser || reported.name === browser.name) return url;
  return browserExactly(browser.name.toLowerCase())?.url || false;
}

/** Device of the string, else of the hints. */
function deviceOf(
  { device }: UserAgentResult,
  os: System | false,
  { formFactors, mobile, model }: ClientHints,
): UserAgentResult["device"] {
  const named = hintedForms.find(([name]) => formFactors.includes(name))?.[1];
  const reported = device ? device.formFactor : mobile ? "mobile" : "";
  const desktop = os && /^(?:Windows|macOS|ChromeOS|Linux)$/.test(os.name);
  const formFactor = named ?? (reported || (desktop ? "desktop" : ""));
  const type = formFactor === "desktop" ? "desktop" : "unknown";
  const isPlain = !device || device.type === "desktop" || device.type === "unknown";
  if (device) return { ...device, formFactor, type: isPlain ? type : device.type };
  if (formFactor === "" && model === "") return false;
  return { ...modelOf({ ...modelled(model), code: model }), type, formFactor };
}

function systemOf(os: System | false, hints: ClientHints): System | false {
  // Only Android web views send their package, even when they imitate a desktop.
  if (hints.app !== "" && hints.platform === "" && os && /^(?:Windows|macOS|Linux|iOS)$/.test(os.name))
    return { name: "Android", version: "" };
  const name = platforms.get(hints.platform.toLowerCase());
  if (chromebooks.has(hints.model)) return { name: "ChromeOS", version: "" };
  if (!name || (os && name === "Linux" && os.name !== "Windows" && os.name !== "macOS")) return os;
  if (os && name === "Android" && os.name !== "Linux") return os;
  const same = os && os.name === name;
  if (same && hints.platformVersion === "") return os;
  const isWindows = name === "Windows";
  const version = isWindows ? windowsVersion(hints.platformVersion) : hints.platformVersion;
  return { name, version: version || (isWindows && same ? os.version : ""), evidence: "listed" };
}

/** The hint counts platform releases: 13 and later are Windows 11 (Microsoft's table). */
function windowsVersion(platformVersion: string): string {
  const [major = 0, minor = 0] = platformVersion.split(".").map(Number);
  if (platformVersion === "" || Number.isNaN(major)) return "";
  if (major >= 13) return "11";
  return major > 0 ? "10" : (["", "7", "8", "8.1"][minor] ?? "");
}

function browserOf(browser: NamedVersion | false, hints: ClientHints): NamedVersion | false {
  const { brands, fullVersion } = hints;
  const chrome = browser && isChrome(browser) ? browser : undefined;
  const disguised = chrome && disguisedAsChromium(chrome, hints);
  if (disguised) return disguised;
  const [brand] = brands.toSorted((a, b) => rankOf(b) - rankOf(a));
  if (!brand || brand.brand === "Android WebView")
    return chrome && fullVersion ? { ...chrome, version: fullVersion } : browser;
  const named = browserOfBrand(brand.brand) ?? brand.brand;
  const isOwn =
    /^Chrom(?:e|ium)$/.test(named) ||
    (browser && (named.startsWith(browser.name) || browser.name.startsWith(named)));
  // Hints may be more specific (`Opera GX`), but `OperaMobile` is a mode of Opera.
  if (browser && !chrome && isOwn) {
    const name = named.startsWith(browser.name) && !/mobile/i.test(named) ? named : browser.name;
    return { name, version: moreExact(brand.version, browser.version) ? brand.version : browser.version };
  }
  const version = moreExact(fullVersion, brand.version) ? fullVersion : brand.version;
  return {
    name: chrome?.name === "Chrome WebView" && named === "Chrome" ? chrome.name : named,
    version: browser && moreExact(browser.version, version) ? browser.version : version,
  };
}

const isChrome = (browser: NamedVersion) => /^Chrom(?:e|ium)/.test(browser.name);

/**
 * Browsers that send only Chromium's brand with their own version: Iridium (year and month), 360 (far behind Chromium).
 */
function disguisedAsChromium(browser: NamedVersion, hints: ClientHints): NamedVersion | undefined {
  const only = hints.brands.length === 1 ? hints.brands[0] : undefined;
  if (only?.brand !== "Chromium") return undefined;
  const version = hints.fullVersion || only.version;
  const major = Number.parseInt(version, 10);
  if (/^20[12]\d(?:\.|$)/.test(version)) return { name: "Iridium", version };
  const behind = major >= 9 && major < 20 && Number.parseInt(browser.version, 10) > 60;
  return behind ? { name: "360 Secure Browser", version } : undefined;
}

/** Whether `a` has the major version of `b` and more non-zero parts. */
function moreExact(a: string, b: string): boolean {
  const parts = (version: string) => version.split(".").findLastIndex((part) => part !== "0");
  return a !== "" && (b === "" || (a.split(".")[0] === b.split(".")[0] && parts(a) > parts(b)));
}

/** Rank of brands, least specific first: Chromium, Chrome, unknown names, known names. */
function rankOf({ brand }: BrandVersion): number {
  if (brand === "Chromium") return 1;
  if (brand === "Android WebView") return 2;
  if (browserOfBrand(brand) === undefined) return 3;
  if (brand === "Google Chrome" || brand.startsWith("Vewd")) return 4;
  return /mobile|mini|webview2/i.test(brand) ? 6 : 5;
}

/** Names by package id, and whether they are apps. */
const packages = fromTables(() => {
  const rows = rowsOf("packages");
  return new Map(rows.map(([id = "", name = "", kind]) => [id.toLowerCase(), { name, app: kind === "app" }]));
});

function withApp(result: UserAgentResult, id: string): UserAgentResult {
  const key = id.toLowerCase();
  let known = packages().get(key);
  for (let end = key.length; !known && end > 3; end--) known = packages().get(`${key.slice(0, end)}*`);
  // The app's name is unknown.
  const { name, app } = known ?? { name: id, app: !/brows|explor/i.test(id) };
  const { browser, device } = result;
  const particular =
    browser && (browser.name === name || !/^(?:Chrom.*|Android Browser|Safari|Firefox)$/.test(browser.name))
      ? browser
      : undefined;
  // In a web view the name is the app's.
  const ownVersion = particular && device && device.type === "app" ? particular.version : "";
  const own =
    particular && (!known || !app || particular.name === name) ? particular : { name, version: ownVersion };
  const named = { ...result, browser: app ? { ...own, inApp: name } : own, url: pageOf(result, own) };
  return app && device ? { ...named, device: { ...device, type: "app" } } : named;
}
