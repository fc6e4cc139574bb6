/**
 * Result for a user agent as readable text. A case is the string, flush left, with client hints (`>
 * Sec-CH-UA-Platform: "Windows"`) below it, then the result, indented; a blank line ends it.
 */

import { readClientHints } from "../../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../../src/useragent/lookup.ts";
import type { BrowserResult, System } from "../../../src/useragent/schema.ts";

/** Case with its result. */
export function agentAsText([agent = "", ...hints]: readonly string[]): string {
  const fields = hints.map((line) => line.slice(2).split(/: (.*)/s, 2));
  const { device, os, engine, browser, bot, url, evidence } = lookupUserAgent(
    agent,
    readClientHints(Object.fromEntries(fields)),
  );
  const lines = [
    device
      ? `device ${[device.type, device.formFactor, device.vendor, device.name].join(" | ")}${sure(device)}`
      : "",
    device && device.code !== undefined ? `code ${device.code}` : "",
    os ? `os ${systemWords(os)}${sure(os)}` : "",
    engine ? `engine ${engine.name} ${engine.version}`.trim() : "",
    browser ? `browser ${browserWords(browser)}${sure(browser)}` : "",
    bot ? `bot ${bot.name} | ${bot.category} | ${bot.operator}` : "",
    url ? `url ${url}` : "",
    `evidence ${evidence}`,
  ];
  return [agent, ...hints, ...lines.filter(Boolean).map((line) => `  ${line}`)].join("\n");
}

/** Evidence of a part, in parentheses; `""` if it is listed in a table. */
const sure = ({ evidence = "listed" }: { readonly evidence?: string }) =>
  evidence === "listed" ? "" : ` (${evidence})`;

function systemWords({ name, version, frozen, atLeast, architecture, bitness }: System): string {
  const parts = [name, version, frozen && "(frozen)", atLeast && `at least ${atLeast}`, architecture];
  return [...parts, bitness && `${bitness} bits`].filter(Boolean).join(" ");
}

function browserWords({ name, version, released, inApp }: BrowserResult): string {
  // Without the vendor's support, which changes when the data are updated.
  const release = released && `of ${released}`;
  return [name, version, release, inApp && `in ${inApp}`].filter(Boolean).join(" ");
}
