/** Every number that foreign input can reach, by job: nothing beyond is read, requested, kept or shown, and the answer says so. */

import type { BudgetLimits } from "./budget.ts";

const KIB = 1024;
const MIB = 1_048_576;

/** The budget of one lookup with its redirects: `content` bytes are its own limit of one response. */
export const lookupBudget = (time: number, content: number): BudgetLimits => ({
  requests: 100,
  read: Math.max(64 * MIB, content),
  decoded: Math.max(64 * MIB, content),
  kept: 32 * MIB,
  cpu: 10_000,
  time,
});

/** The budget of a check of so many redirects: with HEAD and GET, and some steps each. */
export const mapBudget = (rows: number): BudgetLimits => ({
  requests: 100 + 8 * rows,
  read: 64 * MIB + rows * MIB,
  decoded: 64 * MIB + rows * MIB,
  kept: 32 * MIB,
  cpu: 10_000 + 100 * rows,
  time: 86_400_000,
});

/** The budget of a check of a site of so many pages, its sitemaps, and links to others. */
export const siteBudget = (pages: number): BudgetLimits => ({
  requests: 10_000 + 20 * pages,
  read: 2048 * MIB + 2 * pages * MIB,
  decoded: 4096 * MIB + 4 * pages * MIB,
  kept: 256 * MIB,
  cpu: 600_000 + 1000 * pages,
  time: 86_400_000,
});

/** Bytes of robots.txt: RFC 9309 section 2.5 wants 500 KiB at least. */
export const ROBOTS_BYTES = 500 * 1024;

/** Sitemaps of a site in all, and how deep indexes may name indexes. */
export const SITEMAPS = { files: 10_000, levels: 5 } as const;

/** One sitemap: bytes as the protocol has it, elements within elements, characters of a tag, a comment or a line, and of a URL. */
export const SITEMAP = { bytes: 52_428_800, depth: 16, token: MIB, location: 100_000 } as const;

/** URLs of a site that are known, looked up or not. */
export const SITE_URLS = 5_000_000;

/** The budget of a registration (RDAP): a redirect to another registry and back, and an answer as registries give. */
export const RDAP_BUDGET: BudgetLimits = {
  requests: 4,
  read: MIB / 4,
  decoded: MIB / 4,
  kept: MIB / 4,
  cpu: 100,
  time: 8000,
};

/** The budget of one message to a webhook. Nothing of its answer is read but the status. */
export const WEBHOOK_BUDGET: BudgetLimits = {
  requests: 1,
  read: 64 * 1024,
  decoded: 64 * 1024,
  kept: 0,
  cpu: 100,
  time: 10_000,
};

/** Bytes of a site's store that are copied into memory for the report, if its file can no longer be written. */
export const KEPT_SITE = 256 * MIB;

/** Bytes of an answer: it is at most this or 16 times the input. @internal for tests: a test asks every route */
export const ANSWER = { bytes: 4 * MIB, timesInput: 16 } as const;

/** A page and what it loads. */
export const PAGE = {
  /** Resources that are looked up by default, and at most. */
  usualResources: 100,
  mostResources: 500,
  /** Distinct references of the markup, and with those of style sheets and modules. */
  references: 2000,
  known: 4000,
  /** Candidates of one `srcset`. */
  candidates: 2000,
  /** Characters of a URL that is requested, or that is the base of others. */
  url: 8192,
  /** Distinct pieces of inline code. */
  inline: 2000,
  /** Policies of `meta` elements, and characters of one. */
  metas: 8,
  metaPolicy: 64 * KIB,
  /** Bytes that are kept of a script or style sheet until it was read. */
  content: 4 * MIB,
  /** Characters of a script whose imports are read: the parser takes them in one go. */
  scriptText: 768 * KIB,
  /** Distinct modules that one script imports, and characters of a specifier. */
  imports: 2000,
  specifier: 2048,
  /** Characters of an import map, and its keys. */
  importMap: MIB,
  importKeys: 10_000,
  /** URLs of one style sheet. */
  sheetUrls: 2000,
  /** Characters of the suggested policy; servers' configurations take less. */
  policy: 64 * KIB,
  policyInRecipe: 4000,
  /** Characters of a path in a source; a longer one is left out. */
  sourcePath: 1024,
  /** Sources of the current policy that are compared with what the page needs. */
  sourcesCompared: 100,
  /** Distinct `style` attributes that the suggested policy names by hash. */
  hashedStyles: 20,
  /** Entries of a HAR log. */
  entries: 500,
  /** What is shown: inline code, causes of one row, notes of a group, examples and unusable references. */
  inlineShown: 100,
  causes: 20,
  notes: 100,
  unusable: 100,
  /** Characters of a URL, a title and an element that are shown; bytes of all rows, and of inline code besides. */
  urlShown: 2048,
  titleShown: 300,
  elementShown: 100,
  exampleShown: 500,
  rows: 1.5 * MIB,
  inlineBytes: 0.25 * MIB,
} as const;

/** The budget of a page that looks up so many resources. @param timeout milliseconds of one lookup */
export function pageBudget(resources: number, timeout: number): BudgetLimits {
  return {
    // Each may be redirected once; some are more often.
    requests: 2 * resources + 50,
    read: 64 * MIB,
    decoded: 64 * MIB,
    kept: 32 * MIB,
    cpu: 10_000,
    time: 4 * timeout,
  };
}
