/** A user agent as a page shows it. Pure. */

import type { NamedVersion, UserAgentResult } from "../useragent/schema.ts";
import { externalLink, type Html, html } from "./html.ts";
import { factTable } from "./page.ts";

/** The user agent in a few words, and as it was sent. */
export function agentLead(result: UserAgentResult): Html {
  return html`<p class="headline">${summary(result)}</p>
<p><code class="value">${result.agent === "" ? "(empty)" : result.agent}</code></p>`;
}

/** All that is known of a user agent. */
export function agentFacts({ device, os, browser, engine, bot, url }: UserAgentResult): Html | undefined {
  return factTable([
    ["Type", device && (TYPES[device.type] ?? device.type)],
    ["Form", device ? device.formFactor : ""],
    ["Device", device && `${device.vendor} ${device.name}`.trim()],
    ["Browser", versioned(browser)],
    ["System", versioned(os)],
    ["Engine", versioned(engine)],
    ["Bot", bot && [bot.name, bot.category, bot.operator].filter((part) => part !== "").join(", ")],
    ["More", url && externalLink(url, url)],
  ]);
}

const TYPES: Readonly<Record<string, string>> = {
  desktop: "browser on a desktop or laptop",
  bot: "bot",
  app: "app",
  feed: "feed reader or podcast client",
  library: "HTTP library or command-line tool",
  unknown: "",
};

function summary({ device, browser, os, bot }: UserAgentResult): string {
  const who = bot ? bot.name : browser ? versioned(browser) : device ? device.name : "";
  const on = os ? versioned(os) : "";
  if (who && on) return `${who} on ${on}`;
  return who || on || "Nothing is known of it";
}

function versioned(part: NamedVersion | false): string {
  return part ? `${part.name} ${part.version}`.trim() : "";
}
