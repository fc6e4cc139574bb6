/** Limits by job for foreign input. Answers report what was omitted. */

import type { BudgetLimits } from "./budget.ts";

const KIB = 1024;
const MIB = 1_048_576;

/** Budget of one lookup with redirects. `content`: maximum bytes per response. */
export const lookupBudget = (time: number, content: number): BudgetLimits => ({
  requests: 100,
  read: Math.max(64 * MIB, content),
  decoded: Math.max(64 * MIB, content),
  kept: 32 * MIB,
  cpu: 10_000,
  time,
});

/** Budget of a redirect map: HEAD and GET per row, with redirects. */
export const mapBudget = (rows: number): BudgetLimits => ({
  requests: 100 + 8 * rows,
  read: 64 * MIB + rows * MIB,
  decoded: 64 * MIB + rows * MIB,
  kept: 32 * MIB,
  cpu: 10_000 + 100 * rows,
  time: 86_400_000,
});

/** Budget of a site: pages, sitemaps, and links to other sites. */
export const siteBudget = (pages: number): BudgetLimits => ({
  requests: 10_000 + 20 * pages,
  read: 2048 * MIB + 2 * pages * MIB,
  decoded: 4096 * MIB + 4 * pages * MIB,
  kept: 256 * MIB,
  cpu: 600_000 + 1000 * pages,
  time: 86_400_000,
});

/** Bytes of robots.txt: RFC 9309 section 2.5 requires at least 500 KiB. */
export const ROBOTS_BYTES = 500 * 1024;

/** Nesting of sitemap indexes. */
export const SITEMAP_LEVELS = 5;

/** One sitemap: bytes (limit of the protocol), nesting, characters of a tag, comment or line, and of a URL. */
export const SITEMAP = { bytes: 52_428_800, depth: 16, token: MIB, location: 100_000 } as const;

/**
 * Bounds of one site: known URLs, characters of one, links per page, sitemaps, bytes of one, and characters of
 * patterns, titles and URLs in the report.
 */
export type SiteBounds = Readonly<
  Record<"urls" | "url" | "links" | "sitemaps" | "sitemapBytes" | "reported", number>
>;

/** Bounds of a check by the command line. */
export const SITE: SiteBounds = {
  urls: 5_000_000,
  url: 2048,
  links: 5000,
  sitemaps: 10_000,
  sitemapBytes: SITEMAP.bytes,
  reported: 64 * MIB,
};

/** Bounds of a check by the service, also of the pages, of the checks at once and of the store in bytes. */
export const SERVED_SITE = {
  pages: 200,
  checks: 2,
  store: 64 * MIB,
  urls: 10_000,
  url: 512,
  links: 1000,
  sitemaps: 20,
  sitemapBytes: 4 * MIB,
  reported: 256 * KIB,
} as const;

export const servedSiteBudget: BudgetLimits = {
  requests: 2 * SERVED_SITE.pages,
  read: 256 * MIB,
  decoded: 512 * MIB,
  kept: 32 * MIB,
  cpu: 60_000,
  time: 600_000,
};

/** Budget of a registration (RDAP), with a redirect to another registry. */
export const RDAP_BUDGET: BudgetLimits = {
  requests: 4,
  read: MIB / 4,
  decoded: MIB / 4,
  kept: MIB / 4,
  cpu: 100,
  time: 8000,
};

/** Budget of one webhook call; only the status of the answer is read. */
export const WEBHOOK_BUDGET: BudgetLimits = {
  requests: 1,
  read: 64 * 1024,
  decoded: 64 * 1024,
  kept: 0,
  cpu: 100,
  time: 10_000,
};

/** Bytes of a site's store copied into memory for the report if its file becomes unwritable. */
export const KEPT_SITE = 256 * MIB;

/** Maximum bytes of an answer, or 16 times the input. @internal for tests: a test requests every route */
export const ANSWER = { bytes: 4 * MIB, timesInput: 16 } as const;

/** A page and what it loads. */
export const PAGE = {
  /** Default and maximum number of resources. */
  usualResources: 100,
  mostResources: 500,
  /** Distinct references in the markup; and in total, with style sheets and modules. */
  references: 2000,
  known: 4000,
  /** Distinct http URLs that are also looked up over https. */
  triedOverHttps: 10,
  /** Candidates per `srcset`. */
  candidates: 2000,
  /** Characters of a requested or base URL. */
  url: 8192,
  /** Distinct inline code. */
  inline: 2000,
  /** `meta` policies, and characters of one. */
  metas: 8,
  metaPolicy: 64 * KIB,
  /** Bytes of a script or style sheet kept until it is read. */
  content: 4 * MIB,
  /** Characters of a script whose imports are parsed: parsing takes one turn. */
  scriptText: 768 * KIB,
  /** Distinct imports per script, and characters of a specifier. */
  imports: 2000,
  specifier: 2048,
  /** Words `import` and `from` in a script. */
  importWords: 16_000,
  /** Characters of an import map, and its keys. */
  importMap: MIB,
  importKeys: 10_000,
  /** URLs per style sheet. */
  sheetUrls: 2000,
  /** Characters of the suggested policy, and of a policy in a server recipe. */
  policy: 64 * KIB,
  policyInRecipe: 4000,
  /** Characters of a path in a source; longer ones are omitted. */
  sourcePath: 1024,
  /** Sources of the current policy compared with the page. */
  sourcesCompared: 100,
  /** Distinct `style` attributes hashed in the suggested policy. */
  hashedStyles: 20,
  entries: 500,
  /** Maximum entries shown: inline code, causes of a row, notes of a group, examples, unusable references. */
  inlineShown: 100,
  causes: 20,
  notes: 100,
  unusable: 100,
  /** Characters of a shown URL, title and element; bytes of all rows and of inline code. */
  urlShown: 2048,
  titleShown: 300,
  elementShown: 100,
  /** Characters of an example: a whole URL and its place; notes after the first ones have one example each. */
  exampleShown: 2304,
  notesWithExamples: 10,
  rows: 1.5 * MIB,
  inlineBytes: 0.25 * MIB,
} as const;

/** Violation reports, kept per name. */
export const REPORTS = {
  keptDays: 30,
  names: 100,
  /** Reports read of one request. */
  perPost: 100,
  /** Rows per name; the rows with the fewest reports make room. */
  rows: { violation: 500, hash: 200, policy: 10, type: 20 },
  /** Distinct pages, browsers and URLs counted per row, and distinct samples. */
  distinct: 20,
  samples: 5,
  /** Characters of a URL, sample, user agent and policy. */
  url: 150,
  sampleText: 60,
  agent: 512,
  policy: 8 * KIB,
  /** Rows in memory until they are written, and milliseconds until then. */
  waiting: 1000,
  writeAfter: 1000,
} as const;

/** Budget of a page with this number of resources. @param timeout milliseconds of one lookup */
export function pageBudget(resources: number, timeout: number): BudgetLimits {
  return {
    // One redirect each on average.
    requests: 2 * resources + 50,
    read: 64 * MIB,
    decoded: 64 * MIB,
    kept: 32 * MIB,
    cpu: 10_000,
    time: 4 * timeout,
  };
}
