/** The result of contract section 1, of all that is known of a string. */

import type { Browser } from "./browsers.ts";
import { fallbackModel } from "./fallback-parser.ts";
import { botStates, robotsTokens } from "./identities.ts";
import type { Hardware } from "./maker-model.ts";
import type { Client } from "./naming.ts";
import { type Known, read } from "./read.ts";
import { releaseOf } from "./releases.ts";
import type { Bot, BrowserResult, Evidence, System, UserAgentResult } from "./schema.ts";
import { fromTables } from "./tables.ts";

/** The answer to a string. */
export function interpret(text: string): UserAgentResult {
  const known = read(text);
  return known.client ? ofClient(known, known.client) : ofBrowser(known);
}

/** A person's browser or device; nothing at all where nothing is known. */
function ofBrowser(known: Known): UserAgentResult {
  const { text, os, browser, engine, machine, formFactor } = known;
  const isUnknown = machine.vendor === "" && formFactor !== "desktop";
  if (!os && !browser && !engine && isUnknown && formFactor === "")
    return { agent: text, device: false, os: false, engine: false, browser: false, url: false, bot: false };
  const found = (isUnknown && mayBeKnown(machine) && fallbackModel(text)) || machine;
  const type = formFactor === "desktop" ? "desktop" : "unknown";
  const { vendor, name, ...model } = modelOf(found);
  return {
    agent: text,
    device: { vendor, name, type, formFactor, ...model },
    os: systemOf(known),
    engine,
    browser: browser ? browserOf(browser, os) : false,
    url: browser && browser.url !== "" ? browser.url : false,
    bot: false,
    evidence: browser?.evidence ?? "pattern",
  };
}

/** Whether the fallback may know what our own tables do not: codes of few signs, and words in front of one. @perf */
const mayBeKnown = ({ code, name }: Hardware): boolean =>
  code === undefined || /^(?:[A-Z]{4,}[ _-]|[A-Z]{1,3}-?)[A-Z]*\d/.test(name);

/** A bot, app, feed reader or library. */
function ofClient(known: Known, client: Client): UserAgentResult {
  const { text, os, browser, engine, machine, formFactor, classifier } = known;
  const isBot = client.type === "bot";
  const evidence: Evidence = classifier?.evidence ?? "pattern";
  const own: BrowserResult = {
    name: client.name,
    version: client.version,
    evidence: client.evidence ?? evidence,
  };
  const { vendor, name, ...model } = isBot ? botDevice(client, evidence) : modelOf(machine);
  return {
    agent: text,
    device: { vendor, name, type: client.type, formFactor, ...model },
    os: systemOf(known),
    engine,
    browser: isBot
      ? browser
        ? browserOf(browser, os)
        : false
      : isWebView(known)
        ? { ...own, inApp: client.name }
        : own,
    url: client.url === "" ? false : client.url,
    bot: isBot && botOf(client),
    evidence,
  };
}

const botDevice = ({ operator, name, version }: Client, evidence: Evidence) => ({
  vendor: operator,
  name,
  ...(version !== "" && { version }),
  evidence,
});

/** An app that shows a page: its string is a browser's, with an engine. */
const isWebView = ({ client, engine, agent }: Known) =>
  client?.type === "app" && engine !== false && agent.lower.startsWith("mozilla/");

/** Maker, model and its code; `evidence` where there is something to be sure of. */
export function modelOf({ vendor: maker, name: listed, code = "", evidence = "listed", doubtful }: Hardware) {
  const vendor = doubtful ? "" : maker;
  const bare = withoutMaker(listed, maker);
  // A list may have the maker in front of what is no more than the code: `HUAWEI U9508`.
  const full = IS_CODE.test(bare) && code.endsWith(bare) ? bare : listed;
  const name = full.replace(VERSION_BEHIND, "") || full;
  const written = withoutMaker(code.replaceAll("_", " ").trim(), maker);
  const isCode = written !== "" && (written !== name ? !written.endsWith(name) : IS_CODE.test(written));
  return {
    vendor,
    name,
    ...(isCode && { code: withoutMaker(code, maker) }),
    ...((vendor !== "" || name !== "") && { evidence: vendor === "" ? ("pattern" as const) : evidence }),
  };
}

/** No model has a version of three numbers: `Desire HD 1.75.163.2`, `A820 4.1.2 weibo 3.5.2 android`, `Nexus S - 4.1.1 - API 16`. */
const VERSION_BEHIND = /[ _](?:- )?\d+\.\d+(?:\.\d+|[ _]weibo).*$/;

/** `Samsung SM-A536B` is a code behind its maker's name. */
const withoutMaker = (code: string, maker: string) =>
  maker !== "" && /[ _]/.test(code[maker.length] ?? "") && code.toLowerCase().startsWith(maker.toLowerCase())
    ? code.slice(maker.length + 1)
    : code;

/** A digit, and no word of small letters: `SM-G900F`, `2201117TG`, but not `Redmi Note 8`. */
const IS_CODE = /^(?=.*\d)(?!.*[a-z]{3})[\w().+ -]{2,40}$/;

const systemOf = ({ os, processor }: Known): System | false =>
  os && { ...os, ...processor, evidence: os.evidence ?? "listed" };

/** The answer's part about a browser, which many strings of one form share. @perf */
const made = fromTables(
  () => new WeakMap<Browser, { readonly system: string; readonly result: BrowserResult }>(),
);

function browserOf(browser: Browser, os: System | false): BrowserResult {
  const system = os ? os.name : "";
  const before = made().get(browser);
  if (before?.system === system) return before.result;
  const { name, version, evidence } = browser;
  const result = { name, version, ...releaseOf(browser, system), evidence };
  made().set(browser, { system, result });
  return result;
}

function botOf({ name, category, operator }: Client): Bot {
  const state = botStates().get(name);
  const token = robotsTokens().get(name);
  return { name, category, operator, ...(token !== undefined && { token }), ...(state && { state }) };
}
