/** How many redirects are looked up at once, and how many in a row are accepted. */

import { PER_HOST } from "../../http/host-limit.ts";

/** Redirects in a row that are accepted, unless the command line says otherwise. */
const MOST_REDIRECTS = 2;

/** Bounds of a service for anybody, and of a person's own machine. */
export const POLITENESS = {
  page: { width: 8, perHost: PER_HOST, delay: 0, longestWait: 2000, mostRedirects: MOST_REDIRECTS },
  command: { width: 64, perHost: PER_HOST, delay: 0, longestWait: 120_000, mostRedirects: MOST_REDIRECTS },
} as const;
