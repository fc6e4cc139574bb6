/** Shortens values sent by a target, for titles. */

import { withoutUserinfo } from "../target.ts";

const LONGEST_URL = 200;

/** URL without user information, cut if long. */
export function truncateUrl(url: URL): string {
  const { href } = withoutUserinfo(url);
  return href.length > LONGEST_URL ? `${href.slice(0, LONGEST_URL)}…` : href;
}

/** `a, b, c and 4 more` */
export function truncateList(words: readonly string[], most = 3): string {
  const shown = words.slice(0, most).map((word) => (word.length > 60 ? `${word.slice(0, 60)}…` : word));
  return words.length > most ? `${shown.join(", ")} and ${words.length - most} more` : shown.join(", ");
}
