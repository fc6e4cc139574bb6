/** Words of comparisons (as of 2026-11). Ours. */

import { wordTable } from "./word-table.ts";

/** Members that are not compared: they depend on the current time or repeat another member. */
export const LEFT_OUT: ReadonlySet<string> = new Set(
  "age bytes expires freshFor line policies refusals replacedBy".split(" "),
);

/** Fields that change with the content: with each deployment, or with each response of a dynamic page. */
export const OF_CONTENT: ReadonlySet<string> = new Set(
  "content-digest content-length content-md5 etag last-modified repr-digest".split(" "),
);

export const READS = wordTable({
  shown: "show the content",
  cut: "show only the beginning of the content",
  refused: "refuse the response",
});

/** Sources of the next response. */
export const USES = wordTable({
  "from-cache": "answered from the browser's cache",
  "after-check": "checked with the server",
  "from-origin": "fetched again",
});

export const SAME_SITES = wordTable({
  strict: "limited by SameSite=Strict",
  lax: "limited by SameSite=Lax",
  none: "sent across sites by SameSite=None",
  unset: "without SameSite",
});
