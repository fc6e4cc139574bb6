/**
 * Refreshes data/agents/crawlers.txt from `crawler-user-agents` (MIT): `phrase | category | url`, one line a
 * pattern. Patterns become phrases that are matched without case at the start of a word; the few that cannot
 * be a phrase, and those that catch people, are left to data/agents/bots.txt.
 */

import { join } from "node:path";
import list from "crawler-user-agents";

const TARGET = join(import.meta.dir, "../data/agents/crawlers.txt");

const CATEGORIES: Readonly<Record<string, string>> = {
  "search-engine": "search",
  advertising: "advertising",
  "feed-reader": "feed",
  "http-library": "library",
  "social-preview": "social-preview",
  archiver: "archiver",
  seo: "seo",
  monitoring: "monitoring",
  scanner: "security",
  "ai-crawler": "ai-training",
  "browser-automation": "tool",
};

/** Words that people's browsers, apps or devices carry as well; where a bot is meant, bots.txt says it exactly. */
const CATCHES_PEOPLE = new Set(
  `ap3a.240617.008|sogou|sonic|butterfly|code/1.|fluid|viber|okhttp|openvas|whatsapp|silk/|coccoc|speedy|fluffy
  |magellan|splunk|operator/|make/|readable/|red/|grover/|verity/|odin;|overcast/|pocketcasts/|mail.ru|zoominfo-
  |charlotte|daum/|hatena|fever|dingtalk|trae/|cursor|devin|notion/|asana/|grammarly/|upday/|hype machine/|instapaper/
  |nextcloud|fetch/|wordpress/|fastmailua|stripe/|jetty|convera|trove|synapse|yeti|impact|ds9|blackboard
  |mastodon|goodreads|axios|httpurlconnection|node-fetch|okhttp|download ninja|optimizer)|rigor)|dbot)|nitro-
  |metaiab facebook|determ|termly|adventurer|bluesky/|feedly|netvibes|feeder.co|feeder /|google-safety|mail chimp
  |salesforce.com|btwebclient|hello world|dlc/|indy library|curl|wget|podimo|capitaloneshopping|tumblr/`
    .split("|")
    .map((word) => word.trim()),
);

interface Row {
  readonly pattern: string;
  readonly url?: string;
  readonly tags?: readonly string[];
}

/** The literal text of a pattern in lower case; undefined where it has none. */
function phraseOf(pattern: string): string | undefined {
  const plain = pattern
    .replace(/\[([a-z])([A-Z])\]|\[([A-Z])([a-z])\]/g, (_, a, __, ___, b) => a ?? b)
    .replace(/^\(\^\| \)|^\^|\(\[\^-\]\|\$\)$|\$$/g, "")
    .replace(/\\([^\w])/g, "$1");
  return /[\\[\]*|^$?+]/.test(pattern.replace(/\\[^\w]/g, "")) && /[\\[\]*|^$?]/.test(plain)
    ? undefined
    : plain.toLowerCase();
}

const lines = [
  "# Crawlers, fetchers and tools: phrase | category | url.",
  "# Source: npm crawler-user-agents 1.60.0 (MIT). Refresh: bun build/agents-crawlers.ts",
];
const left: string[] = [];
for (const row of list as readonly Row[]) {
  const phrase = phraseOf(row.pattern);
  if (phrase === undefined || phrase.trim().length < 3 || CATCHES_PEOPLE.has(phrase.trim())) {
    left.push(row.pattern);
    continue;
  }
  const category = row.tags?.map((tag) => CATEGORIES[tag]).find((known) => known !== undefined) ?? "unknown";
  lines.push(`${phrase.replace(/\|/g, " ")} | ${category} | ${row.url ?? ""}`);
}
await Bun.write(TARGET, `${lines.join("\n")}\n`);
console.log(`${lines.length - 2} phrases; left to bots.txt: ${left.join("  ")}`);
