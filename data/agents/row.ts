/** Types of rows that match strings, and values of columns, shared by data tables and their readers. */

/**
 * Conditions of a row, which must all match; checked in this order, so the cheapest and most selective come
 * first. Expressions without capitals and without the flag `i` are matched against the string in lower case.
 */
export interface Condition<Feature extends string = never> {
  /** Features that the string must have, and must not have; defined by the reader of the table. */
  readonly needs?: readonly Feature[];
  readonly not?: readonly Feature[];
  /** Words in lower case, of three letters or more; the string contains one of them. */
  readonly words?: readonly string[];
  /** A product in the string, in lower case. */
  readonly product?: string;
  /** Expressions that must match the string, and that must not. */
  readonly only?: RegExp;
  readonly never?: RegExp;
  /** Expressions for the name at the start of the string, and for its version. */
  readonly head?: RegExp;
  readonly version?: RegExp;
}

/**
 * Position of a version: after a product in lower case, or the first matching group of an expression. The
 * first entry that yields a version counts.
 */
export type VersionAt = readonly (string | RegExp)[];

/** Category of a bot, in `bots.txt`. */
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
