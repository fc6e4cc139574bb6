/** Parts of a check of a site that the command line and the service share: scope, lookups and crawl. */

import { ROBOTS_BYTES, type SiteBounds } from "../../api/limits.ts";
import { type LookupOptions, lookUpSteps } from "../../http/lookup.ts";
import { fieldsFor } from "../../http/network.ts";
import type { Queue } from "../../http/queue.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { HttpSettings } from "../../http/settings.ts";
import type { Expectations } from "../project/check.ts";
import { MISSING } from "./conclude.ts";
import { type CrawlDeps, type CrawlOptions, crawl, type Looked } from "./crawl.ts";
import { openPatterns, type Patterns } from "./patterns.ts";
import { readLinks } from "./read-links.ts";
import { isHtml, openRecorder, type Recorder, type Scope } from "./record.ts";
import { LIMIT, NOTES } from "./report.ts";
import { type Robots, robotsOf } from "./robots.ts";
import { KIND, SOURCE, type Store } from "./store.ts";

export interface Opened {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly patterns: Patterns;
  readonly scope: Scope;
}

/** @param start first URL; its host, with and without www, is the site, as are hosts found by an earlier run */
export function openSite(
  store: Store,
  start: URL | undefined,
  limits: Omit<Scope, "hosts">,
  expected: Expectations | undefined,
  product?: string,
): Opened {
  const bare = start?.host.replace(/^www\./, "");
  const own = start ? [start.host, `${bare}`, `www.${bare}`] : [];
  const led = (store.get("hosts") ?? "").split(" ").filter((each) => each !== "");
  const scope: Scope = { hosts: new Set([...own, ...led]), ...limits };
  const patterns = openPatterns();
  const known = store.db.query<{ url: string }, []>(`SELECT url FROM url WHERE kind = ${KIND.page}`);
  for (const { url } of known.iterate()) patterns.learn(new URL(url));
  const recorder = openRecorder(store, scope, patterns, expected, enginesOf(product));
  return { store, patterns, scope, recorder };
}

/** Crawlers whose `noindex` counts: that of a product token, unless it is a browser; else the default. */
const enginesOf = (product: string | undefined): readonly string[] | undefined =>
  product === undefined || product === "mozilla" ? undefined : [product];

/** Longest Crawl-delay that is kept. Seconds. */
const MOST_DELAY = 10;

interface SiteCrawl extends Omit<CrawlOptions, "start"> {
  readonly start: URL;
  /** Whether a URL that does not exist is looked up, to find pages like its response. */
  readonly seeksMissing: boolean;
}

/** Crawls a site, and notes the limit that ended the crawl for the report. */
export async function crawlSite(
  { store, recorder, patterns, scope }: Opened,
  { start, politeness, seeksMissing, ...options }: SiteCrawl,
  { look, robotsOf, ...deps }: Pick<CrawlDeps, "budget" | "look" | "robotsOf" | "run" | "onDone">,
): Promise<void> {
  recorder.add(start.href, 0, SOURCE.start);
  const { sitemaps, crawlDelay = 0, unreachable } = await robotsOf(start);
  const delay = Math.min(crawlDelay, MOST_DELAY);
  const asked = `robots.txt asks for ${crawlDelay} s between requests; ${delay} s are kept.`;
  const notes = [...(delay > 0 ? [asked] : []), ...(unreachable === undefined ? [] : [`${unreachable}.`])];
  store.set(NOTES, JSON.stringify(notes));
  for (const url of sitemaps.slice(0, options.bounds.sitemaps))
    recorder.add(URL.parse(url, start.href)?.href ?? url, -1, SOURCE.sitemap, KIND.sitemap);
  if (sitemaps.length === 0)
    recorder.add(new URL("/sitemap.xml", start).href, -1, SOURCE.sitemap, KIND.guess);
  await crawl(
    {
      ...deps,
      store,
      recorder,
      patterns,
      robotsOf,
      look: async (row, url) => {
        const looked = await look(row, url);
        // If the first page redirects to another host, that host belongs to the site.
        const { location } = looked.report.steps.at(-1) ?? {};
        const led = row.kind === KIND.page && location !== undefined && isOnTheWay(store, start, url);
        const host = led ? URL.parse(location)?.host : undefined;
        if (host !== undefined && !scope.hosts.has(host)) {
          scope.hosts.add(host);
          store.set("hosts", [...scope.hosts].join(" "));
        }
        return looked;
      },
    },
    {
      ...options,
      start: start.href,
      politeness: { ...politeness, delay: Math.max(politeness.delay, 1000 * delay) },
    },
  );
  const missing = new URL(`/netlens-${crypto.randomUUID()}`, start);
  if (seeksMissing && store.get(MISSING) === undefined && (await robotsOf(missing)).allows(missing)) {
    const row = { id: 0, url: missing.href, kind: KIND.page, depth: 0, source: 0 };
    const { report, page } = (await look(row, missing).catch(() => undefined)) ?? {};
    const { status = 0, location } = report?.steps.at(-1) ?? {};
    const { hash, title, h1 } = page ?? {};
    if (report) store.set(MISSING, JSON.stringify({ status, location, hash, title, h1 }));
  }
  store.set(LIMIT, deps.budget.exhausted ?? "");
}

/** Redirects followed from the first URL. */
const MOST_LED = 5;

function isOnTheWay({ db }: Store, start: URL, url: URL): boolean {
  const next = db.query<{ url: string }, [string]>(
    "SELECT next.url FROM url JOIN url AS next ON next.id = url.target WHERE url.url = ?",
  );
  let at: string | undefined = start.href;
  for (let hops = 0; at !== undefined && hops < MOST_LED; hops++) {
    if (at === url.href) return true;
    at = next.get(at)?.url;
  }
  return false;
}

export type Steps = Awaited<ReturnType<typeof lookUpSteps>>;
/** Looks up a URL. @param most maximum bytes of content, if it is not that of a page */
type Fetch = (url: URL, follow: boolean, most?: number) => Promise<Steps>;

/** @param start first URL; credentials are sent to this origin only @param rest signal, queue and client */
export function fetcher(
  start: URL,
  network: LookupOptions,
  settings: HttpSettings,
  ...rest: [AbortSignal?, Queue?, string?]
): Fetch {
  return (url, follow, most) => {
    const header = fieldsFor(url, start, network.header ?? []);
    const bounds = most === undefined ? {} : { maxBodyBytes: most, maxDecodedBytes: most };
    const own = { ...settings, ...bounds, kept: most ?? settings.maxDecodedBytes };
    return lookUpSteps(url.href, { ...network, follow, fixes: false, header }, own, ...rest);
  };
}

interface LookOptions {
  readonly fetched: Fetch;
  readonly bounds: SiteBounds;
  /** Adds the findings of what the page loads. */
  readonly audited?: ((steps: Steps) => Promise<HttpReport>) | undefined;
  readonly ignoresRobots?: boolean;
  /** Product token whose group of robots.txt applies, in lower case. */
  readonly product?: string | undefined;
}

export function siteLooker(options: LookOptions): Pick<CrawlDeps, "look" | "robotsOf"> {
  const { fetched, bounds, audited } = options;
  const engines = enginesOf(options.product);
  return {
    robotsOf: robotsReader(options),
    async look({ kind }, url): Promise<Looked> {
      if (kind === KIND.foreign) return { report: (await fetched(url, true, 0)).report };
      if (kind !== KIND.page) {
        const { report, exchanges } = await fetched(url, true, bounds.sitemapBytes);
        return { report, bytes: exchanges.at(-1)?.content?.opening };
      }
      const steps = await fetched(url, false);
      const last = steps.exchanges.at(-1);
      const step = steps.report.steps.at(-1);
      const bytes = last?.content?.opening;
      if (!last?.head || !step || !bytes || step.status >= 300 || !isHtml(step))
        return { report: steps.report };
      const page = await readLinks(bytes, last.head.lines, url, engines);
      const report = audited ? await audited(steps) : steps.report;
      return { report, page: { ...page, links: page.links.slice(0, bounds.links) } };
    },
  };
}

/** Maximum origins with a cached robots.txt. */
const MOST_ORIGINS = 1000;
const ANYTHING: Robots = { allows: () => true, sitemaps: [] };

function robotsReader({ ignoresRobots, fetched, product }: LookOptions): (url: URL) => Promise<Robots> {
  const known = new Map<string, Promise<Robots>>();
  const read = async (origin: string): Promise<Robots> => {
    const { report, exchanges } = await fetched(new URL("/robots.txt", origin), true, ROBOTS_BYTES);
    const status = report.status === "error" ? undefined : report.status;
    const text = new TextDecoder().decode(exchanges.at(-1)?.content?.opening);
    const robots = robotsOf(status, text, product);
    return ignoresRobots ? { ...ANYTHING, sitemaps: robots.sitemaps } : robots;
  };
  return ({ origin }) => {
    if (known.size >= MOST_ORIGINS) known.clear();
    const robots = known.get(origin) ?? read(origin);
    known.set(origin, robots);
    return robots;
  };
}
