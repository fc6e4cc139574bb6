/**
 * Browser: the most specific name, since strings also carry their ancestors' names; and the rendering engine,
 * by `data/agents/engines.ts`.
 */

import type { BrowserRow } from "../../../data/agents/browser-forms.ts";
import * as forms from "../../../data/agents/browser-forms.ts";
import * as engines from "../../../data/agents/engines.ts";
import { brandNames } from "../../../data/agents/hints.ts";
import type { Evidence, NamedVersion } from "../schema.ts";
import type { Agent } from "./agent.ts";
import { browserExactly, browserNamed, type KnownBrowser, newName } from "./browser-names.ts";
import { firstOf, versionIn } from "./patterns.ts";
import { type Product, versionAt } from "./tokens.ts";

export interface Browser extends KnownBrowser {
  readonly version: string;
  /** Certainty of the name: listed, or by the form of the string. */
  readonly evidence: Evidence;
}

function browser(name: string, version: string, url = forms.browserSites.get(name) ?? ""): Browser {
  return { name, version, url, evidence: "listed" };
}

/** Browser, undefined if the string has none; `particular` is the result of `particularBrowser`. */
export function findBrowser(agent: Agent, particular: Browser | undefined): Browser | undefined {
  return particular ?? unknownBrowser(agent) ?? browserByRow(agent, commonRow(agent, undefined));
}

/** A browser other than an ancestor or the system's default. */
export function particularBrowser(agent: Agent): Browser | undefined {
  return browserByRow(agent, formRow(agent, undefined)) ?? firefoxDerivative(agent) ?? knownBrowser(agent);
}

/** Some Firefox derivatives add their name in a comment: `Firefox/3.6.3 (Swiftfox)`. */
function firefoxDerivative({ text, versions }: Agent): Browser | undefined {
  if (!versions.has("firefox")) return undefined;
  const [, version = "", name = ""] = / Firefox\/(\d[\w.]*) \(([A-Z][a-z]{4,15})\)/.exec(text) ?? [];
  const known = browserExactly(name.toLowerCase());
  return known && browser(known.name, version, known.url);
}

const formRow = firstOf(forms.browserForms, {});
const commonRow = firstOf(forms.commonBrowsers, {});

function browserByRow(agent: Agent, row: BrowserRow | undefined): Browser | undefined {
  if (!row) return undefined;
  const { name, url, at, only, read } = row;
  const version = versionIn(agent, at ?? (only ? [only] : []));
  return browser(name, read ? READERS[read](version, agent) : version, url);
}

function knownBrowser(agent: Agent): Browser | undefined {
  let best = namedProduct(agent);
  const phrase = byPhrase(agent);
  // A word of a phrase may be a product too, with the version after the phrase: `Crazy Browser 1.0.5`.
  if (best?.version === "" && best.name === phrase?.name) best = phrase;
  if (best && !forms.yieldingBrowsers.has(best.name)) return withChromiumVersion(best, agent);
  if (phrase) return withChromiumVersion(phrase, agent);
  // Browsers derived from Firefox or Chrome for iOS add their own name.
  if (best && /fxios\/|crios\//.test(agent.lower) && newName(agent)) return undefined;
  return best?.name === "Firefox" && agent.versions.has("firefox") ? undefined : best;
}

/** First product with a browser's name; generic ones only as a last resort. */
function namedProduct(agent: Agent): Browser | undefined {
  let best: Browser | undefined;
  const android = agent.lower.includes("android");
  // A phone's model may equal a browser's name.
  const explorer = agent.lower.includes("msie ") && !agent.lower.includes("windows phone");
  for (const product of agent.products) {
    // `Brave Browser/93.1`: the version follows the common word.
    if (product.key === "browser" && best?.version === "") best = { ...best, version: product.version };
    if (product.inside && android) continue;
    const known = browserNamed(product.key);
    if (!known || isPlainWord(product, known, explorer)) continue;
    const version = product.version || (/[a-z](\d[\d.]*)$/.exec(product.key)?.[1] ?? "");
    // The name may occur twice, the second time with the version.
    if (best?.name === known.name) best = best.version === "" ? { ...best, version } : best;
    else if (!best || forms.yieldingBrowsers.has(best.name)) best = browser(known.name, version, known.url);
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

/** Adds Chromium's version to a browser that sends no version. */
function withChromiumVersion(found: Browser, { versions }: Agent): Browser {
  const version = versions.get("chrome") ?? "";
  return found.version === "" && forms.chromiumNumbered.has(found.name) ? { ...found, version } : found;
}

/** Short everyday words (`Min`, `Light`, `Arc`) need a version, except in comments of Internet Explorer. */
function isPlainWord(product: Product, known: KnownBrowser, explorer: boolean): boolean {
  if (product.version !== "" || forms.shortNames.has(known.name)) return false;
  return product.key.length < 5 || (product.inside && !explorer);
}

/** Unlisted product in a browser's string. */
function unknownBrowser(agent: Agent): Browser | undefined {
  if (/^[A-Za-z]/.test(agent.versions.get("version") ?? "")) return nameAsVersion(agent);
  const own = newName(agent);
  const isOwn = /^mozilla\/|applewebkit/.test(agent.lower) && !agent.lower.includes("msie ");
  if (own && (isOwn || /^(?!wap|.*pda)[\w ]+browser$/i.test(agent.head)))
    return byPattern(own.name, own.version);
  const [, bare, version] = (agent.lower.includes("browser") && forms.bareBrowser.exec(agent.text)) || [];
  return bare === undefined ? undefined : byPattern(bare, version);
}

const byPattern = (name: string, version = ""): Browser => ({
  ...browser(name.replaceAll("_", " ").trim(), version),
  evidence: "pattern",
});

/** F-Secure's browser puts the vendor in Safari's version: `Version/Seldom 18.6.28 18.6.28 15.0`. */
function nameAsVersion({ text }: Agent): Browser | undefined {
  const [, name = "", version = ""] = / Version\/([A-Za-z]\w+) (\d[\d.]*)/.exec(text) ?? [];
  const known = browserExactly(name.toLowerCase());
  if (known) return browser(known.name, version, known.url);
  return name === "" ? undefined : byPattern(name, version);
}

/** Whether the string begins with a browser's name. */
export function isBrowserName(agent: Agent): boolean {
  const first = agent.products[0];
  if (!first || first.key === "mozilla" || first.key === "opera") return false;
  return (
    (browserNamed(first.key) !== undefined && !forms.goesOn.test(agent.head)) ||
    agent.names.browser?.at === 0 ||
    /browser$/i.test(agent.head) ||
    /^(?:safari(?![a-z])|ncsa mosaic|ucbrowser|google chrome mozilla\/)|^[\w .-]{1,40} opera\//.test(
      agent.lower,
    )
  );
}

/** Last version of Internet Explorer; early Windows 10 had Trident 8, which would be version 12. */
const LAST_EXPLORER = 11;

const READERS: Readonly<Record<"explorer" | "safari", (version: string, agent: Agent) => string>> = {
  /** Compatibility view sends an older version; the engine has the real one (Trident 4 is IE 8). */
  explorer(named, { versions }) {
    const trident = Number.parseInt(versions.get("trident") ?? "", 10);
    const explorer = Math.min(trident + 4, LAST_EXPLORER);
    return trident >= 4 && Number.parseInt(named, 10) < explorer ? `${explorer}.0` : named;
  },
  /** Before version 3 only the build is sent. */
  safari(version, { versions }) {
    if (versions.get("version")) return version;
    const build = Number.parseInt(version, 10);
    return forms.safariOfBuild.find(([from, to]) => build >= from && build <= to)?.[2] ?? "";
  },
};

/** Version after a name, or empty; words of the name may intervene. */
export function versionAfter(agent: Agent, at: number): string {
  const gap = forms.beforeVersion.exec(agent.text.slice(at, at + 30))?.[0];
  return gap === undefined ? "" : versionAt(agent.text, at + gap.length);
}

/** Usual browser name for a client-hints brand; undefined if unlisted. */
export function browserOfBrand(brand: string): string | undefined {
  const plain = brand
    .replace(/^(?:Google|Microsoft|Naver|Amazon|Meta) /, "")
    .replace(/ (?:Browser|Android)$/i, (end) => (/mini|stock/i.test(brand) ? "" : end));
  const whole = plain.toLowerCase();
  const key = whole.replace(/ browser$/, "");
  const joined = [whole, key].map((name) => name.replaceAll(" ", ""));
  const known = [whole, key, ...joined].map(browserExactly).find((name) => name !== undefined);
  return brandNames.get(key) ?? known?.name;
}

const engineRow = firstOf(engines.engines, {
  webkit: ({ lower, versions }: Agent) =>
    lower.includes("applewebkit") || (versions.get("webkit") ?? "") !== "",
  blink: (agent: Agent) =>
    Number.parseInt(versionIn(agent, engines.chromiumProducts), 10) >= engines.firstBlink,
});

/** Rendering engine; false if unknown. */
export function engineOf(agent: Agent, browser: Browser | undefined): NamedVersion | false {
  const row = engineRow(agent, undefined);
  const found = row && { name: row.name, version: versionIn(agent, row.at ?? []).replace(/\+$/, "") };
  if (!browser) return found ?? false;
  const isPresto = browser.name === "Opera" && engines.onPresto.test(browser.version);
  const engine = isPresto ? "Presto" : engines.engineOfBrowsers.get(browser.name);
  // Konqueror may use WebKit; Opera's name occurs in other strings too.
  if (engine === undefined || (found && (found.name === engine || /^(?:WebKit|Blink)$/.test(found.name))))
    return found ?? false;
  return { name: engine, version: agent.versions.get(engine.toLowerCase()) ?? "" };
}
