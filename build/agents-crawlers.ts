/**
 * Refreshes data/agents/crawlers.txt from `crawler-user-agents` (MIT): `phrase | category | url`, one line a
 * pattern. Its tags only fill gaps: `ai-crawler` says nothing of the purpose (training, search or assistant), and `seo`
 * is where it puts what fits nowhere else, so both become `unknown`; bots.txt knows better. Patterns become phrases that are matched without case at the start of a word; the few that cannot
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
  monitoring: "monitoring",
  scanner: "security",
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

/** Directories of other people's robots: what they say of one is not the operator's word. */
const DIRECTORIES =
  /^https?:\/\/(?:[\w-]+\.)*(?:datadome\.co|knownagents\.com|darkvisitors\.com|useragents\.io|udger\.com|user-agents\.net|whatismybrowser\.com|botcrawl\.com|distilnetworks\.com|webmasterworld\.com|botreports\.com|incapsula\.com|abuseipdb\.com|useragentstring\.com|projecthoneypot\.org)(?:\/|$)/;

/** Slips in the list's addresses. */
const MENDED: ReadonlyMap<string, string> = new Map([
  ["ttps://catchpoint.com/bots", "https://catchpoint.com/bots"],
  ["https://feedearch.dev/", "https://feedsearch.dev/"],
  ["http://www.domaincrawler.com/www.example.com", "http://www.domaincrawler.com/"],
]);

interface Row {
  readonly pattern: string;
  readonly url?: string;
  readonly tags?: readonly string[];
  /** Strings as they were seen. */
  readonly instances?: readonly string[];
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

function pageOf(url = ""): string {
  const page = MENDED.get(url) ?? url;
  return DIRECTORIES.test(page) || !URL.canParse(page) ? "" : page;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * The address that a robot gives in its own string, right behind its name: one that is about robots, or on a host that
 * has the robot's name, since other robots' addresses stand in strings too.
 */
function carriedBy(phrase: string, instances: readonly string[] = []): string {
  for (const instance of instances) {
    const at = instance.toLowerCase().indexOf(phrase.trim());
    const url = at < 0 ? undefined : /https?:\/\/[^\s);,'"\]}>]+/.exec(instance.slice(at))?.[0];
    if (!url || !URL.canParse(url)) continue;
    const host = new URL(url).hostname.split(".").at(-2) ?? "";
    const named = host.length > 3 && letters(phrase).includes(letters(host).slice(0, 5));
    if (named || /bot|crawl|spider|robot/i.test(new URL(url).pathname)) return pageOf(url);
  }
  return "";
}

const lines = [
  "# Crawlers, fetchers and tools: phrase | category | url.",
  "# Refresh: bun build/agents-crawlers.ts",
  "# observed | npm crawler-user-agents 1.60.0 (MIT), with strings of each",
];
const left: string[] = [];
for (const row of list as readonly Row[]) {
  const phrase = phraseOf(row.pattern);
  if (phrase === undefined || phrase.trim().length < 3 || CATCHES_PEOPLE.has(phrase.trim())) {
    left.push(row.pattern);
    continue;
  }
  const category = row.tags?.map((tag) => CATEGORIES[tag]).find((known) => known !== undefined) ?? "unknown";
  lines.push(
    `${phrase.replace(/\|/g, " ")} | ${category} | ${pageOf(row.url) || carriedBy(phrase, row.instances)}`,
  );
}
await Bun.write(TARGET, `${lines.join("\n")}\n`);
console.log(`${lines.length - 3} phrases; left to bots.txt: ${left.join("  ")}`);
