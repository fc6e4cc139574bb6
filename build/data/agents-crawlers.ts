/**
 * Updates data/agents/crawlers.txt from `crawler-user-agents` (MIT): `phrase | category | url | operator`,
 * one line per pattern, followed by names that only `es6-crawler-detect` (MIT) has. Tags of the list only
 * fill gaps: `ai-crawler` does not distinguish training, search and assistants, and `seo` mixes several
 * purposes, so both become `unknown`. Rows of bots.txt take precedence, and facts of agents-crawlers.txt are
 * merged. Patterns become phrases, matched without case at the start of a word. Patterns that cannot be
 * phrases, or that match browsers of people, belong to data/agents/bots.txt.
 */

import { join } from "node:path";
import list from "crawler-user-agents";
import { Crawlers } from "es6-crawler-detect/dist/lib/crawler/crawlers.js";
import { rowsIn } from "../../data/tables.ts";
import { rowsOf } from "../../src/useragent/tables/tables.ts";

const TARGET = join(import.meta.dir, "../../data/agents/crawlers.txt");

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

/** Phrases that also occur in user agents of people; bots.txt has the exact forms of these bots. */
const CATCHES_PEOPLE = new Set(
  `ap3a.240617.008|008/|expanse|sogou|sonic|butterfly|code/1.|fluid|viber|okhttp|openvas|whatsapp|silk/|coccoc|speedy|fluffy
  |magellan|splunk|operator/|make/|readable/|red/|grover/|verity/|odin;|overcast/|pocketcasts/|mail.ru|zoominfo-
  |charlotte|daum/|hatena|fever|dingtalk|trae/|cursor|devin|notion/|asana/|grammarly/|upday/|hype machine/|instapaper/
  |nextcloud|fetch/|wordpress/|fastmailua|stripe/|jetty|convera|trove|synapse|yeti|impact|ds9|blackboard
  |mastodon|goodreads|axios|httpurlconnection|node-fetch|okhttp|download ninja|optimizer)|rigor)|dbot)|nitro-
  |metaiab facebook|determ|termly|adventurer|bluesky/|feedly|netvibes|feeder.co|feeder /|google-safety|mail chimp
  |salesforce.com|btwebclient|hello world|dlc/|indy library|curl|wget|podimo|capitaloneshopping|tumblr/|freespoke/|webmon`
    .split("|")
    .map((word) => word.trim()),
);

/** URLs of robot directories and other third-party pages, not of the robot's operator. */
const DIRECTORIES =
  /^https?:\/\/(?:[\w-]+\.)*(?:datadome\.co|knownagents\.com|darkvisitors\.com|useragents\.io|udger\.com|user-agents\.net|whatismybrowser\.com|botcrawl\.com|distilnetworks\.com|webmasterworld\.com|botreports\.com|incapsula\.com|abuseipdb\.com|useragentstring\.com|projecthoneypot\.org|stackoverflow\.com|stackexchange\.com|wikipedia\.org|blogspot\.co\.uk|conman\.org)(?:\/|$)/;

/** Corrections of wrong addresses in the list. */
const CORRECTIONS: ReadonlyMap<string, string> = new Map([
  ["ttps://catchpoint.com/bots", "https://catchpoint.com/bots"],
  ["https://feedearch.dev/", "https://feedsearch.dev/"],
  ["http://www.domaincrawler.com/www.example.com", "http://www.domaincrawler.com/"],
  // Removed because many robots share the address, or because it is a third-party page.
  ["https://wp.com/", ""],
  ["http://wp.com", ""],
]);

interface Row {
  readonly pattern: string;
  readonly url?: string;
  readonly tags?: readonly string[];
  /** Observed user agents. */
  readonly instances?: readonly string[];
}

/** Literal text of a pattern in lower case; undefined if it has none. */
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
  const page = CORRECTIONS.get(url) ?? url;
  return DIRECTORIES.test(page) || !URL.canParse(page) ? "" : page;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Address in a robot's user agent, right after the robot's name. It must be about robots or on a host with
 * the robot's name, since the string may contain addresses of other robots.
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
  "# Crawlers, fetchers and tools: phrase | category | url | operator.",
  "# Missing categories and operators come from build/data/agents-crawlers.txt, with their evidence.",
  "# Refresh: bun build/data/agents-crawlers.ts",
  "# observed | npm crawler-user-agents 1.60.0 (MIT), with strings of each",
];
/** Phrase without anchors, to skip phrases that our own tables have. */
const bare = (phrase: string) =>
  phrase
    .trim()
    .toLowerCase()
    .replace(/^\^|[/$]+$/g, "");
const owned = new Set(
  (["bots", "libraries", "feeds", "apps"] as const).flatMap((table) =>
    rowsOf(table).map(([phrase = ""]) => bare(phrase)),
  ),
);
/** Categories and operators by phrase. */
const facts = new Map(
  rowsIn(await Bun.file(join(import.meta.dir, "agents-crawlers.txt")).text()).map(
    ([phrase = "", category = "", operator = ""]) => [phrase, { category, operator, used: false }],
  ),
);

/** A row of the table, with `category` as the default. */
function rowOf(phrase: string, category: string, page: string): string {
  const fact = facts.get(bare(phrase)) ?? facts.get(phrase);
  if (fact) fact.used = true;
  return `${phrase} | ${fact?.category ?? category} | ${page}${fact?.operator ? ` | ${fact.operator}` : ""}`;
}

const left: string[] = [];
for (const row of list as readonly Row[]) {
  const phrase = phraseOf(row.pattern);
  if (phrase === undefined || phrase.trim().length < 3 || CATCHES_PEOPLE.has(phrase.trim())) {
    left.push(row.pattern);
    continue;
  }
  if (owned.has(bare(phrase))) continue;
  const category = row.tags?.map((tag) => CATEGORIES[tag]).find((known) => known !== undefined) ?? "unknown";
  lines.push(
    rowOf(phrase.replace(/\|/g, " "), category, pageOf(row.url) || carriedBy(phrase, row.instances)),
  );
}
/**
 * Phrases of es6-crawler-detect that are not robots: common words, runtimes, libraries, programs of people.
 */
const NOT_ROBOTS = new Set(
  `008/|ylt|ptst|tulipchain|aether|alligator|apache droid|apache openoffice|asana/|astute|attach|autonomy|badass|bandit|bigfoot|black hole|buddy
  |bullseye|butterfly/|calypso v/|charlotte|chrome/|crescent|demon|devil|digg|drip|excel/|flunky|goose/|grammarly|holmes
  |integrity|jigsaw|lighthouse|mail/|mandrill|mget|octopus|optimizer|orbiter|photon/|powerpoint/|pump|recorder|scoop
  |screaming|scrutiny/|seeker|siphon|snake|snappy|spanner|steeler|stripe/|teleport|twice|vacuum|voyager/|webster|word/
  |zeus |zao|voil|ioi|vci|omsc|nyu|rma/|iria|peew|oppo a33|qqdownload|instapaper|slack/|outlook-ios|outlook-express
  |microsoft outlook|microsoft office|macoutlook/|airmail|canary%20mail|dap/nethttp|fdm |igoogleportal|google desktop|x09mozilla
  |x22mozilla|coccoc|flock/|sogou web|reederformac|snarfer/|greatnews|feeder|bloglovin|xenforo/|movabletype|symfony2 browserkit
  |postmanruntime|qrafterpro|whatsapp|libvlc|mattermost|podcastaddict/|androiddownloadmanager|flashget|getright|realdownload
  |smartdownload|git/|gradle/|npm/|php/|pip/|pnpm/|twine/|anemone|asynchttp|cakephp|cortex/|curb|fluffy|go http package
  |grub-client|gsoap/|gvfs/|http-get|http-kit|http-request/|http_get|httping|joomla|khttp/|kubectl|lavf/|lftp|libwww|nettle
  |nghttp2|pecl::http|perlu - |poe-component-client-http|pavuk|siege|speedy|superhttp|swcd |topster|twibble|updated|webclient/
  |wkhtmlto|www::document|wwwoffle|znhttp|b0t|bluefish |convera|ipworks http/s component|gt::www|mail::sts|lucee (cfml engine)
  |docoloc|libweb|redback/|iblog|excel|blowfish|teleport|dbpoweramp|zoom.mac|wallpapershd|winpodder|indesign%20cc|railgun/
  |polymail/|stumbleupon|mindjet|haansoft|backupland|ithemes sync/|papa foto|project 25499|hmview|microsoft data access
  |goodreads|embarcadero|offline navigator|chinaclaw|sonic|bandit|mrcgiguy|astute|unwindfetchor|navroad|attach|imageengine/`
    .split("|")
    .map((word) => word.trim()),
);

/** Phrases of this table and of our own tables. */
const known = [...lines.slice(4).map((line) => bare(line.split(" | ")[0] ?? "")), ...owned];
const isKnown = (phrase: string) => known.some((other) => other.length > 3 && phrase.includes(other));
lines.push("# observed | npm es6-crawler-detect 4.0.2 (MIT)");
for (const pattern of new Crawlers().getAll()) {
  const plain = pattern.replace(/^\^|\$$/g, "").replace(/\\([^\w])/g, "$1");
  const phrase = plain.toLowerCase();
  if (/\\\w|[[\](){}*+?|^$]/.test(plain) || phrase.trim().length < 4 || !/^[a-z0-9]/.test(phrase)) continue;
  // A host name alone also occurs in links of other programs.
  if (/^[\w-]+(?:\.[a-z]{2,})+\/?$/.test(phrase)) continue;
  if (NOT_ROBOTS.has(phrase.trim()) || NOT_ROBOTS.has(phrase) || isKnown(phrase)) continue;
  // A pattern of one word must match the whole word: `Swurl` must not match `Swurling`.
  const end = /^[a-z]+$/.test(phrase) || pattern.endsWith("$") ? "$" : "";
  lines.push(rowOf(`${pattern.startsWith("^") ? "^" : ""}${phrase.trimEnd()}${end}`, "unknown", ""));
}
for (const [phrase, { used }] of facts)
  if (!used) console.error(`agents-crawlers.txt: unknown crawler ${phrase}`);
await Bun.write(TARGET, `${lines.join("\n")}\n`);
console.log(`${lines.length - 5} phrases; left to bots.txt: ${left.join("  ")}`);
