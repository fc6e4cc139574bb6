/**
 * What is made of an agent's string, as text that a person can read. A case is the string, flush left, with hints
 * (`> Sec-CH-UA-Platform: "Windows"`) below it, then the answer, indented; a blank line ends it.
 */

import { readClientHints } from "../../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../../src/useragent/lookup.ts";

/** A case with the answer. */
export function agentAsText([agent = "", ...hints]: readonly string[]): string {
  const fields = hints.map((line) => line.slice(2).split(/: (.*)/s, 2));
  const { device, os, engine, browser, bot, url, evidence } = lookupUserAgent(
    agent,
    readClientHints(Object.fromEntries(fields)),
  );
  const told = [
    device ? `device ${[device.type, device.formFactor, device.vendor, device.name].join(" | ")}` : "",
    os ? `os ${words(os)}` : "",
    engine ? `engine ${words(engine)}` : "",
    browser ? `browser ${words(browser)}` : "",
    bot ? `bot ${bot.name} | ${bot.category} | ${bot.operator}` : "",
    url ? `url ${url}` : "",
    `evidence ${evidence}`,
  ];
  return [agent, ...hints, ...told.filter(Boolean).map((line) => `  ${line}`)].join("\n");
}

function words(part: {
  readonly name: string;
  readonly version: string;
  readonly frozen?: true;
  readonly atLeast?: string;
}): string {
  const { name, version, frozen, atLeast } = part;
  return [name, version, frozen && "(frozen)", atLeast && `at least ${atLeast}`].filter(Boolean).join(" ");
}
