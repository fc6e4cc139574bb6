/** The result of contract section 1, of all that the stages before have found. */

import { fallbackModel } from "./fallback-parser.ts";
import { botStates } from "./identities.ts";
import type { Client } from "./naming.ts";
import type { Bot, UserAgentResult } from "./schema.ts";
import type { Known } from "./stage.ts";

export function answerStage(known: Known): Partial<Known> {
  return { result: known.client ? ofClient(known, known.client) : ofBrowser(known) };
}

/** A person's browser or device; nothing at all where nothing is known. */
function ofBrowser({ text, os, browser, engine, machine, formFactor }: Known): UserAgentResult {
  const isUnknown = machine.vendor === "" && formFactor !== "desktop";
  if (!os && !browser && !engine && isUnknown && formFactor === "")
    return { agent: text, device: false, os: false, engine: false, browser: false, url: false, bot: false };
  const { vendor, name } = (isUnknown && fallbackModel(text)) || machine;
  const type = formFactor === "desktop" ? "desktop" : "unknown";
  return {
    agent: text,
    device: { vendor, name, type, formFactor },
    os,
    engine,
    browser: browser ? { name: browser.name, version: browser.version } : false,
    url: browser && browser.url !== "" ? browser.url : false,
    bot: false,
    evidence: browser?.listed ? "listed" : "pattern",
  };
}

/** A bot, app, feed reader or library. */
function ofClient(
  { text, os, browser, engine, machine, formFactor, classifier }: Known,
  client: Client,
): UserAgentResult {
  const isBot = client.type === "bot";
  const self = { name: client.name, version: client.version };
  return {
    agent: text,
    device: {
      vendor: isBot ? client.operator : machine.vendor,
      name: isBot ? client.name : machine.name,
      ...(isBot && client.version !== "" && { version: client.version }),
      type: client.type,
      formFactor,
    },
    os,
    engine,
    browser: isBot ? (browser ? { name: browser.name, version: browser.version } : false) : self,
    url: client.url === "" ? false : client.url,
    bot: isBot && botOf(client),
    ...(classifier && { evidence: classifier.evidence }),
  };
}

function botOf({ name, category, operator }: Client): Bot {
  const state = botStates().get(name);
  return { name, category, operator, ...(state && { state }) };
}
