/** What a user agent string says: contract section 1. */

import { NetlensError } from "../api/errors.ts";
import { GenerationalCache } from "../cache/generational-cache.ts";
import { createSeenFilter, seenBefore } from "../cache/seen-filter.ts";
import { readAgent } from "./agent.ts";
import { brandAtStart } from "./brands.ts";
import { type Browser, findBrowser } from "./browsers.ts";
import type { ClientHints } from "./client-hints.ts";
import { type Clues, cluesOf } from "./clues.ts";
import { renderingEngine } from "./engines.ts";
import { formFactor } from "./form-factors.ts";
import { settled } from "./frozen.ts";
import { hardware, NO_MACHINE } from "./hardware.ts";
import { contradict, unreduced, withHints } from "./hinted.ts";
import { botStates } from "./identities.ts";
import type { Hardware } from "./maker-model.ts";
import type { Speaker } from "./naming.ts";
import { operatingSystem } from "./operating-systems.ts";
import { answerBy, type Numbered, numbered, type Pattern, patternOf } from "./renumbered.ts";
import type {
  Bot,
  DeviceType,
  Evidence,
  FormFactor,
  NamedVersion,
  System,
  UserAgentResult,
} from "./schema.ts";
import { secondOpinion } from "./second-opinion.ts";
import { fromTables } from "./tables.ts";
import { verdictOn } from "./verdicts.ts";

/** The longest string that is looked up, in bytes of UTF-8. */
export const LONGEST_AGENT = 8192;

/** Results that are remembered, and as many of before; patterns as well. @perf */
const REMEMBERED = 4096;

const answers = fromTables(() => new GenerationalCache<UserAgentResult>(REMEMBERED));
const agentsSeen = createSeenFilter(4 * REMEMBERED);
/** For strings but for the later numbers in them; false where those decide more than themselves. */
const patterns = fromTables(() => new GenerationalCache<Pattern | false>(REMEMBERED));

const patternsSeen = createSeenFilter(4 * REMEMBERED);

/** Whether a text came before, as far as the filter knows. No hash is 0: that stands for an empty slot. */
function cameBefore(text: string, filter: Int32Array): boolean {
  return seenBefore(filter, Bun.hash.crc32(text) || 1);
}

/**
 * Device, system, engine, browser, page and bot of a user agent string of at most 8 KiB, refined by client hints
 * where some are given. Throws `invalid-useragent` for a longer one. Results are shared: do not change them.
 */
export function lookupUserAgent(agent: string, hints?: ClientHints): UserAgentResult {
  if (agent.length > LONGEST_AGENT / 3 && Buffer.byteLength(agent) > LONGEST_AGENT) {
    throw new NetlensError("invalid-useragent", `A user agent string has at most ${LONGEST_AGENT} bytes.`);
  }
  return hints && !contradict(agent, hints)
    ? withHints(frozenAlike(remembered(unreduced(agent, hints)), agent, hints), agent, hints)
    : remembered(agent);
}

/** Without the hint of its version the system is known no better than from the string: `Android 10; K` is frozen. */
function frozenAlike(result: UserAgentResult, agent: string, hints: ClientHints): UserAgentResult {
  if (hints.platformVersion !== "") return result;
  const { os } = remembered(agent);
  if (!os || !result.os || result.os.name !== os.name || !os.frozen) return result;
  return { ...result, os };
}

function remembered(agent: string): UserAgentResult {
  const results = answers();
  const known = results.get(agent);
  if (known) return known;
  const how = numbered(agent);
  const pattern = how && patterns().get(how.key);
  const result = how && pattern ? answerBy(pattern, agent, how.places) : interpret(agent);
  if (how && pattern === undefined) learn(how, result);
  else if (cameBefore(agent, agentsSeen)) results.put(agent, result);
  return result;
}

/** Keeps what a string's answer says of those with other numbers, from the second of them on. */
function learn(how: Numbered, answer: UserAgentResult): void {
  if (cameBefore(how.key, patternsSeen)) patterns().put(how.key, patternOf(answer, how, interpret) ?? false);
}

/** The answer without anything remembered. */
export function interpret(text: string): UserAgentResult {
  const agent = readAgent(text);
  const clues = cluesOf(agent);
  const verdict = verdictOn(clues);
  const who = verdict?.give(clues);
  const told = operatingSystem(agent);
  const found = hardware(agent, told ? told.name : "");
  const machine = who && isOwnName(who, isListedName(clues, found), told, found) ? NO_MACHINE : found;
  const shape = formFactor(agent, told ? told.name : "", machine);
  const browser = findBrowser(agent, clues.particular);
  const engine = renderingEngine(agent);
  const os = settled(told, agent, { browser, engine });
  if (verdict && who)
    return recognised(text, who, { os, machine, shape, browser, engine, evidence: verdict.evidence });
  if (!os && !browser && !engine && machine.vendor === "" && shape === "") {
    return { agent: text, device: false, os: false, engine: false, browser: false, url: false, bot: false };
  }
  const type: DeviceType = shape === "desktop" ? "desktop" : "unknown";
  const isUnknown = machine.vendor === "" && type === "unknown";
  const { vendor, name } = (isUnknown && secondOpinion(text)) || machine;
  return {
    agent: text,
    device: { vendor, name, type, formFactor: shape },
    os,
    engine,
    browser: browser ? { name: browser.name, version: browser.version } : false,
    url: browser && browser.url !== "" ? browser.url : false,
    bot: false,
    evidence: browser?.listed ? "listed" : "pattern",
  };
}

/**
 * Whether what looks like a machine is the speaker's own name: a maker and a word of his, `Googlebot`, `Thunderbird`,
 * or any where no system stands; Apple's libraries run on Apple's machines.
 */
function isOwnName(who: Speaker, listed: boolean, told: NamedVersion | false, found: Hardware): boolean {
  const { vendor, name, code } = found;
  if (vendor === "Apple" && who.type !== "bot") return false;
  if (!told && (who.type === "bot" || who.type === "library")) return true;
  if (code !== undefined || /\d/.test(name)) return false;
  return told ? name.length > 1 && endsWith(who.name, name) : listed;
}

/** `GooglePodcasts` in front of a string is an app of the tables, and no machine of Google. */
const isListedName = ({ app, agent }: Clues, { vendor }: Hardware) =>
  app?.at === 0 &&
  (agent.lower.startsWith(vendor.toLowerCase()) || brandAtStart(agent.head)?.brand === vendor);

const endsWith = (name: string, end: string) => name.toLowerCase().endsWith(end.toLowerCase());

interface Surroundings {
  readonly os: System | false;
  readonly machine: Hardware;
  readonly shape: FormFactor;
  readonly browser: Browser | undefined;
  readonly engine: NamedVersion | false;
  readonly evidence: Evidence;
}

function recognised(text: string, who: Speaker, around: Surroundings): UserAgentResult {
  const { os, machine, shape, browser, engine, evidence } = around;
  const isBot = who.type === "bot";
  const self = { name: who.name, version: who.version };
  return {
    agent: text,
    device: {
      vendor: isBot ? who.operator : machine.vendor,
      name: isBot ? who.name : machine.name,
      ...(isBot && who.version !== "" && { version: who.version }),
      type: who.type,
      formFactor: shape,
    },
    os,
    engine,
    browser: isBot ? (browser ? { name: browser.name, version: browser.version } : false) : self,
    url: who.url === "" ? false : who.url,
    bot: isBot ? botOf(who) : false,
    evidence,
  };
}

function botOf({ name, category, operator }: Speaker): Bot {
  const state = botStates().get(name);
  return state === undefined ? { name, category, operator } : { name, category, operator, state };
}
