/** Formats a user agent for people: name, facts, and how certain they are. Pure. */

import { PLACES, STATES, SUPPORT, TYPES, VERIFIED, WORK } from "../../data/agents/view-words.ts";
import type { BrowserResult, Evidence, NamedVersion, System, UserAgentResult } from "../useragent/schema.ts";

export interface AgentView {
  readonly title: string;
  /** Kind of client, vendor and age. */
  readonly sentence: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** Limits of the result, one sentence each. */
  readonly notes: readonly string[];
}

/** @param hinted true if client hints were used as well */
export function viewAgent(result: UserAgentResult, hinted = false): AgentView {
  const { device, os, browser, engine, bot } = result;
  const facts: (readonly [string, string | false])[] = [
    ["Type", device && (TYPES.get(device.type) ?? "")],
    ["Device type", device ? device.formFactor : ""],
    ["Device", device && hedged(`${device.vendor} ${device.name}`.trim(), bot ? undefined : device.evidence)],
    ["Model code", device && (device.code === device.name ? "" : (device.code ?? ""))],
    ["Browser", browser && hedged(versioned(browser), browser.evidence)],
    ["Web view of", browser && browser.inApp !== browser.name && (browser.inApp ?? "")],
    ["Released", browser && releaseOf(browser)],
    ["Operating system", os && hedged(system(os), os.evidence)],
    ["Processor", os && processorOf(os)],
    ["Engine", versioned(engine)],
    ["Bot", bot && [ownName(result), bot.category, bot.operator].filter((part) => part !== "").join(", ")],
    ["Token in robots.txt", bot && (bot.token ?? "")],
    ["State", bot && (bot.state === undefined ? "" : STATES[bot.state])],
    ["Verified", bot && (bot.verified === undefined ? "" : VERIFIED[bot.verified])],
  ];
  return {
    title: titleOf(result),
    sentence: sentenceOf(result),
    facts: facts.filter(
      (fact): fact is readonly [string, string] => typeof fact[1] === "string" && fact[1] !== "",
    ),
    notes: notesOf(result, hinted),
  };
}

/** Marks guesses. */
const hedged = (text: string, evidence?: Evidence): string =>
  text !== "" && evidence === "guess" ? `${text} (a guess)` : text;

const releaseOf = ({ released = "", support }: BrowserResult): string =>
  support === undefined ? released : `${released}, ${SUPPORT[support]}`;

const processorOf = ({ architecture = "", bitness }: System): string =>
  [architecture, bitness === undefined ? "" : `${bitness} bits`].filter((part) => part !== "").join(", ");

/** `Googlebot 2.1` */
const ownName = ({ bot, device }: UserAgentResult): string =>
  bot ? `${bot.name} ${device ? (device.version ?? "") : ""}`.trim() : "";

function titleOf({ device, browser, os, bot }: UserAgentResult): string {
  const who = bot ? bot.name : browser ? versioned(browser) : device ? device.name : "";
  const on = system(os);
  if (who && on) return `${who} on ${on}`;
  return who || on || "Not recognised";
}

function sentenceOf({ agent, device, browser, os, bot }: UserAgentResult): string {
  if (bot && bot.category === "tool" && browser) return `${bot.name}, usually driven by a script.`;
  if (bot) return `A bot${bot.operator && ` of ${bot.operator}`}${WORK[bot.category]}.`;
  if (!device && !browser && !os)
    return agent === ""
      ? "There is no user agent."
      : "No part of it names a known browser, bot, app or library.";
  const kind = device ? device.type : "";
  const type = kind === "desktop" || kind === "unknown" ? undefined : TYPES.get(kind);
  const what = type === undefined ? (browser ? "A browser" : "A client") : withArticle(type);
  const place = PLACES.get(device ? device.formFactor : "");
  const first =
    browser && browser.support === "outdated" ? `Outdated: ask the user to update ${browser.name}. ` : "";
  return `${first}${what}${place === undefined ? "" : ` on ${place}`}${browser ? ageOf(browser) : ""}.`;
}

const withArticle = (text: string): string => `${/^[aeio]|^HTTP/i.test(text) ? "An" : "A"} ${text}`;

function ageOf({ released = "", support }: BrowserResult): string {
  const age = released === "" ? "" : `; this version came out on ${released}`;
  if (support === undefined) return age;
  return `${age}${age === "" ? "; it" : " and"} is ${SUPPORT[support]}`;
}

function notesOf({ os, engine, evidence, bot }: UserAgentResult, hinted: boolean): string[] {
  const notes: string[] = [];
  if (evidence === "pattern") notes.push("Recognised by the form of the string, not by a known name.");
  if (evidence === "guess") notes.push("Guessed from a single word of the string.");
  if (os && os.frozen === true)
    notes.push(
      `The version is frozen: browsers send ${os.version === "" ? os.name : `${os.name} ${os.version}`} on every installation${os.atLeast === undefined ? "" : `, and this one requires ${os.name} ${os.atLeast} or later`}.`,
    );
  if (hinted) notes.push("Client hints of the request were used too.");
  else if (os && os.frozen === true && (engine ? engine.name : "") === "Blink" && !bot)
    notes.push(
      "Client hints (Sec-CH-UA) would reveal the real version of the operating system, and a phone's model.",
    );
  return notes;
}

/** Name and version of the system; frozen versions are left out because they are not true. */
function system(os: System | false): string {
  if (os === false) return "";
  if (os.frozen !== true) return versioned(os);
  return os.atLeast === undefined ? os.name : `${os.name} ${os.atLeast} or later`;
}

function versioned(part: NamedVersion | false): string {
  return part ? `${part.name} ${part.version}`.trim() : "";
}
