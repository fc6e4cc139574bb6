/** Kinds and states of bots; separate from the schema, so that lookups do not load its library. */

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

/** State of an inactive bot. */
export const BOT_STATES = ["retired", "token-only"] as const;

/** Vendor support of a browser version. */
export const SUPPORT = ["current", "supported", "outdated"] as const;

export type BotCategory = (typeof BOT_CATEGORIES)[number];
export type BotState = (typeof BOT_STATES)[number];
