/**
 * Recognises bots, apps, feed readers and libraries by the rows of `data/agents/classifiers.ts`, with name,
 * version and page.
 */

import { appVersionForms, tiktokNumber } from "../../../data/agents/browser-forms.ts";
import type { Classifier, Feature, ProgramKind } from "../../../data/agents/classifiers.ts";
import * as kinds from "../../../data/agents/classifiers.ts";
import { shortLink } from "../../../data/agents/contacts.ts";
import type { BotCategory, Condition } from "../../../data/agents/row.ts";
import * as words from "../../../data/agents/words.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import type { Evidence } from "../schema.ts";
import type { Identity } from "../tables/identity-rows.ts";
import { type Agent, ownName, readAgent } from "./agent.ts";
import { newName } from "./browser-names.ts";
import { versionAfter } from "./browsers.ts";
import { domainOf, operatorBy, siteOfName } from "./contacts.ts";
import { BOT_WORD, desktopView, type Features, HOLDS, viewName } from "./features.ts";
import { firstOf, versionIn } from "./patterns.ts";
import { versionAt } from "./tokens.ts";
import type { PhraseHit } from "./words.ts";

/** First matching row. */
export const classify = searchOf(kinds.classifiers);

function searchOf<R extends Condition<Feature>>(rows: readonly R[]): (features: Features) => R | undefined {
  const find = firstOf(rows, HOLDS);
  return (features) => find(features.agent, features);
}

const programKind = searchOf(kinds.programKinds);
const systemKind = searchOf(kinds.systemKinds);
const personsKind = searchOf(kinds.personsKinds);
const compositeKind = searchOf(kinds.compositeKinds);

/** Type of a client whose string names a system: an app, unless it is a library. */
function kindOnSystem(features: Features): ProgramKind | undefined {
  const known = systemKind(features);
  if (known) return known;
  const program = programKind(features);
  return program?.gives === "library" ? program : (personsKind(features) ?? program);
}

const namedAs =
  (kindOf: (features: Features) => ProgramKind | undefined) =>
  (features: Features): Client =>
    named(features, kindOf(features)?.gives ?? "app");

const GIVEN: Readonly<Record<Classifier["gives"], (features: Features) => Client | undefined>> = {
  person: () => undefined,
  machine: (features) => features.machine && fromHit(features, features.machine),
  "machine-bot": (features) => features.machine && { ...fromHit(features, features.machine), type: "bot" },
  "machine-app": (features) =>
    features.machine && { ...fromApp(features, features.machine), type: "app", category: "unknown" },
  "known-app": (features) => features.app && fromApp(features, features.app),
  worded: byWords,
  template: ({ agent, contact }) => unlisted("bot", agent.head, "", contact.page || contact.site),
  library: (features) => named(features, "library"),
  app: (features) => named(features, "app"),
  feed: (features) => named(features, "feed"),
  program: namedAs(programKind),
  "on-system": namedAs(kindOnSystem),
  composite: namedAs(compositeKind),
  mail: () => unlisted("app", "Apple Mail", "", "https://support.apple.com/mail"),
  view: ({ agent }) => fromView(viewName(agent)),
  "desktop-view": ({ agent }) => fromView(desktopView(agent)),
};

/** Client of a web view. Tables may list a name only at the start of a string: `vinted-android`. */
function fromView(view: ReturnType<typeof viewName>): Client | undefined {
  if (!view) return undefined;
  const known = readAgent(`${view.name}/`).names.app;
  const isKnown = known?.at === 0 && words.endOfApp.test(view.name.slice(known.phrase.length));
  return isKnown ? { ...known.value, version: view.version } : unlisted("app", view.name, view.version);
}

/** Client of a row; undefined for a browser or device. */
export const clientOf = (row: Classifier, features: Features): Client | undefined =>
  GIVEN[row.gives](features);

export interface Client extends Identity {
  readonly version: string;
  /** Certainty of the name if lower than that of the type: it comes from the string. */
  readonly evidence?: Evidence;
}

/** Client of a listed phrase. */
function fromHit(features: Features, { value, phrase, at }: PhraseHit<Identity>): Client {
  const { agent, contact } = features;
  const page = contact.page || contact.site;
  const word = wordAt(agent.text, at, phrase.length);
  // `SomebodysGPTBot` is not by OpenAI.
  const start = agent.text.slice(0, at);
  const before = value.type === "bot" ? start.slice(trimEndOf(start, /[A-Za-z\d]/).length) : "";
  if (before !== "") return ofOwnName(agent, value.type, before + word, page);
  // `seldom-java` is not Java, `python-seldom` is not Python.
  if (value.type === "library" && words.generalNames.has(value.name) && /[a-z][-_][a-z]/i.test(agent.head))
    return named(features, "library");
  const made = words.inOthersPlace.has(value.name) ? madeWith(agent, value.name) : "";
  if (made !== "") return { ...ofOwnName(agent, value.type, made, page), url: page || value.url };
  const version =
    versionWithin(agent, at, phrase) ||
    versionAfter(agent, at + word.length) ||
    versionAfter(agent, at + phrase.length) ||
    agent.versions.get(value.name.replaceAll(" ", "").toLowerCase()) ||
    (at === 0 && !/(?:mozilla|opera)$/i.test(agent.head) ? agent.headVersion : "");
  const url = (shortLink.test(contact.page) && value.url) || contact.page || value.url || contact.site;
  if (value.name !== "") return { ...value, version, url, operator: value.operator || runBy(value, page) };
  // If the table lists only the site, the bot's name is elsewhere in the string.
  const own = /(?:\/\/|www\.)$/.test(agent.text.slice(0, at)) ? botName(agent) : "";
  const name = own || word;
  const category =
    value.category === "unknown" ? categoryBy(name, `${agent.lower} ${value.url}`) : value.category;
  const operator = value.operator || operatorBy(name, page || url);
  const ownVersion = own === "" ? version : (agent.versions.get(own.toLowerCase()) ?? "");
  return { ...value, name, version: ownVersion, category, url, operator };
}

/** Version that starts inside a phrase: `seldom/0.`. */
function versionWithin({ text }: Agent, at: number, phrase: string): string {
  const slash = phrase.indexOf("/");
  return slash > 0 && /^v?\d/.test(phrase.slice(slash + 1)) ? versionAt(text, at + slash + 1) : "";
}

/**
 * Operator of a self-hosted program, by the site in the string: any site for feed readers; for bots, a site
 * other than the program's own.
 */
function runBy({ type, name, url }: Identity, page: string): string {
  if (type === "feed") return operatorBy(name, page);
  return type === "bot" && domainOf(page) !== domainOf(url) ? operatorBy("", page) : "";
}

/** Name before its framework, or empty: `SeldomCrawler/Nutch-1.7`; before a generic reader's also in a comment. */
function madeWith(agent: Agent, tool: string): string {
  const inComment = words.tools.has(tool) ? null : words.compatibleName.exec(agent.text);
  const name = ownName(agent) || (inComment?.[1] ?? "");
  const isTool = new RegExp(`^(?:apache)?${tool.split(" ").at(-1)}`, "i").test(name.replace(/[ .-]/g, ""));
  return name.length > 2 && !isTool ? name : "";
}

/** Client for an unlisted program, even if its name ends in a listed one. */
function ofOwnName(
  agent: Agent,
  type: Identity["type"],
  name: string,
  url: string,
  version = agent.versions.get(name.toLowerCase()) ?? "",
): Client {
  return {
    type,
    name,
    version,
    url,
    category: categoryBy(name, agent.lower),
    operator: operatorBy(name, url),
  };
}

/** Category of an unlisted bot, by its name, else by the string in lower case. */
function categoryBy(name: string, lower: string): BotCategory {
  return (
    words.categoryWords.find(([, sign]) => sign.test(name))?.[0] ??
    words.categoryDescriptions.find(([, sign]) => sign.test(lower))?.[0] ??
    "unknown"
  );
}

/** Whole word at a phrase, as written. */
function wordAt(text: string, at: number, length: number): string {
  const end = at + length;
  const rest = text[end - 1] === "/" ? "" : (/^[\w.-]+/.exec(text.slice(end, at + 60))?.[0] ?? "");
  return trimEndOf(text.slice(at, end) + rest, rest === "" ? /[./-]/ : /[.-]/);
}

/** Listed app; for a framework, the app made with it. */
function fromApp({ agent }: Features, { value: identity, phrase, at }: PhraseHit<Identity>): Client {
  const own = words.frameworks.has(identity.name) ? ownProduct(agent) : undefined;
  if (own) return { ...identity, ...own, url: siteOfName(own.name), evidence: "pattern" };
  // A framework without an app's name is a library; in a browser's string, it is an app's web view.
  const isLibrary = /CoreMedia$|^ExoPlayer$/.test(identity.name) && !agent.lower.startsWith("mozilla/");
  const type = isLibrary ? "library" : identity.type;
  return { ...identity, type, version: appVersion(agent, identity.name, at + phrase.length) };
}

function ownProduct(agent: Agent): { name: string; version: string } | undefined {
  const name = ownName(agent);
  if (/^exo(?:player|media)?(?:lib|demo|plugin|\d)*$/i.test(name)) return undefined;
  if (name !== "") return { name, version: agent.headVersion };
  const product = newName(agent);
  return product && { name: product.name, version: product.version };
}

function appVersion(agent: Agent, name: string, end: number): string {
  const form = appVersionForms.get(name);
  const formed = form ? versionIn(agent, [form, tiktokNumber]) : "";
  if (formed !== "" || (form && agent.lower.startsWith("mozilla"))) return formed;
  return (
    versionAfter(agent, end) ||
    /^.*\d.*/.exec(agent.versions.get(name.toLowerCase()) ?? "")?.[0] ||
    (words.nobodysName.test(agent.head) ? "" : agent.headVersion)
  );
}

/** Unlisted program. */
function unlisted(type: Identity["type"], name: string, version: string, url = ""): Client {
  return { type, name, version, category: "unknown", operator: "", url };
}

function named({ agent, contact }: Features, type: Identity["type"]): Client {
  const [whole = ""] = words.wholeName.exec(agent.text) ?? [];
  const name = whole || ownName(agent) || agent.head;
  const version = agent.headVersion || (whole && versionAfter(agent, whole.length));
  return unlisted(type, name, version, contact.page || siteOfName(name));
}

/** Bot by its words, or a podcast client. */
function byWords(features: Features): Client {
  const { agent, contact } = features;
  const saysPodcast = words.podcastHead.test(agent.head) || /podcast player/i.test(agent.text);
  const name = botName(agent, viewName(agent)?.name);
  const url = contact.page || contact.site || siteOfName(name.split(" ")[0] ?? "");
  const isAhead = name !== "" && agent.head.startsWith(name) && !/ mozilla$/i.test(agent.head);
  const type = saysPodcast && !BOT_WORD.test(agent) ? "feed" : "bot";
  const lastWord = name.toLowerCase().split(/\s/).at(-1) ?? "";
  return ofOwnName(
    agent,
    type,
    name,
    url,
    agent.versions.get(lastWord) || (isAhead ? agent.headVersion : ""),
  );
}

/** First product with a bot's word, else the name after a browser's products, else the last other product. */
function botName(agent: Agent, behind?: string): string {
  const worded = agent.products.find(
    ({ name }) => BOT_WORD.pattern.test(name) && !words.addressSigns.test(name),
  );
  if (agent.head !== "" && !/^(?:mozilla|opera|http)/i.test(agent.head))
    return agent.head
      .replace(/[\s:]{0,9}v?\d[\d.]{0,99}$/, "")
      .replace(/\s{1,9}-\s{0,9}https?:?$|\s{0,9}https?:$|,? (?:Mozilla|Opera)$/i, "");
  const [, compatible = ""] = words.compatibleName.exec(agent.text) ?? [];
  // A bot's word may end a longer name: `Seldom Crawler 2.0`.
  if (worded && !compatible.endsWith(worded.name)) return worded.name;
  const own = agent.products.findLast(
    ({ key, version }) => version !== "" && !words.ancestors.test(key) && !words.addressSigns.test(key),
  );
  return compatible || behind || own?.name || "";
}
