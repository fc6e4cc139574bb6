/** Decides whether somebody other than a browser speaks, and who. */

import { type Agent, versionAt } from "./agent.ts";
import { brandAtStart } from "./brands.ts";
import { isBrowserName, isKnownBrowser, isNoise, newName, versionAfter } from "./browsers.ts";
import { type Contact, contactOf, siteOfName } from "./contacts.ts";
import { FRAMEWORKS, findApp, findMachine, type Identity } from "./identities.ts";
import type { PhraseHit } from "./phrases.ts";
import type { BotCategory } from "./schema.ts";

export interface Recognised {
  readonly type: Identity["type"];
  readonly name: string;
  readonly version: string;
  readonly category: BotCategory;
  readonly operator: string;
  readonly url: string;
}

const BOT_WORD =
  /bot(?:s|box)?(?![a-z])|crawl|spider|robot|\bscan(?:ner)?\b|scanner|fetcher|\bfetch\b|\bmonitor(?:ing)?\b|archiver|\bpreview\b|validator|checker|\bcheck\b|\bindexer\b|\bprobe\b|scrap(?:er|ing)|transcrib|harvest|audit|importer|\bimport\b|processor|podcast sync|\bsearch ?engine\b|downloader|\bproxy\b|unfurl|webhook|verif(?:ier|ication)|transcod(?:er|ing)|parser(?:\/|$)|health ?(?:check|service)|\bon-behalf-of-|thumbnail|\bcontact:|\babuse\b|\(contact/i;

/** Machines, models and products that carry such a word and belong to people. */
const NOT_A_BOT =
  /cubot|\bbotim\b|robot ?mobile|spider-?man|talbot|proxy-connection|wechatdevtools|fetchapi|x-proxy|novarra|proxynet|youtube downloader|video ?downloader|reboot|camscanner|barcode ?scanner|docscanner|scannerapp|tweetbot|storyteldownloader/i;

/** Who speaks, undefined for a browser with a person before it. */
export function identify(agent: Agent): Recognised | undefined {
  const contact = contactOf(agent);
  const machine = findMachine(agent.lower, agent.text);
  if (machine && machine.value.name === "WhatsApp" && /device\/|iphone_os/.test(agent.lower))
    return fromApp(agent, machine);
  if (machine && machine.value.type !== "library") return asFetcher(agent, fromHit(agent, machine, contact));
  if (machine && leads(agent, machine.at) && !isMobileClient(agent)) return fromHit(agent, machine, contact);
  if (machine && isPlainTool(agent) && !wordsOfBot(agent)) return fromHit(agent, machine, contact);
  const app = appNamed(agent);
  if (app && app.at < 3 && !wordsOfBot(agent) && !isServerOfApp(agent, contact)) return fromApp(agent, app);
  if (
    app &&
    contact.page !== "" &&
    !FRAMEWORKS.has(app.value.name) &&
    isOnSystem(agent) &&
    !wordsOfBot(agent)
  )
    return fromApp(agent, app);
  const bot = botByWords(agent, contact);
  if (bot) return bot;
  if (isBrowserName(agent)) return undefined;
  if (app) return fromApp(agent, app);
  if (machine && !isMobileClient(agent)) return fromHit(agent, machine, contact);
  return byShape(agent);
}

/** An app's name, but not a phone's: in a browser's string what stands before the engine is the model. */
function appNamed(agent: Agent): PhraseHit<Identity> | undefined {
  const app = findApp(agent.lower, agent.text);
  const engine = agent.lower.indexOf("applewebkit/");
  return app && app.at < engine && /^mozilla.{0,40}android/.test(agent.lower) ? undefined : app;
}

/** Not a browser's string, and nobody's phone: a library that stands anywhere in it made the request. */
function isPlainTool(agent: Agent): boolean {
  return !/^(?:mozilla|opera)\b/.test(agent.lower) && !isMobileClient(agent);
}

function leads(agent: Agent, at: number): boolean {
  return at < 3 || agent.head.length >= at;
}

/** A string that does not begin as a browser's, on a phone's or a tablet's system. */
function isMobileClient(agent: Agent): boolean {
  return (
    /\b(?:iphone|ipad|ios|android|dalvik|cfnetwork)\b/.test(agent.lower) &&
    !/^(?:curl|wget|python|okhttp|dart|react-native-|exoplayerplugin|exomedia|just_audio|yourapplicationname)/.test(
      agent.lower,
    )
  );
}

/** Who reads feeds for a service, not for a person, is a bot: its name has the word. */
function asFetcher(agent: Agent, who: Recognised): Recognised {
  return who.type === "feed" && FEED_ROBOT.test(agent.text) ? { ...who, type: "bot" } : who;
}

const FEED_ROBOT = /feed[ _-]?(?:bot|crawler)|parser\/|crawler|-feed-fetcher/i;

function fromHit(agent: Agent, hit: PhraseHit<Identity>, contact: Contact): Recognised {
  const { value, phrase, at } = hit;
  const word = wordAt(agent.text, at, phrase.length);
  const version = versionAfter(agent, at + word.length) || versionAfter(agent, at + phrase.length);
  return { ...value, name: value.name || word, version, url: contact.page || value.url || contact.site };
}

/** The whole word that a phrase begins, as it is written. */
function wordAt(text: string, at: number, length: number): string {
  let end = at + length;
  if (text[end - 1] === "/") return text.slice(at, end - 1);
  while (end < text.length && end < at + 60 && /[\w.-]/.test(text[end] ?? "")) end++;
  return text.slice(at, end).replace(/[.-]+$/, "");
}

function fromApp(agent: Agent, hit: PhraseHit<Identity>): Recognised | undefined {
  const identity = hit.value;
  if (identity.name === "Electron" && (isKnownBrowser(agent) || !newName(agent))) return undefined;
  const own = FRAMEWORKS.has(identity.name) ? ownProduct(agent) : undefined;
  if (own)
    return { ...identity, type: "app", name: own.name, version: own.version, url: siteOfName(own.name) };
  // Apple's media framework alone: the app behind it does not say its name.
  const type = identity.name === "AppleCoreMedia" ? "library" : "app";
  return { ...identity, type, version: appVersion(agent, identity.name, hit.at + hit.phrase.length) };
}

function ownProduct(agent: Agent): { name: string; version: string } | undefined {
  const name = ownName(agent);
  if (name !== "") return { name, version: agent.headVersion };
  const product = newName(agent);
  return product && { name: product.name, version: product.version };
}

function appVersion(agent: Agent, name: string, end: number): string {
  if (name === "Naver") return /NAVER\(inapp; [^;]{1,20}; [^;]{1,20}; ([\d.]+)/.exec(agent.text)?.[1] ?? "";
  if (name.startsWith("Facebook")) return /FBAV\/([\d.]+)/.exec(agent.text)?.[1] ?? "";
  return (
    versionAfter(agent, end) ||
    (agent.text[end - 1] === "/" ? versionAt(agent.text, end) : "") ||
    agent.versions.get(name.toLowerCase()) ||
    agent.headVersion
  );
}

function ownName(agent: Agent): string {
  if (/^(?:mozilla|opera|dalvik|applecoremedia|stagefright|cfnetwork|server-bag)/i.test(agent.head))
    return "";
  return agent.head.replace(/[\s/-]*v?\d[\d.]*$/, "");
}

/** A service's fetcher has the app's name and a page, and no system: `Pinterest/0.2 (+http://www.pinterest.com/)`. */
function isServerOfApp({ lower }: Agent, contact: Contact): boolean {
  return (
    contact.page !== "" &&
    !/ios|iphone|ipad|android|darwin|mac|windows|linux|watch|pod|cast|player|radio|torrent/.test(lower)
  );
}

function isOnSystem({ lower }: Agent): boolean {
  return /\b(?:windows|macintosh|iphone|ipad|android|cfnetwork)\b/.test(lower);
}

/** Bot words outside the model of a phone: there are an `IDbot553PLUS` and a `Xbot_Senior`. */
function wordsOfBot(agent: Agent): boolean {
  if (NOT_A_BOT.test(agent.text)) return false;
  return BOT_WORD.test(agent.text.replace(/Android [\d.]+; [^;)]*/, ""));
}

/** What only robots are called; the other words name what people's apps do too. */
const PLAIN_BOT_WORD = /bot(?:s|box)?(?![a-z])|crawl|spider|robot|fetcher|monitor|validator|preview/i;

/** An app on a phone that names its own site, or that downloads, checks and imports for its user. */
function isPersonsApp(agent: Agent): boolean {
  return (
    /\bcfnetwork\/|\b(?:iphone|ipad|ios)[ /]\d|\bandroid\b/.test(agent.lower) &&
    !/^mozilla/.test(agent.lower) &&
    !PLAIN_BOT_WORD.test(agent.text)
  );
}

/** A script that did not fill in its template. */
const UNFILLED =
  /^(?:\{\{|\$\{|<%|%\{|\{[a-z_]+\}|\[?<?(?:your|my|custom)[ _-]?(?:user[ _-]?agent|app[ _-]?name)\b)/i;

function botByWords(agent: Agent, contact: Contact): Recognised | undefined {
  const url = contact.page || contact.site;
  if (UNFILLED.test(agent.text))
    return { type: "bot", name: agent.head, version: "", category: "unknown", operator: "", url };
  if (isPersonsApp(agent)) return undefined;
  if (!wordsOfBot(agent) && !contact.given && (!standsAlone(agent) || isKnownBrowser(agent)))
    return undefined;
  const podcast =
    (/podcast|podcatch|\bpod\b|radio|player/i.test(agent.head) || /podcast player/i.test(agent.text)) &&
    !BOT_WORD.test(agent.text);
  const name = botName(agent);
  const version = agent.versions.get(name.toLowerCase()) ?? "";
  return { type: podcast ? "feed" : "bot", name, version, category: "unknown", operator: "", url };
}

/** `Mozilla/5.0 (compatible; Name/1.0)` and nothing else: browsers of people say more. */
function standsAlone(agent: Agent): boolean {
  const inside = /^mozilla\/\d\.\d+\s*\((?:compatible[;,]?\s*)?([^()]*)\)?\s*$/.exec(agent.lower)?.[1];
  if (inside !== undefined)
    return (
      !/msie|windows|linux|x11|\bmac|\bos\b|[a-z]os\b|konqueror|symbian|palm|iphone|android|kht|;.*;.*;|fom|tv|midp|mobile|amiga|\bnt\b|netpositive|hbbtv|ce-html|cellphone|inferno|syllable|playstation|nokia|pda|wap\b|jig |planetweb|dream|nintendo|psp|\b\w?\d{2,3}[a-z]{1,2}\b/.test(
        inside,
      ) &&
      (inside === "" || /[a-z]{3}/.test(inside))
    );
  if (
    /khtml, like gecko\)?; ?[a-z]|^\(?mozilla(?:\/\d\.\d)?[.)]*$|^mozilla\/5\.0 [a-z_-]+$/.test(agent.lower)
  )
    return true;
  return /^mozilla\/\d\.\d+ [a-z][\w-]+\/[\d.]+$/.test(agent.lower);
}

const ANCESTORS =
  /^(?:mozilla|applewebkit|khtml|like|gecko|chrome|safari|version|mobile|compatible|linux|x11|windows|firefox|msie|android|u|opera|build)$/;

/** The first product with a bot's word in it, else the first that is no browser's. */
function botName(agent: Agent): string {
  const worded = agent.products.find(({ name }) => BOT_WORD.test(name) && !/[@:]|www\./.test(name));
  if (worded && /^mozilla/i.test(agent.head)) return worded.name;
  if (agent.head !== "" && !/^(?:mozilla|http)/i.test(agent.head))
    return agent.head.replace(/\s*v?\d[\d.]*$/, "").replace(/\s+-\s*https?:?$|\s*https?:$/i, "");
  const compatible = /compatible;\s*([\w .!-]{2,40}?)(?:[/;)(+]|\s-|$)/i.exec(agent.text)?.[1];
  const own = agent.products.find(({ key, version }) => version !== "" && !ANCESTORS.test(key));
  return worded?.name ?? compatible?.trim() ?? own?.name ?? "";
}

const PHONE_WORDS =
  /midp|cldc|up\.browser|obigo|netfront|smartphone|\bwap|nokia|sonyericsson|profile\/|msie|ppc;|240x320|samsung-|^lg|^mot-|^sie-|dorado|browser\b|^dv\(|^iphone|^ipad|vendor|hbbtv|smarttv|^dlnadoc|aquos|^loewe|^linux; u|inettv|^docomo|^apple-iphone|kepler|^lge|^sch-|^sgh|^bird|windows phone ad|^360|baiduhd|browser\/|watchos|^server-bag|foma|^smarttv_/;

/** Nobody's known name: a lone product on some system, or what isbot knows. */
function byShape(agent: Agent): Recognised | undefined {
  const { lower, text } = agent;
  const wrapped =
    /^[a-z][\w .-]{1,40}[/ ]v?\d[\w.]*(?: \([^)]{0,80}\))* (?:mozilla\/|\(?.{0,60}applewebkit)/.test(lower);
  if (/^(?:mozilla|opera)\b/.test(lower) || (lower.includes("applewebkit") && !wrapped))
    return inWebview(agent);
  if (PHONE_WORDS.test(lower) || !/[a-z]/i.test(text)) return undefined;
  if (/\d/.test(text) && brandAtStart(agent.head)?.evidence === "name" && agent.headVersion === "")
    return undefined;
  const name = ownName(agent) || agent.head;
  if (name === "" || !/^[\p{L}\d]/u.test(name)) return undefined;
  const app = {
    type: "app",
    name,
    version: agent.headVersion,
    category: "unknown",
    operator: "",
    url: siteOfName(name),
  } as const;
  if (
    /^(?:[a-z][a-z0-9_.-]*\/v?\d[\d.]*(?: \(|$)|[A-Z][\w.-]*\/v?\d\.[\d.]*$)/.test(text) &&
    !isMobileClient(agent) &&
    !brandAtStart(agent.head)
  )
    return { ...app, type: "bot" };
  if (isMobileClient(agent) || /macos|windows|linux/.test(lower) || agent.headVersion !== "") return app;
  if (/podcast|podcat|radio|player|music|cast\b|\bfm\b|android|iphone/.test(lower)) return app;
  return COMPOSITE.test(text) && !PLACEHOLDER.test(text) ? { ...app, type: "bot" } : undefined;
}

/**
 * A name put together of several words, as nobody types it: `KvshClient`, `default_useragent`. A lone word says
 * nothing, and what stands in brackets is somebody's system.
 */
const COMPOSITE =
  /^(?!com\.)(?=.{5})[\p{L}\d](?:.*[a-z][A-Z]|.*\p{L}[ _.-]+\p{L}|.*\p{L}\d|.*\d\p{L})[^;()[\]]*$/u;

/** What programs send for no name at all. */
const PLACEHOLDER = /^(?:not? ?a?(?:vailable|pplicable|ne)|(?:un)?defined|user[ -]?agent)$/i;

/** A bare name behind the browser's own products. */
function lastWord(agent: Agent): { name: string; key: string; version: string } | undefined {
  const word = /Safari\/[\d.]+;? ([A-Za-z][A-Za-z]{3,24})(?:[ ;(]|$)/.exec(agent.text)?.[1];
  return word && !isNoise(word) ? { name: word, key: word.toLowerCase(), version: "" } : undefined;
}

/** An app shows its pages in a web view and adds its name: iOS without `Safari/`, Android with `wv`. */
function inWebview(agent: Agent): Recognised | undefined {
  const { text, lower } = agent;
  const ios = /like Mac OS X/.test(text) && !/Version\/[\d.]+ Mobile\/\w+ Safari\/[\d.]+$/.test(text);
  const view =
    /; wv\)/.test(text) || (/Version\/4\.0 Chrome\//.test(text) && !/ucbrowser|qqbrowser/.test(lower));
  const android = view && lower.includes("android");
  if (!ios && !android) return undefined;
  const own = newName(agent) ?? lastWord(agent);
  if (!own || /browser|explorer/.test(own.key) || isKnownBrowser(agent)) return undefined;
  return { type: "app", name: own.name, version: own.version, category: "unknown", operator: "", url: "" };
}
