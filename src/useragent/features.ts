/** Features of a string that the classifiers decide by. */

import { botWords, noBotWords, plainBotWords } from "../../data/agents/words.ts";
import { type Agent, ownName } from "./agent.ts";
import { type Browser, particularBrowser } from "./browsers.ts";
import { type Contact, contactOf } from "./contacts.ts";
import type { Names } from "./identities.ts";
import type { Identity } from "./identity-rows.ts";
import { guardedBy } from "./keyword-scan.ts";
import { findModel } from "./models.ts";
import type { PhraseHit } from "./phrases.ts";

export interface Features extends Names {
  readonly agent: Agent;
  readonly contact: Contact;
  /** Whether a bot's word stands in it, outside the model of a phone. */
  readonly worded: boolean;
  /** Whether it does not begin as a browser's, on a phone's or a tablet's system. */
  readonly mobile: boolean;
  /** A browser by name, more than an ancestor. */
  readonly particular: Browser | undefined;
}

export const BOT_WORD = guardedBy(botWords);
export const PLAIN_BOT_WORD = guardedBy(plainBotWords);
const NOT_A_BOT = guardedBy(noBotWords);

const MOBILE = guardedBy(
  /\biphone\b|\bipad\b|\bios\b|\bandroid\b|\bdalvik\b|\bcfnetwork\b|\bmidp\b|\bcldc\b|\bappletv\b|\btvos/,
);

const SCRIPTS =
  /^(?:curl|wget|python|okhttp|dart|react-native-|exoplayerplugin|exomedia|just_audio|yourapplicationname)/;

export function featuresOf(agent: Agent): Features {
  const { machine, app, browser } = agent.names;
  const worded = wordsOfBot(agent);
  const isApp = machine !== undefined && !worded && isServicesApp(agent, machine);
  return {
    machine: machine && (isApp || isModelsName(agent, machine)) ? undefined : machine,
    app: isApp && app?.at !== 0 ? asApp(agent, machine) : app,
    browser,
    agent,
    contact: contactOf(agent),
    worded,
    mobile: (MOBILE.test(agent) || namesDevice(agent)) && !SCRIPTS.test(agent.lower),
    particular: particularBrowser(agent),
  };
}

/** Whether it is no browser's string and a part of its comment is the code of a machine that is listed. */
export const namesDevice = ({ lower, parts }: Agent): boolean =>
  !/^(?:mozilla|opera)/.test(lower) &&
  parts.slice(0, 6).some((part) => CODE.test(part) && findModel(part) !== undefined);

const CODE = /^(?=.*\d)[A-Z]{2,3}-[A-Z]?\d[\w-]{2,9}$/;

/**
 * Whether a phone is called as a robot is: what stands behind Android's version is its model, where more words or signs
 * follow the robot's name.
 */
function isModelsName({ lower }: Agent, { at, phrase }: PhraseHit<Identity>): boolean {
  return (
    /^mozilla\/5\.0 \(linux;(?: u;| arm;| arm_64;)? android [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?(?:[\w-]+ )?$/.test(
      lower.slice(0, at),
    ) &&
    (/^\w/.test(lower.slice(at + phrase.length)) ||
      /^[\w.+-]{2,20} (?!build\/)[\w .+-]{1,40}(?:\)| build\/|; wv\))/.test(lower.slice(at)))
  );
}

/** A service's or a library's name in front of Apple's network library, or of Android's player, is an app: neither runs on servers. */
function isServicesApp({ lower }: Agent, { at, value }: PhraseHit<Identity>): boolean {
  if (/^[^()]{1,60} cfnetwork\//.test(lower))
    return value.type === "bot"
      ? value.operator !== "Apple"
      : value.type === "library" && at === 0 && !OF_APPLE.test(lower);
  return value.type === "bot" && at === 0 && ON_PLAYER.test(lower);
}

/** Libraries that use Apple's network library, and what Apple's own programs are called. */
const OF_APPLE =
  /^(?:alamofire|afnetworking|asihttp|mknetworkkit|moya|nsurl|urlsession|swift|xcode|nscurl|com\.apple|apple|trustd|git\b)/;
const ON_PLAYER =
  /^[^()]{1,60} \((?:linux; ?)?(?:u; )?android [\d.]+\) (?:exoplayer|androidxmedia)|^[^()]{1,60} \((?:phone|tablet|mobile); (?:android|ios)\b/;

/** The same as an app, which is called as the string says; a site is the app's as well, a robot's page is not. */
function asApp(agent: Agent, hit: PhraseHit<Identity>): PhraseHit<Identity> {
  const url = /^https?:\/\/[^/]+\/?$/.test(hit.value.url) ? hit.value.url : "";
  const name = hit.at === 0 && hit.value.type === "library" ? hit.value.name : ownName(agent);
  return { ...hit, value: { type: "app", name: name || agent.head, category: "unknown", operator: "", url } };
}

/** Bot words outside the model of a phone: there are an `IDbot553PLUS` and a `Xbot_Senior`. */
function wordsOfBot(agent: Agent): boolean {
  if (!BOT_WORD.test(agent) || NOT_A_BOT.test(agent)) return false;
  // Nobody writes `bOt` within a word: that is chance, as in the token `qZbBOt`.
  const text = agent.text.replace(/Android [\d.]+; [^;)]*/, "").replace(/bO[tT]|BOt|BoT/g, " ");
  return BOT_WORD.pattern.test(text);
}
