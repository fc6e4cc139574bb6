/** The browser: the most particular name in the string, since nearly all of them also carry their ancestors' names. */

import {
  browserForms,
  browserSites,
  chromiumNumbered,
  safariOfBuild,
  shortNames,
  yieldingBrowsers,
} from "../../data/agents/browser-forms.ts";
import type { Agent } from "./agent.ts";
import { browserExactly, browserNamed, type KnownBrowser } from "./browser-names.ts";
import { keywordFlag } from "./keyword-scan.ts";
import { newName } from "./new-names.ts";
import type { Evidence } from "./schema.ts";
import { type Product, versionAt } from "./tokens.ts";

export interface Browser {
  readonly name: string;
  readonly version: string;
  readonly url: string;
  /** How sure the name is: of a table, or by the form of the string. */
  readonly evidence: Evidence;
}

function browser(name: string, version: string, url = browserSites.get(name) ?? ""): Browser {
  return { name, version, url, evidence: "listed" };
}

/**
 * The browser, undefined where the string names none; `particular` is what `particularBrowser` found.
 */
export function findBrowser(agent: Agent, particular: Browser | undefined): Browser | undefined {
  return particular ?? unknownBrowser(agent) ?? commonBrowser(agent);
}

/** A browser that is more than an ancestor or the system's own. */
export function particularBrowser(agent: Agent): Browser | undefined {
  return phoneBrowser(agent) ?? operaFamily(agent) ?? besideFirefox(agent) ?? knownBrowser(agent);
}

/** Some made of Firefox put their name into a comment behind it: `Firefox/3.6.3 (Swiftfox)`. */
function besideFirefox({ text, versions }: Agent): Browser | undefined {
  if (!versions.has("firefox")) return undefined;
  const [, version = "", name = ""] = / Firefox\/(\d[\w.]*) \(([A-Z][a-z]{4,15})\)/.exec(text) ?? [];
  const known = name === "" ? undefined : browserExactly(name.toLowerCase());
  return known && browser(known.name, version, known.url);
}

const FORMS = browserForms.map(([sign, form, name, url]) => ({ flag: keywordFlag([sign]), form, name, url }));
const ANY_FORM = keywordFlag(browserForms.map(([sign]) => sign));

function phoneBrowser(agent: Agent): Browser | undefined {
  if (agent.keywords[ANY_FORM] !== 1) return undefined;
  for (const { flag, form, name, url } of FORMS) {
    if (agent.keywords[flag] !== 1) continue;
    if (name === "NetFront" && /nintendo|kindle|silk|opera mini|ucweb/.test(agent.lower)) continue;
    const match = form.exec(agent.text);
    if (match) return browser(name, match.slice(1).join("."), url);
  }
  return undefined;
}

/** From 10 on Opera puts its version behind other names: `Opera/9.80 (…) Presto/2.12 Version/12.16`. */
function operaFamily(agent: Agent): Browser | undefined {
  const { lower, versions, text } = agent;
  if (!lower.includes("opera")) return undefined;
  const mini = /Opera Mini(?:\/(?:att\/)?|%2F)([\d.]*)/i.exec(text);
  if (mini) return browser("Opera Mini", mini[1] ?? "");
  if (/ucbrowser|ucweb/i.test(text)) return undefined;
  const named = /opera (?:mobi|tablet|tv)/i.test(text) || (versions.has("opera") && !versions.has("opr"));
  if (!named) return undefined;
  const own = versions.get("opera") || (/Opera[ /](\d[\d.]*)/.exec(text)?.[1] ?? "");
  const version = /^9\.[0-4]|^[4-8]\./.test(own) ? own : versions.get("version") || own;
  return browser(/mobi\b|tablet/i.test(text) ? "Opera Mobile" : "Opera", version);
}

function knownBrowser(agent: Agent): Browser | undefined {
  let best = namedProduct(agent);
  const phrase = byPhrase(agent);
  // One of a phrase's words may be a product too, but its version stands behind the phrase: `Crazy Browser 1.0.5`.
  if (best?.version === "" && best.name === phrase?.name) best = phrase;
  if (best && !yieldingBrowsers.has(best.name)) return withChromiumVersion(best, agent);
  if (phrase) return phrase;
  // Others on iOS are made of these two.
  if (best && /fxios\/|crios\//.test(agent.lower) && newName(agent)) return undefined;
  return best?.name === "Firefox" && agent.versions.has("firefox") ? undefined : best;
}

/** The first product that is a browser's name, one that yields to any other only where there is none. */
function namedProduct(agent: Agent): Browser | undefined {
  let best: Browser | undefined;
  const android = agent.lower.includes("android");
  // The model of a phone may be a browser's name as well.
  const explorer = agent.lower.includes("msie ") && !agent.lower.includes("windows phone");
  for (const product of agent.products) {
    // `Brave Browser/93.1`: the version may stand behind the common word.
    if (product.key === "browser" && best?.version === "") best = { ...best, version: product.version };
    if (product.inside && android) continue;
    const known = browserNamed(product.key);
    if (!known || isPlainWord(product, known, explorer)) continue;
    const version = product.version || trailingVersion(product.key);
    // It may name itself twice, and say its version the second time.
    if (best?.name === known.name) best = best.version === "" ? { ...best, version } : best;
    else if (!best || yieldingBrowsers.has(best.name)) best = browser(known.name, version, known.url);
  }
  return best;
}

/** A name of several words. */
function byPhrase({ names, text }: Agent): Browser | undefined {
  const phrase = names.browser;
  if (!phrase) return undefined;
  const end = phrase.at + phrase.phrase.length;
  const version = /^[ /-]{0,2}\(?v?(\d[\w.]*)/.exec(text.slice(end, end + 30))?.[1];
  return browser(phrase.value.name, version ?? "", phrase.value.url);
}

/** A browser that says no version and has that of the Chromium below it. */
function withChromiumVersion(found: Browser, { versions }: Agent): Browser {
  const version = versions.get("chrome") ?? "";
  return found.version === "" && chromiumNumbered.has(found.name) ? { ...found, version } : found;
}

/**
 * A short everyday word counts only with a version behind it: `Min`, `Light`, `Arc`. Browsers around Internet
 * Explorer put their bare name into its comment.
 */
function isPlainWord(product: Product, known: KnownBrowser, explorer: boolean): boolean {
  if (product.version !== "" || shortNames.has(known.name)) return false;
  return product.key.length < 5 || (product.inside && !explorer);
}

function trailingVersion(key: string): string {
  return /[a-z](\d[\d.]*)$/.exec(key)?.[1] ?? "";
}

/** A product that no table knows, in a string that otherwise is a browser's: its own name and version. */
function unknownBrowser(agent: Agent): Browser | undefined {
  if (!/^mozilla\/|applewebkit/.test(agent.lower) || agent.lower.includes("msie ")) return undefined;
  const own = newName(agent);
  return own && { ...browser(readable(own.name), own.version), evidence: "pattern" };
}

/** Whether the string begins with a browser's name. */
export function isBrowserName(agent: Agent): boolean {
  const first = agent.products[0];
  if (!first || first.key === "mozilla" || first.key === "opera") return false;
  const known = browserNamed(first.key) !== undefined || first.key.startsWith("safari");
  if (/browser$/i.test(agent.head)) return true;
  return (
    known ||
    agent.names.browser?.at === 0 ||
    /^(?:ncsa mosaic|ucbrowser)|^[\w .-]{1,40} opera\//.test(agent.lower)
  );
}

function readable(name: string): string {
  return name.replaceAll("_", " ").trim();
}

/** Raised where a string may name a browser that comes before Chrome. */
const BEFORE_CHROME = keywordFlag(["firefox", "iemobile", "msie", "trident/"]);

function commonBrowser(agent: Agent): Browser | undefined {
  const { lower, versions, text } = agent;
  if (agent.keywords[BEFORE_CHROME] !== 1 && versions.has("chrome")) return chromeBrowser(agent);
  const version = (name: string) => versions.get(name) ?? "";
  if (lower.includes("firefox") && !lower.includes("like firefox"))
    return browser("Firefox", version("firefox") || /Firefox[ /]?(\d[\w.]*)/i.exec(text)?.[1] || "");
  if (lower.includes("iemobile")) return browser("IE Mobile", version("iemobile") || version("msie"));
  if (lower.includes("msie") && /msie(?:[ /;]|\d)/.test(lower)) return browser("IE", explorerVersion(agent));
  if (lower.includes("trident/")) return browser("IE", /rv[: ](\d[\d.]*)/.exec(text)?.[1] ?? "");
  if (versions.has("chrome")) return chromeBrowser(agent);
  if (versions.has("chromium")) return browser("Chromium", version("chromium"), "https://www.chromium.org/");
  const own = systemsBrowser(agent);
  if (own) return own;
  if (lower.includes("safari") || /like mac os x.{0,20}applewebkit/.test(lower))
    return browser("Safari", version("version") || earlySafari(versions.get("safari") ?? ""));
  if (/^mozilla\/[1-4]\.\S* (?:\[|\()/.test(lower) && !lower.includes("compatible"))
    return browser("Netscape", version("mozilla"));
  const suite = SUITE.exec(text)?.[1];
  return suite === undefined ? undefined : browser("Mozilla", suite);
}

/** The Mozilla suite says no more than its engine, whose number was its own. */
const SUITE =
  /^Mozilla\/5\.0 (?:\[[\w-]+\] )?\([^()]*\brv:([01]\.\d[\w.]*)\) Gecko\/\d{8}\d*(?: \((?:Debian|Ubuntu|Fedora)[^()]*\))?$/;

/** Browsers that come with a phone's or a television's system and say no name. */
function systemsBrowser({ lower, versions, text }: Agent): Browser | undefined {
  const version = versions.get("version") ?? "";
  if (lower.includes("android") && lower.includes("applewebkit")) return browser("Android Browser", version);
  if (lower.includes("tizen"))
    return browser("Tizen Browser", version || (/Tizen[ /](\d[\d.]*)/i.exec(text)?.[1] ?? ""));
  if (lower.includes("webos/")) return browser("webOS Browser", version);
  if (/bb10|playbook|blackberry/.test(lower))
    return browser("BlackBerry Browser", version || blackberryVersion(text));
  if (lower.includes("applewebkit") && /nokia|series60|symbian/.test(lower))
    return browser("Nokia Browser", "");
  return undefined;
}

/** Safari before 3 says only its build. */
function earlySafari(build: string): string {
  const number = Number.parseInt(build, 10);
  return safariOfBuild.find(([from, to]) => number >= from && number <= to)?.[2] ?? "";
}

/** Chrome itself, or what says no more of itself than Chrome. */
function chromeBrowser({ lower, versions, text }: Agent): Browser {
  const chrome = versions.get("chrome") ?? "";
  const version = versions.get("version") ?? "";
  if (!lower.includes("android")) return browser("Chrome", chrome);
  if (/^[12]\.\d/.test(version) && /^(?:18|28|34)\./.test(chrome))
    return browser("Samsung Internet", version);
  // LG's own browser; views of the system's engine have zeros behind its number.
  if (
    version === "4.0" &&
    /\bLG[-L]|\b\d{3}LG\b/.test(text) &&
    /^(?:30|34|38)\.0\.[1-9]/.test(chrome) &&
    !/; ?wv\)/.test(text)
  )
    return browser("LG Browser", "");
  const isView =
    /;\s?wv\)|\bwv\b|WebView/.test(text) || (version === "4.0" && Number.parseInt(chrome, 10) >= 30);
  return browser(isView ? "Chrome WebView" : "Chrome", chrome);
}

/** The last Internet Explorer; early Windows 10 had Trident 8 below it. */
const LAST_EXPLORER = 11;

/** In compatibility view Internet Explorer names an older version; its engine tells the true one (Trident 4 is IE 8). */
function explorerVersion({ text, versions }: Agent): string {
  const named = /MSIE[ /]?(\d[\w.]*)/i.exec(text)?.[1] ?? "";
  const trident = Number.parseInt(versions.get("trident") ?? "", 10);
  const engines = Math.min(trident + 4, LAST_EXPLORER);
  return trident >= 4 && Number.parseInt(named, 10) < engines ? `${engines}.0` : named;
}

function blackberryVersion(text: string): string {
  return /BlackBerry\d+[a-z]?\/(\d[\d.]*)/i.exec(text)?.[1] ?? "";
}

/**
 * The version that follows a name, empty where none does. Words of the name may stand between: `Twitter for
 * iPhone/10.30`, `[LinkedInApp]/9.29`, `Telegram-Android/10.14`.
 */
export function versionAfter(agent: Agent, at: number): string {
  const gap =
    /^(?:\/Version |[ /v:-]{0,2}|[A-Za-z_\]-][A-Za-z _\]-]{0,24}\/v?| (?:for )?(?:iPhone|iPad|iOS|Android|Mac|Windows)\/v?)(?=\d)/.exec(
      agent.text.slice(at, at + 30),
    )?.[0];
  return gap === undefined ? "" : versionAt(agent.text, at + gap.length);
}

/** The usual name of a browser for a brand among client hints, undefined where no table knows it. */
export function browserOfBrand(brand: string): string | undefined {
  const plain = brand
    .replace(/^(?:Google|Microsoft|Naver|Amazon|Meta) /, "")
    .replace(/ (?:Browser|Android)$/i, (end) => (/mini|stock/i.test(brand) ? "" : end));
  const key = plain.toLowerCase().replace(/ browser$/, "");
  if (key === "chrome") return "Chrome";
  if (key === "edge webview2") return "Edge WebView2";
  if (key === "quest") return "Oculus Browser";
  if (/^opera ?mobile$/.test(key)) return "Opera Mobile";
  const spellings = [
    plain.toLowerCase(),
    key,
    plain.toLowerCase().replaceAll(" ", ""),
    key.replaceAll(" ", ""),
  ];
  return spellings.map(browserExactly).find((known) => known !== undefined)?.name;
}
