/** The client that sent a string, and the conditions of the classifiers on its features. */

import { podcastWords } from "../../data/agents/words.ts";
import { type Agent, ownName } from "./agent.ts";
import { brandAtStart } from "./brands.ts";
import { isNoise } from "./browser-names.ts";
import { siteOfName } from "./contacts.ts";
import { BOT_WORD, type Features, namesDevice, PLAIN_BOT_WORD } from "./features.ts";
import { FRAMEWORKS, type Identity } from "./identity-rows.ts";
import { findModel, findModelByName } from "./models.ts";
import { botName, type Client, categoryBy, fromApp, fromHit } from "./naming.ts";
import { operatorBy } from "./operators.ts";
import type { PhraseHit } from "./phrases.ts";
import { isLibraryWorded, isServerOfApp, programType, runsOnSystem } from "./ua-patterns.ts";

export const person = () => undefined;

/** A script that did not fill in its template. */
export const UNFILLED =
  /^(?:\{\{|\$\{|<%|%\{|\{[a-z_]+\}|\[?<?(?:your|my|custom)[ _-]?(?:user[ _-]?agent|app[ _-]?name)\b)/i;

/** A reader of feeds for a service, not for a person, is a bot: it has the word, a page of its fetcher or subscribers. */
export const FEED_ROBOT =
  /[ _-]bot\b|feed[ _-]?(?:bot|crawler|validator)|parser\/|crawler|-feed-fetcher| (?:feed|page|favicon) fetcher|\/[\w-]*fetcher\b|\d subscribers?\b/i;

/** Not a browser's string, and nobody's phone: a library that stands anywhere in it made the request. */
export const isPlainTool = ({ agent, mobile }: Features) =>
  !mobile && !/^(?:mozilla|opera)\b/.test(agent.lower);

export const leads = ({ agent }: Features, at: number) => at < 3 || agent.head.length >= at;

/** On a phone an app may begin as a library's name does; the library itself has nothing more in front. */
export const isWholeHead = ({ agent }: Features, { phrase }: PhraseHit<Identity>) =>
  agent.head.toLowerCase() === phrase.replace(/\/$/, "") &&
  !/^(?:java|python|node|php|ruby|go)$/.test(phrase);

/** An app's name, but not a phone's: in a browser's string what stands before the engine is the model. */
export function appNamed({ agent, app }: Features): Features["app"] {
  const engine = agent.lower.indexOf("applewebkit/");
  return app && app.at < engine && /^mozilla.{0,40}android/.test(agent.lower) ? undefined : app;
}

export function give(features: Features, kind: "machine" | "app"): Client | undefined {
  const hit = features[kind];
  if (!hit) return undefined;
  return kind === "app" ? fromApp(features, hit) : fromHit(features, hit);
}

export function byWords(features: Features): Client {
  const { agent, contact } = features;
  const podcast =
    (/(?:podcast(?!-?dl\b)|podcatch|\bpod\b|radio|player)/i.test(agent.head) ||
      /podcast player/i.test(agent.text)) &&
    !BOT_WORD.test(agent);
  const name = botName(agent);
  const url = contact.page || contact.site || siteOfName(name.split(" ")[0] ?? "");
  return {
    type: podcast ? "feed" : "bot",
    name,
    version: agent.versions.get(name.toLowerCase()) ?? "",
    category: categoryBy(name, agent.lower),
    operator: operatorBy(name, url),
    url,
  };
}

/** The string's own name, of a given type. */
export function named({ agent, contact }: Features, type: Identity["type"]): Client {
  const name = ownName(agent) || agent.head;
  return {
    type,
    name,
    version: agent.headVersion,
    category: "unknown",
    operator: "",
    url: contact.page || siteOfName(name),
  };
}

/** An app on a phone that names its own site, or that downloads, checks and imports for its user. */
export function isPersonsApp({ agent, mobile }: Features): boolean {
  return (
    (/\bcfnetwork\/|\b(?:iphone|ipad|ios)[ /]\d|\bandroid\b|[(;] ?ios(?:[;)]| podcast| app)/.test(
      agent.lower,
    ) &&
      !/^mozilla/.test(agent.lower) &&
      !PLAIN_BOT_WORD.test(agent)) ||
    (mobile && namesDevice(agent) && !PLAIN_BOT_WORD.test(agent))
  );
}

/** Players of podcasts read feeds. */
export const isPodcastClient = ({ agent }: Features) => podcastWords.test(agent.head);

/** A maker's name or code, a short one with a number behind it. */
export function isModel(head: string): boolean {
  const start = brandAtStart(head);
  return start !== undefined && (start.evidence !== "short-code" || /\d/.test(head));
}

/** A program that says its system, or is named like a device, is a person's; without one its words and version tell. */
export function typeOnSystem({ agent, mobile }: Features): Identity["type"] {
  if (podcastWords.test(agent.head)) return "feed";
  if (mobile) return "app";
  const type = programType(agent);
  const isPersons =
    /windows|linux|mac|darwin|\bwin\d|x11|tvos|watchos/.test(agent.lower) || isModel(agent.head);
  return type === "library" || !isPersons ? type : "app";
}

/** Words that name nobody: of a sentence, of a system, of a form that was left as it was. */
export const isNoNames = ({ text }: Agent): boolean =>
  PLACEHOLDER.test(text) ||
  isSentence(text) ||
  PLAIN_WORDS.test(text) ||
  text.split(" ").every((word) => isNoise(word));

/** Small words alone, as people type them into a form: `lorem ipsum`. */
const PLAIN_WORDS = /^\p{Ll}+(?: \p{Ll}+)+$/u;

/** Names of several words. The text in brackets is a system's; daemons of Apple are no robots. */
export const COMPOSITE =
  /^(?!com\.)(?=.{5})[\p{L}\d](?:.*[a-z][A-Z]|.*\p{L}[ _.-]+\p{L}|.*\p{L}\d|.*\d\p{L})[^;()[\]]*$/u;

/** A name that ends in a person's system is an app's, `SeldomAndroid`, as is what a maker of machines calls his own. */
export function typeOfComposite(agent: Agent): Identity["type"] {
  if (isLibraryWorded(agent)) return "library";
  const isMakers = brandAtStart(agent.head)?.evidence === "name";
  return isMakers || /(?:Android|iOS|iPhone|iPad)$/.test(agent.text) ? "app" : "bot";
}

/** `com.example.reader`, but no host; Apple's daemons are called so as well. */
export const PACKAGE_ID =
  /^(?!com\.apple\.)(?:com|org|net|app|dev|air|[a-z]{2})(?:\.[a-z][\w-]*){2,6}(?<!\.(?:com|org|net|io|de|fr|uk|jp|dev|app))(?:[/ ]|$)/i;

/**
 * Two of the small words that sentences are made of, neither of them the last: nobody calls a program so. Word by word:
 * an expression for both would look for the second one behind each first one.
 */
function isSentence(text: string): boolean {
  const words = text.toLowerCase().split(/\s/);
  const first = words.findIndex((word) => BEGINS_SENTENCE.test(word));
  return first >= 0 && words.slice(first + 1, -1).some((word) => GOES_ON.test(word));
}

const BEGINS_SENTENCE = /^(?:is|are|was|the|this|that|what|not|how|at|in|to|you|your)$/;
const GOES_ON = /^(?:is|are|was|the|this|that|not|at|in|to|you|your)$/;

/** Words that programs send in place of a name. */
const PLACEHOLDER = /^(?:not? ?a?(?:vailable|pplicable|ne)|(?:un)?defined|user[ -]?agent)$/i;

/** An app of the tables in front that no bot's word and no page of its server contradicts. */
export const isLeadingApp = (features: Features) => {
  const app = appNamed(features);
  return app !== undefined && app.at < 3 && !features.worded && !isServerOfApp(features);
};

/** An app of the tables, not what others are made with, on a person's system. */
export const isAppWithSite = (features: Features) => {
  const app = appNamed(features);
  const own = app !== undefined && !FRAMEWORKS.has(app.value.name);
  return own && features.contact.page !== "" && runsOnSystem(features) && !features.worded;
};

/** Nothing in front that somebody could be called by. */
export const isNameless = ({ agent }: Features) => !/^[\p{L}\d]/u.test(ownName(agent) || agent.head);

/** Apple's system speaks for itself with the device's identifier: `AppleTV11,1/11.1`, `Watch4,3/5.3.8 (16U680)`. */
const APPLE_SYSTEM =
  /^(?:iPhone|iPad|iPod|AppleTV|Watch|AudioAccessory|RealityDevice|Mac(?:BookPro|BookAir|Book|mini|Pro)?|iMac(?:Pro)?)\d{1,2},\d{1,2}(?:\/\d[\d.]*(?: \(\w+\))?)?$/;

/** A maker's own name and a number, a word in capitals or one of his models; an identifier of Apple's. */
export const isMakerInFront = ({ agent }: Features) => APPLE_SYSTEM.test(agent.text) || isMakersName(agent);

/** The model, and what its build is called, in front of a browser's string: `HTC_Dream Mozilla/5.0`. */
const MODEL_IN_FRONT = /^([A-Za-z][\w-]{3,30})(?:\/[\w.]+)?(?: \(\d+\))? (?:Mozilla|Opera)\/\d/;

function isMakersName({ text, lower, head }: Agent): boolean {
  if (brandAtStart(MODEL_IN_FRONT.exec(text)?.[1] ?? "")?.evidence === "name") return true;
  const maker = brandAtStart(head);
  if (maker?.evidence !== "name" || lower.includes("cfnetwork")) return false;
  const model = head.slice(maker.length).replaceAll("_", " ").trim();
  // `Samsung Magician 7.1` has a version, `Alcatel-BH4/1.0` a model and a version.
  if (/(?:^|[ -])[a-z]*\d\w*$/i.test(model) && !/\d\.\d/.test(model)) return true;
  if (text[head.length] === "/") return false;
  const listed = findModel(model) ?? findModelByName(model);
  return /^[A-Za-z]+[-_][A-Z]+$|^[A-Za-z]+_[A-Z]/.test(text) || listed?.brand === maker.brand;
}
