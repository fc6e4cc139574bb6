/** Words for the parts of a recognised user agent, for people. */

import { wordTable } from "../word-table.ts";

/** Support of a version by its vendor, after "is". */
export const SUPPORT = {
  current: "the vendor's current version",
  supported: "still supported by its vendor",
  outdated: "no longer supported by its vendor",
} as const;

/** Kinds of clients, after an article. */
export const TYPES = wordTable({
  desktop: "browser on a desktop or laptop",
  bot: "bot",
  app: "app",
  feed: "feed reader or podcast client",
  library: "HTTP library or command-line tool",
});

/** States of a bot. */
export const STATES = {
  retired: "retired by its operator",
  "token-only": "only a token for robots.txt, not sent in requests",
} as const;

/** Outcomes of the check whether a bot is genuine. */
export const VERIFIED = {
  signature: "yes: its requests are signed with its operator's key",
  ip: "yes: from an address that its operator publishes",
  dns: "yes: reverse DNS names the operator and resolves back to the address",
  failed: "no: it only claims to be this bot",
  unknown: "unknown: its operator offers no way to check",
} as const;

/** Work of a bot by category, after "A bot of OPERATOR". */
export const WORK = {
  search: " that reads pages for a search engine",
  "ai-training": " that collects pages to train AI models",
  "ai-assistant": " that fetches pages for users of an AI assistant",
  "ai-search": " that reads pages for AI search answers",
  seo: " that measures sites for search engine optimisation",
  "social-preview": " that fetches previews of links",
  monitoring: " that checks whether sites are up",
  feed: " that fetches feeds",
  archiver: " that archives pages",
  security: " that looks for vulnerabilities",
  advertising: " that reads pages for advertisers",
  tool: ", an automated tool",
  unknown: "",
} as const;

/** Form factors, after "on". */
export const PLACES = wordTable({
  desktop: "a desktop or laptop",
  mobile: "a phone",
  tablet: "a tablet",
  tv: "a television",
  console: "a games console",
  wearable: "a wearable",
  car: "a car",
  xr: "a headset",
  embedded: "an embedded device",
});
