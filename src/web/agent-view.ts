/** A user agent as a page shows it. Pure. */

import type { NamedVersion, System, UserAgentResult } from "../useragent/schema.ts";
import { externalLink, type Html, html } from "./html.ts";
import { factTable } from "./page.ts";

/** The user agent in a few words, and as it was sent. */
export function agentLead(result: UserAgentResult): Html {
  return html`<p class="headline">${summary(result)}</p>
<p><code class="value">${result.agent === "" ? "(empty)" : result.agent}</code></p>`;
}

/** All that is known of a user agent. */
export function agentFacts({
  device,
  os,
  browser,
  engine,
  bot,
  url,
  evidence,
}: UserAgentResult): Html | undefined {
  return factTable([
    ["Type", device && (TYPES[device.type] ?? device.type)],
    ["Form", device ? device.formFactor : ""],
    ["Device", device && `${device.vendor} ${device.name}`.trim()],
    ["Browser", versioned(browser)],
    ["System", system(os)],
    ["Engine", versioned(engine)],
    ["Known by", evidence && EVIDENCE[evidence]],
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

const EVIDENCE = { listed: "", pattern: "the form of the string", guess: "a guess from its words" } as const;

function summary({ device, browser, os, bot }: UserAgentResult): string {
  const who = bot ? bot.name : browser ? versioned(browser) : device ? device.name : "";
  const on = system(os);
  if (who && on) return `${who} on ${on}`;
  return who || on || "Nothing is known of it";
}

/** A frozen version is not told as a fact. */
function system(os: System | false): string {
  if (!os || os.frozen !== true) return versioned(os);
  return os.atLeast === undefined ? os.name : `${os.name} ${os.atLeast} or later`;
}

function versioned(part: NamedVersion | false): string {
  return part ? `${part.name} ${part.version}`.trim() : "";
}
