/** Limits of redirect checks. */

import { PER_HOST } from "../../http/host-limit.ts";

/** Default maximum length of a chain. */
const MOST_REDIRECTS = 2;

/** Limits of the web page (any client) and of the command. */
export const POLITENESS = {
  page: { width: 8, perHost: PER_HOST, delay: 0, longestWait: 2000, mostRedirects: MOST_REDIRECTS },
  command: { width: 64, perHost: PER_HOST, delay: 0, longestWait: 120_000, mostRedirects: MOST_REDIRECTS },
} as const;
