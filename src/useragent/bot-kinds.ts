/** The words for kinds and states of bots: apart from the schema, so that a lookup need not load its library. */

export const BOT_CATEGORIES = [
  "search",
  "ai-training",
  "ai-assistant",
  "ai-search",
  "seo",
  "social-preview",
  "monitoring",
  "feed",
  "archiver",
  "security",
  "advertising",
  "tool",
  "unknown",
] as const;

/** What is said of a bot that does not run: nothing is said of one that does. */
export const BOT_STATES = ["retired", "token-only"] as const;

/** What a vendor does for a version of its browser. */
export const SUPPORT = ["current", "supported", "outdated"] as const;

export type BotCategory = (typeof BOT_CATEGORIES)[number];
export type BotState = (typeof BOT_STATES)[number];
