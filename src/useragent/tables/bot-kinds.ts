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

/** The state of a bot that does not run; one that runs has none. */
export const BOT_STATES = ["retired", "token-only"] as const;

/** The support that a vendor gives a version of its browser. */
export const SUPPORT = ["current", "supported", "outdated"] as const;

export type BotCategory = (typeof BOT_CATEGORIES)[number];
export type BotState = (typeof BOT_STATES)[number];
