/** Common forms of strings, by which they are judged where no table knows a name. */

import {
  appWords,
  featurePhoneWords,
  libraryWords,
  peoplesWords,
  personsWords,
  podcastWords,
  viewAppWords,
  webWords,
} from "../../data/agents/words.ts";
import type { Agent } from "./agent.ts";
import { browserExactly, isNoise } from "./browser-names.ts";
import { type Features, PLAIN_BOT_WORD } from "./features.ts";
import { FRAMEWORKS, type Identity } from "./identity-rows.ts";
import { guardedBy } from "./keyword-scan.ts";
import type { Client } from "./naming.ts";
import { newName } from "./new-names.ts";
import type { Product } from "./tokens.ts";

/**
 * A service's fetcher has the app's name and a page, no system and the first number that comes to mind, or none:
 * `Pinterest/0.2 (+http://www.pinterest.com/)`, but `Banshee/2.6.2 (http://banshee-project.org/)`.
 */
export function isServerOfApp({ agent, contact }: Features): boolean {
  return (
    contact.page !== "" &&
    (/\+ ?(?:http|www)/.test(agent.lower) || /^(?:0\.\d+|[12](?:\.0){0,2})?$/.test(agent.headVersion)) &&
    !/ios|iphone|ipad|android|darwin|mac|windows|linux|watch|pod|cast|player|radio|torrent/.test(agent.lower)
  );
}

export function runsOnSystem({ agent }: Features): boolean {
  return /\b(?:windows|macintosh|iphone|ipad|android|cfnetwork)\b/.test(agent.lower);
}

/** `Safari/19616 CFNetwork/1490 Darwin/23`: the whole name in front is a browser's. */
export function isCfnetworkBrowser({ agent }: Features): boolean {
  if (!agent.lower.includes("cfnetwork/")) return false;
  const name = agent.head.toLowerCase();
  return /^(?:mobile)?safari$|^com\.apple\.(?:webkit|safari)|^chrome$|^firefox$/.test(name)
    ? true
    : browserExactly(name) !== undefined && /^[a-z]{6,}$/.test(name);
}

/** `Mozilla/5.0 (compatible; Name/1.0)` and nothing else: browsers of people say more. */
export function standsAlone({ lower }: Agent): boolean {
  const inside = /^mozilla\/\d\.\d+\s*\((?:compatible[;,]?\s*)?([^()]*)\)?\s*$/.exec(lower)?.[1];
  if (inside !== undefined) return !peoplesWords.test(inside) && (inside === "" || /[a-z]{3}/.test(inside));
  if (/khtml, like gecko\)?; ?[a-z]|^\(?mozilla(?:\/\d\.\d)?[.)]*$|^mozilla\/5\.0 [a-z_-]+$/.test(lower))
    return true;
  return /^mozilla\/\d\.\d+ [a-z][\w-]+\/\d[\w.]*$/.test(lower);
}

/**
 * Marks that browsers never make: words beside `like Gecko` (Safari's early family says `Safari` there), a name where
 * the system belongs, `compatible` behind the end, a site in front of the whole string or behind Internet Explorer's,
 * a time stamp as a product.
 */
const FOREIGN = guardedBy(
  /\(khtml, like gecko[,;]? (?!safari|googleweblight)[a-z][^)]*\)| safari\/[\d.]+ \(compatible;|^mozilla\/5\.0 \((?!x11|windows|macintosh|linux|mobile|tablet|android|iphone|ipad|tv|unknown)[a-z][\w.-]{3,30}\) applewebkit\/[\d.]+ \(khtml, like gecko\)$|^[a-z0-9-]+(?:\.[a-z0-9-]+){0,2}\.(?:ai|com|org|net|io|co|dev|app|de|eu|fr|uk)(?:\/[a-z]\S*)? mozilla\/|^mozilla\/[45]\.0 \(compatible; msie [^()]*\)[^()]* [a-z0-9-]+\.(?:com|net|org|io|de|fr)$| time\/\d{13}$/,
);

/** A site as a product at the end, where apps on phones have their name too. */
const SITE_AS_PRODUCT = guardedBy(
  / [a-z0-9-]+\.com\/[\d.]+$| [a-z0-9-]+\.net\/[\d.]+$| [a-z0-9-]+\.org\/[\d.]+$| [a-z0-9-]+\.io\/[\d.]+$| [a-z0-9-]+\.ai\/[\d.]+$| [a-z0-9-]+\.dev\/[\d.]+$/,
);
/** Phones have left their factories with `Mozzila`; on a desktop somebody typed it. */
const MISSPELT = /^moz(?!illa)[a-z]{2,6}\/\d\.\d \((?:windows|macintosh|x11)|^mozlila\//;
/** Their own views name an app in the engine's place, or have Electron. */
const isDesktopBrowser = (lower: string) =>
  /^mozilla\/5\.0 \((?:windows nt|macintosh|x11).* (?:safari|firefox)\/[\d.]+ [a-z0-9.-]+\/[\d.]+$/.test(
    lower,
  ) && !lower.includes("electron/");

/** Safari's end of Chrome's engine, but another name in Chrome's place. */
const NAMELESS_CHROME = guardedBy(
  /^mozilla\/5\.0 \((?:windows|macintosh|x11)[^()]*\) applewebkit\/[\d.]+ \(khtml, like gecko\) (?!version|chrom|opr|qtwebengine|webkit)[a-z][\w.-]+\/[\d.]+ safari\/537\.36$/,
);

/** Bare words where the string of Chrome on Linux, where robots live, has ended; a product behind a semicolon anywhere. */
const TAIL =
  /^Mozilla\/5\.0 (?:\(X11; [^()]*\) AppleWebKit\/[\d.]+ ?\(KHTML, like Gecko\) Chrome\/[\d.]+ Safari\/[\d.]+(?: [A-Z][A-Za-z-]+){1,3}|\([^()]*\) AppleWebKit\/[\d.]+ ?\(KHTML, like Gecko\) (?:Chrome|Version)\/[\d.]+ (?:Mobile )?Safari\/[\d.]+; [A-Z][\w-]+(?:\/[\d.]+)?)$/;

/** A browser's string with something in it, or behind it, that no browser puts there. */
export function isMarkedBrowser({ agent, app, particular }: Features): boolean {
  if (FOREIGN.test(agent) || (app === undefined && NAMELESS_CHROME.test(agent))) return true;
  if (SITE_AS_PRODUCT.test(agent) && isDesktopBrowser(agent.lower)) return true;
  if (MISSPELT.test(agent.lower)) return true;
  return (
    particular === undefined &&
    TAIL.test(agent.text) &&
    !/browser|chrom|linux|edition| build/.test(agent.lower.slice(agent.lower.lastIndexOf("safari/")))
  );
}

export function isFeaturePhone({ agent }: Features): boolean {
  // `LG ThinQ/4.1 (iPhone; iOS 16.0)` is an app of a maker of phones on somebody else's.
  if (/^[^(]{3,40}\/\d[\d.]* \((?:iphone|ipad); /.test(agent.lower)) return false;
  return featurePhoneWords.test(agent.lower) || !/[a-z]/i.test(agent.text);
}

/** `Name/1.2` alone, or with a comment that has no system of a phone. */
export function isLoneProduct({ agent, mobile }: Features): boolean {
  return (
    !mobile &&
    /^(?:[a-z][a-z0-9_.-]*\/v?\d[\d.]*(?: \(|$)|[A-Z][\w.-]*\/v?\d[\d.]*$)/.test(agent.text) &&
    !/macos|windows|ios\b/.test(agent.lower)
  );
}

const LIBRARY_NAME =
  /^lib[a-z]|::|\bsdk\b|SDK|[Hh]ttp[._-]?(?:[Cc]lient|lib|request)|\bHTTP Client\b|\/(?:PHP|[Pp]ython|[Rr]uby|[Jj]ava|[Gg]o|[Nn]ode|JS|[Pp]erl|[Rr]ust|[Ss]wift|Kotlin|CLI)[/ ]v?\d|^[a-z][\w.-]*(?:-(?:client|requests?|fetch|sdk|http|api)|\.js)$/;

/** A language parted from the rest of a name: `seldom-api-python`, `Seldom PHP Client`, `seldom.js/1.0`. */
const OF_LANGUAGE =
  /^[\w .@-]{1,40}?[-_. ](?:php|python|ruby|java|javascript|typescript|golang|rust|dotnet|csharp|kotlin|perl|elixir|nodejs|powershell)(?=[-_. ]|$)|^[\w .@-]{1,40}[-_.](?:js|node|go)$/i;

/** Names that services' generators give clients in each language: `SeldomAI/Python 1.2.3`. */
const GENERATED = /^[A-Z][\w .-]{1,40}\/(?:Python|JS|Go|Java|Kotlin|Ruby|PHP|CLI) v?\d/;

/** A library for a service that the tables know as a robot or an app: `Postmark.NET`, `jira-python/3.8`. */
export function isLibraryOfService({ agent, machine, app, mobile }: Features): boolean {
  if (mobile || machine?.value.type === "library" || machine?.value.type === "feed") return false;
  if (PLAIN_BOT_WORD.test(agent)) return false;
  if (GENERATED.test(agent.text)) return true;
  const service = machine ?? app;
  return service?.at === 0 && !FRAMEWORKS.has(service.value.name) && OF_LANGUAGE.test(agent.head);
}

/** Words that only libraries have in their names. */
export function isLibraryWorded({ text, head }: Agent): boolean {
  return LIBRARY_NAME.test(text) || OF_LANGUAGE.test(head);
}

/** Apps are called as sites under `.fm`, `.tv` and `.app`; what is called as another site fetches for it. */
const SITE_NAME = /^[a-z0-9-]+\.(?:com|org|net|ru|info|biz|cz|pl|io|ai|dev)$/i;

/** The kind of program that a lone name is, by its words; services call themselves by `/1.0` without more. */
export function programType(agent: Agent): Identity["type"] {
  if (libraryWords.test(agent.text) || OF_LANGUAGE.test(agent.head)) return "library";
  if (/\brss|feed|\batom\b|syndication/i.test(agent.head) || /[a-z]RSS/.test(agent.head)) return "feed";
  if (SITE_NAME.test(agent.head) || (webWords.test(agent.head) && !personsWords.test(agent.lower)))
    return "bot";
  const service = /^(?:0\.1|[12](?:\.0)?(?:\.0)?)$/.test(agent.headVersion);
  if (service && !personsWords.test(agent.lower)) return "bot";
  if (podcastWords.test(agent.head)) return "feed";
  if (appWords.test(agent.lower)) return "app";
  return /^[a-z][a-z0-9_-]*$/.test(agent.head) ? "library" : "app";
}

/** A bare name behind the browser's own products. */
function lastWord(agent: Agent): Pick<Product, "name" | "key" | "version"> | undefined {
  const word = /(?:Safari\/[\d.]+;?|Mobile\/\w+) ([A-Za-z][A-Za-z-]{3,24})(?:[ ;(]|$)/.exec(agent.text)?.[1];
  return word && !isNoise(word) ? { name: word, key: word.toLowerCase(), version: "" } : undefined;
}

/** On a Mac, but for its own previews, the engine without Safari's or Chrome's end, on Android a name where the engine belongs. */
const OWN_VIEW =
  /^mozilla\/5\.0 (?:\(macintosh;[^()]*\) applewebkit\/[\d.+]+ \(khtml, like gecko\) (?!quicklook|.*(?:safari|chrome)\/)[a-z]|\(linux;[^()]*android [^()]*\) (?!version|gecko|mobile|\S*(?:webkit|http))[a-z][\w .-]{2,40}\/[\d.]+$)/;

/** An app shows its pages in a web view and adds its name: iOS without `Safari/`, Android with `wv`, KaiOS at the end. */
export function appInWebview({ agent, particular }: Features): Client | undefined {
  const { text, lower } = agent;
  if (!lower.startsWith("mozilla") || particular) return undefined;
  const ios = /like Mac OS X/.test(text) && !/Version\/[\d.]+ Mobile\/\w+ Safari\/[\d.]+$/.test(text);
  const view =
    /; wv\)/.test(text) || (/Version\/4\.0 Chrome\//.test(text) && !/ucbrowser|qqbrowser/.test(lower));
  const kaios = /kaios\/[\d.]+ [a-z]/.test(lower);
  if (!ios && !kaios && !(view && lower.includes("android")) && !OWN_VIEW.test(lower)) return undefined;
  const own = newName(agent) ?? lastWord(agent);
  if (!own || /browser|explorer/.test(own.key)) return undefined;
  return viewsApp(own.name, own.version);
}

/** Electron's and CEF's programs stand between Chrome's version and Safari's end: `Chrome/122 AcmeNotes/3 Safari/537.36`. */
const BETWEEN =
  /^Mozilla\/5\.0 \((?:Windows|Macintosh|X11)[^()]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (?:Chrome|Version)\/[\d.]+ ([A-Za-z][\w.-]{2,30})\/(\d[\w.]*)(?: [A-Za-z]+\/[\w.]+)* Safari\/[\d.]+$/;

/** A system and a name with no engine at all: no browser, but a program in its dress, `Mozilla/5.0 (Macintosh; …) Word/14.0`. */
const NO_ENGINE = /^Mozilla\/5\.0 \((?:Windows|Macintosh|X11)[^()]*\) ([A-Za-z][A-Za-z-]{2,30})\/(\d[\d.]*)$/;

/** Desktops' programs that show pages in a view: a product in the middle of Chrome's, or one called as programs are. */
export function appOnDesktop({ agent, particular }: Features): Client | undefined {
  if (particular || !/^mozilla\/5\.0 \((?:windows|macintosh|x11)/.test(agent.lower)) return undefined;
  const [, name = "", version = ""] = BETWEEN.exec(agent.text) ?? NO_ENGINE.exec(agent.text) ?? [];
  // A browser that counts as Chrome does is made of Chromium.
  const isBrowser = /brows|explor|chrom/i.test(name) || version === agent.versions.get("chrome");
  if (name !== "" && !isNoise(name) && !isBrowser) return viewsApp(name, version);
  const own = newName(agent);
  const isApp = own !== undefined && viewAppWords.test(own.name) && !/brows|explor/.test(own.key);
  return isApp ? viewsApp(own.name, own.version) : undefined;
}

const viewsApp = (name: string, version: string): Client => ({
  type: "app",
  name,
  version,
  category: "unknown",
  operator: "",
  url: "",
});

/** The form of browsers: `Mozilla` in front, or an engine in a string that does not begin with a product of its own. */
export const isBrowserForm = ({ agent }: Features) =>
  /^(?:mozilla|opera)\b/.test(agent.lower) ||
  (agent.lower.includes("applewebkit") &&
    !/^[a-z][\w .-]{1,40}[/ ]v?\d[\w.]*(?: \([^)]{0,80}\))* (?:mozilla\/|\(?.{0,60}applewebkit)/.test(
      agent.lower,
    ));
