/** Features that the rows of `data/agents/classifiers.ts` test. */

import { type Feature, libraryName, ofLanguage } from "../../../data/agents/classifiers.ts";
import * as words from "../../../data/agents/words.ts";
import { brandAtStart } from "../tables/brands.ts";
import type { Identity } from "../tables/identity-rows.ts";
import { findModel, findModelByName } from "../tables/models.ts";
import { type Agent, ownName, readAgent } from "./agent.ts";
import { browserExactly, isNoise, isNotName, newName } from "./browser-names.ts";
import { isBrowserName, particularBrowser, versionAfter } from "./browsers.ts";
import { contactOf } from "./contacts.ts";
import type { Names } from "./identities.ts";
import { guardedBy } from "./patterns.ts";
import type { Product } from "./tokens.ts";
import type { PhraseHit } from "./words.ts";

export const BOT_WORD = guardedBy(words.botWords);
const PLAIN_BOT_WORD = guardedBy(words.plainBotWords);
const OWN_BOT_WORD = guardedBy(words.ownBotWords);
const IN_VIEW = guardedBy(words.inView);
const NOT_A_BOT = guardedBy(words.noBotWords);

const MOBILE = guardedBy(words.mobileWords);

/** Facts needed before the client is known. */
export type Features = ReturnType<typeof featuresOf>;

export function featuresOf(agent: Agent) {
  const { machine, app: listed } = agent.names;
  // Whether there are bot's words outside a phone's model.
  const worded = wordsOfBot(agent);
  const isApp = machine !== undefined && !worded && isServicesApp(agent, machine);
  const named = listed && words.isAnothers(listed.phrase, listed.value.url, agent.lower) ? undefined : listed;
  const app = isApp && named?.at !== 0 ? asApp(agent, machine) : named;
  return {
    agent,
    worded,
    machine: machine && !isApp && !isModelsName(agent, machine) ? orInFront(agent, machine) : undefined,
    app,
    // Undefined if the app's name is a phone's model.
    appNamed: isPhonesName(agent, app) ? undefined : app,
    contact: contactOf(agent),
    // Browser by name, other than an ancestor.
    particular: particularBrowser(agent),
  };
}

/** Whether the sender is a phone or tablet, and not a script. */
const isMobile = (agent: Agent): boolean =>
  (MOBILE.test(agent) || namesDevice(agent)) && !words.scripts.test(agent.lower);

/** Whether the comment has the code of a listed device, and the string is not a browser's. */
const namesDevice = ({ lower, parts }: Agent): boolean =>
  !/^(?:mozilla|opera)/.test(lower) &&
  parts.slice(0, 6).some((part) => CODE.test(part) && findModel(part) !== undefined);

const CODE = /^(?=.*\d)[A-Z]{2,3}-[A-Z]?\d[\w-]{2,9}$/;

/** Whether the bot's name is part of a phone's model: it follows Android's version and more text follows it. */
function isModelsName({ lower }: Agent, { at, phrase }: PhraseHit<Identity>): boolean {
  return (
    words.beforeModel.test(lower.slice(0, at)) &&
    (/^\w/.test(lower.slice(at + phrase.length)) ||
      /^[\w.+-]{2,40} (?!build\/)[\w .+-]{1,40}(?:\)| build\/|; wv\))/.test(lower.slice(at)))
  );
}

/** Library at the start before another one: `conda/24.9 requests/2.32`, but not `curl/8.4 Nix/2.19`. */
function orInFront({ text }: Agent, hit: PhraseHit<Identity>): PhraseHit<Identity> {
  const isBehind = hit.value.type === "library" && hit.at > 0;
  const head = isBehind ? /^(?!curl\/)[\w.-]+\/(?=v?\d)/.exec(text)?.[0] : undefined;
  const front = head && readAgent(head).names.machine;
  return front && front.value.type === "library" && !words.generalNames.has(front.value.name) ? front : hit;
}

/** Whether a service's or library's name is an app: CFNetwork and ExoPlayer do not run on servers. */
function isServicesApp(agent: Agent, { at, phrase, value }: PhraseHit<Identity>): boolean {
  const { lower } = agent;
  // Service in a phone's web view: `Chrome/131.0 Mobile Safari/537.36 PayPal/8.73`.
  if (IN_VIEW.test(agent) && phrase.replace("/", "") === value.operator.toLowerCase())
    return !/http|electron/.test(lower);
  if (/^[^()]{1,60} cfnetwork\//.test(lower))
    return value.type === "bot"
      ? value.operator !== "Apple"
      : value.type === "library" && at === 0 && !words.ofApple.test(lower);
  return value.type === "bot" && at === 0 && words.onPlayer.test(lower);
}

/** Converts a service's bot to its app. Keeps the URL of a site, and drops the page of a bot. */
function asApp(agent: Agent, hit: PhraseHit<Identity>): PhraseHit<Identity> {
  const url = /^https?:\/\/[^/]+\/?$/.test(hit.value.url) ? hit.value.url : "";
  const isOwn = !agent.lower.startsWith("mozilla") && (hit.at > 0 || hit.value.type !== "library");
  const name = isOwn ? ownName(agent) : hit.value.name || hit.value.operator;
  return { ...hit, value: { type: "app", name: name || agent.head, category: "unknown", operator: "", url } };
}

/** Whether there are bot's words outside a phone's model: `IDbot553PLUS` and `Xbot_Senior` are phones. */
function wordsOfBot(agent: Agent): boolean {
  if (!BOT_WORD.test(agent) || NOT_A_BOT.test(agent)) return false;
  // `bOt` occurs by chance, as in the token `qZbBOt`.
  const text = agent.text.replace(words.modelsPlace, "").replace(/bO[tT]|BOt|BoT/g, " ");
  return BOT_WORD.pattern.test(text);
}

export const HOLDS: Readonly<Record<Feature, (agent: Agent, features: Features) => boolean>> = {
  alone: (agent) => standsAlone(agent),
  /** Listed app, not a phone's model. */
  app: (_, { appNamed }) => appNamed !== undefined,
  appInFront: (_, { app }) => app?.at === 0,
  appsServer: (_, features) => isServerOfApp(features),
  browserInFront: (agent) => isBrowserName(agent),
  /** The whole first name is a browser's. */
  browsersHead: (agent) => browserExactly(agent.head.toLowerCase()) !== undefined,
  /** Page, mail address or other contact. */
  contact: (_, { contact }) => contact.given,
  desktopView: (agent) => desktopView(agent) !== undefined,
  electron: (_, { appNamed }) => /^(?:Electron|Crosswalk)$/.test(appNamed?.value.name ?? ""),
  feedReader: (_, { machine }) => machine?.value.type === "feed",
  /** Listed app, not a framework. */
  finishedApp: (_, { appNamed }) => appNamed !== undefined && !words.frameworks.has(appNamed.value.name),
  knownLibrary: (_, { machine }) => machine?.value.type === "library",
  knownMachine: (_, { machine }) => machine !== undefined,
  leadingApp: (_, { appNamed }) => appNamed !== undefined && appNamed.at < IN_FRONT,
  leadingLibrary: (_, features) => leadsAsLibrary(features),
  /** A word used only in names of libraries. */
  librarysWord: (agent) => libraryName.test(agent.text) || ofLanguage.test(agent.head),
  makerInFront: (agent) => isMakersName(agent),
  makersHead: (agent) => brandAtStart(agent.head)?.evidence === "name",
  mobile: isMobile,
  /** Maker's name or code; a short one needs a number after it. */
  modelInFront: ({ head }) => {
    const start = brandAtStart(head);
    return start !== undefined && (start.evidence !== "short-code" || /\d/.test(head));
  },
  namedApp: (_, { app }) => app !== undefined,
  /** No name at the start. */
  nameless: (agent) => !/^(?=.*\p{L})[\p{L}\d]/u.test(ownName(agent) || agent.head),
  newName: (agent) => newName(agent) !== undefined,
  noName: (agent) => isNotName(agent.text),
  ofLanguage: (agent) => ofLanguage.test(agent.head),
  page: (_, { contact }) => contact.page !== "",
  particular: (_, { particular }) => particular !== undefined,
  personsApp: (_, features) => isPersonsApp(features),
  plainBotWord: (agent) => PLAIN_BOT_WORD.test(agent),
  /** Not a browser or phone: a library counts anywhere in the string. */
  plainTool: (agent) => !/^(?:mozilla|opera)\b/.test(agent.lower) && !isMobile(agent),
  robot: (_, { machine }) => machine !== undefined && machine.value.type !== "library",
  /** The first name belongs to a bot, or to an app of a service with its own clients. */
  service: (_, { machine, app }) => {
    const service = machine ?? app;
    return service?.at === 0 && !words.frameworks.has(service.value.name);
  },
  versioned: (agent) => agent.headVersion !== "",
  viewName: (agent) => viewName(agent) !== undefined,
  worded: (_, { worded }) => worded,
};

/** Offset below which a name is at the start: one or two characters may precede it. */
const IN_FRONT = 3;

/**
 * Whether a library comes first, or after a name that is not a bot's. On a phone the library must be the
 * whole first name, since an app's name may begin like it.
 */
function leadsAsLibrary(features: Features): boolean {
  const { agent, machine, worded } = features;
  if (machine === undefined || (machine.at >= IN_FRONT && (worded || agent.head.length < machine.at)))
    return false;
  return (
    !isMobile(agent) ||
    (agent.head.toLowerCase() === machine.phrase.replace(/\/$/, "") &&
      !/^(?:java|python|node|php|ruby|go)$/.test(machine.phrase))
  );
}

/** Whether an app's name is a phone's model: in a browser's string it precedes the engine. */
const isPhonesName = ({ lower }: Agent, app: Names["app"]): boolean =>
  app !== undefined &&
  /^(?:mozilla|opera).{0,40}android/.test(lower) &&
  app.at < lower.search(/applewebkit\/|\) (?:gecko|presto)\//);

/** Whether the client is an app that a person uses on a phone, not a bot. */
function isPersonsApp({ agent, contact }: Features): boolean {
  const { lower } = agent;
  const onPhone = lower.startsWith("mozilla") ? IN_VIEW.test(agent) : words.phonesSystem.test(lower);
  if (onPhone && !contact.given && words.talkersPlace.test(lower)) return true;
  return (onPhone || (isMobile(agent) && namesDevice(agent))) && !OWN_BOT_WORD.test(agent);
}

/**
 * Fetcher of a service: the app's name and a page, no system, and an early version or none: `Pinterest/0.2
 * (+http://www.pinterest.com/)`, but `Banshee/2.6.2 (http://banshee-project.org/)`.
 */
function isServerOfApp({ agent, contact }: Features): boolean {
  return (
    contact.page !== "" &&
    (/\+ ?(?:http|www)/.test(agent.lower) || /^(?:0\.\d+|[12](?:\.0){0,2})?$/.test(agent.headVersion)) &&
    !/ios|iphone|ipad|android|darwin|mac|windows|linux|watch|pod|cast|player|radio|torrent/.test(agent.lower)
  );
}

/** Whether the string is only `Mozilla/5.0 (compatible; Name/1.0)`: browsers send more. */
function standsAlone({ lower }: Agent): boolean {
  const inside = /^mozilla\/\d\.\d+\s*\((?:compatible[;,]?)?([^()]*)\)?$/.exec(lower)?.[1]?.trimStart();
  if (inside !== undefined)
    return !words.peoplesWords.test(inside) && (inside === "" || /[a-z]{3}/.test(inside));
  return lower.includes("(", 1)
    ? /khtml, like gecko\)?; ?[a-z]/.test(lower)
    : /^\(?mozilla(?:\/\d\.\d)?[.)]*$|^mozilla\/5\.0 [a-z_-]+$|^mozilla\/\d\.\d+ [a-z][\w-]+\/\d[\w.]*$/.test(
        lower,
      );
}

/** Maker's name with a number, a word in capitals or a listed model. */
function isMakersName({ text, lower, head }: Agent): boolean {
  if (words.codeInFront.test(text)) return true;
  if (brandAtStart(words.modelsInFront.exec(text)?.[1] ?? "")?.evidence === "name") return true;
  const maker = brandAtStart(head);
  if (maker?.evidence !== "name" || lower.includes("cfnetwork")) return false;
  const model = head.slice(maker.length).replaceAll("_", " ").trim();
  // `Samsung Magician 7.1` has a version, `Alcatel-BH4/1.0` model and version.
  if (/(?:^|[ -])[a-z]*\d\w*$/i.test(model) && !/\d\.\d/.test(model)) return true;
  if (text[head.length] === "/") return false;
  const listed = findModel(model) ?? findModelByName(model);
  return /^[A-Za-z]+[-_][A-Z]+$|^[A-Za-z]+_[A-Z]/.test(text) || listed?.brand === maker.brand;
}

/** App whose web view shows the page. */
type View = Pick<Product, "name" | "version">;

/** Name that an app adds to its web view: a product or a bare word. */
export function viewName(agent: Agent): View | undefined {
  const several = words.severalLast.exec(agent.text);
  const [, name = "", version = ""] = several ?? words.lastWord.exec(agent.text) ?? [];
  const own = (several ? undefined : newName(agent)) ?? { name, version };
  if (own.name === "" || isNoise(own.name) || /browser|explorer/i.test(own.name)) return undefined;
  if (/^\d/.test(own.version)) return own;
  const end = agent.text.lastIndexOf(own.name) + own.name.length;
  return { name: own.name, version: versionAfter(agent, end) };
}

const DESKTOP = guardedBy(/^mozilla\/5\.0 \((?:windows|macintosh|x11)/);

/** Desktop app in its web view's string: a product among Chrome's, or one named like a program. */
export function desktopView(agent: Agent): View | undefined {
  if (!DESKTOP.test(agent)) return undefined;
  const [, name = "", version = ""] =
    words.betweenChrome.exec(agent.text) ?? words.withoutEngine.exec(agent.text) ?? [];
  // A product with Chrome's version is a browser based on Chromium, unless Electron is in the string.
  const isBrowser =
    isNoise(name) || /brows|explor|chrom/i.test(name) || version === agent.versions.get("chrome");
  if (name !== "" && (agent.versions.has("electron") || !isBrowser)) return { name, version };
  const own = newName(agent);
  return own !== undefined && words.viewAppWords.test(own.name) && !/brows|explor/.test(own.key)
    ? own
    : undefined;
}
