/**
 * How HTTP caches of browsers read Cache-Control, and their groups of status codes: observed in Chromium 156,
 * Firefox 153 and WebKitGTK 2.50 in November 2026 (`bun build/measure/differences.ts cache`).
 */

import { wordTable } from "../word-table.ts";

const statuses = (...codes: number[]): ReadonlySet<number> => new Set(codes);

/** Status codes that redirect by Location. */
export const redirectStatuses = statuses(301, 302, 303, 307, 308);

/** Regular expressions match one list member in lower case; `seconds` matches the text after the name. */
export const browserCaches = {
  chromium: {
    noStore: /^no-store$/,
    noCache: /^no-cache$/,
    seconds: /^= *(\d+)$/,
    /** No member ends the list. */
    ends: /^(?!)/,
    checked: statuses(200, 206),
    /** A lifetime is estimated from Last-Modified. */
    estimated: statuses(200, 203, 206),
    /** Without a lifetime they are kept indefinitely. */
    kept: statuses(300, 301, 308, 410),
  },
  firefox: {
    /** Also with a list of headers. */
    noStore: /^no-store(?![\w-])/,
    noCache: /^no-cache(?![\w-])/,
    /** Digits before other text. */
    seconds: /^\s*=\s*(\d{1,10})(?!\d)/,
    /** Firefox does not read on after text behind one of these words, nor after an empty member. */
    ends: /^(?:$|(?:no-store|private|public|immutable)(?![\w-])\s*\S|(?:max-age|stale-while-revalidate)\s*=\s*\d{1,10}(?!\d)\s*\S)/,
    checked: statuses(200, 203),
    /** A stored response is reused without revalidation. */
    reused: statuses(200, 203, 204, 206, 301, 302, 303, 307, 308, 410),
    /** Redirects without an estimated lifetime unless the response is public or private. */
    temporary: statuses(302, 303, 307),
    /** Largest estimated lifetime, seconds. */
    longest: 604_800,
  },
  webkit: {
    noStore: /^no-store\s*(?:$|[=;:])/,
    noCache: /^no-cache\s*(?:$|[;:])/,
    /** Also with a sign and a quote. */
    seconds: /^\s*=\s*"?([-+]?\d+)"?\s*(?:;|$)/,
    ends: /^(?!)/,
    /** Without a lifetime they are kept for these seconds. */
    kept: statuses(301, 410),
    keptFor: 31_536_000,
    /** Redirects that are stored only with an explicit lifetime. */
    temporary: statuses(302, 303, 307),
  },
} as const;

/** A sample of each group of status codes that caches treat alike. */
export const alikeStatuses = [200, 301, 302, 404] as const;

/** Sources of a response in sentences. */
export const cacheUses = wordTable({
  "from-cache": "answered from the cache",
  "after-check": "checked with the server",
  "from-origin": "fetched again",
});

export const cacheAnswers = {
  "from-cache": "answered from the cache",
  "after-check": "answered after checking with the origin server",
  "from-origin": "goes to the origin server",
} as const;
