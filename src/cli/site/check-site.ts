/** Checks a site, lists its URLs, or merges reports. */

import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Budget, makeBudget } from "../../api/budget.ts";
import { ROBOTS_BYTES, SITE_URLS, SITEMAP, siteBudget } from "../../api/limits.ts";
import { type LookupOptions, lookUpSteps } from "../../http/lookup.ts";
import { fieldsFor } from "../../http/network.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { HttpSettings } from "../../http/settings.ts";
import type { Expectations } from "../../jobs/project/check.ts";
import { conclude } from "../../jobs/site/conclude.ts";
import { type CrawlDeps, crawl, type Looked } from "../../jobs/site/crawl.ts";
import { openPatterns, type Patterns } from "../../jobs/site/patterns.ts";
import { readLinks } from "../../jobs/site/read-links.ts";
import { isHtml, openRecorder, type Recorder, type Scope } from "../../jobs/site/record.ts";
import { LIMIT, type SiteReport, siteReport, worstOf } from "../../jobs/site/report.ts";
import { type Robots, robotsOf } from "../../jobs/site/robots.ts";
import { copyOfStore, KIND, openStore, SOURCE, STATE, type Store } from "../../jobs/site/store.ts";
import { isSqliteError } from "../../platform/sqlite.ts";
import { type Call, UsageError } from "../command.ts";
import { fileError } from "../input/file-error.ts";
import type { Network } from "../input/network-options.ts";
import { lines } from "../redirects/resume.ts";
import { progress } from "../render/progress.ts";
import type { SiteOptions } from "./options.ts";

/** Result of a check; the store stays open until the report is written. */
export interface CheckedSite {
  readonly store: Store;
  readonly report: SiteReport;
  /** See `worstOf`. */
  readonly worst: number;
  /** Error of the store, if any; the report then has only the results before the error. */
  readonly failure?: string;
}

/** @throws UsageError for an unusable file, SQLiteError if the store cannot be read at all */
export async function checkSite(
  options: SiteOptions,
  expected: Expectations | undefined,
  network: Network,
  call: Call,
): Promise<CheckedSite> {
  const store = openFile(options.resume);
  try {
    const opened = openAll(store, options, expected);
    if (options.merge) await mergeReports(options.merge, opened, call);
    else await crawlSite(options, opened, network, call);
    return concluded(opened, options);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    error.message = `site: ${options.resume ?? "the record of what was found"}: ${error.message}`;
    try {
      const known = openAll(copyOfStore(store), options, expected);
      return { ...concluded(known, options), failure: error.message };
    } catch {
      throw error;
    } finally {
      store.close();
    }
  }
}

function openAll(store: Store, options: SiteOptions, expected: Expectations | undefined): Opened {
  const patterns = openPatterns();
  const scope = scopeOf(options, store);
  const known = store.db.query<{ url: string }, []>(`SELECT url FROM url WHERE kind = ${KIND.page}`);
  for (const { url } of known.iterate()) patterns.learn(new URL(url));
  return { store, patterns, scope, recorder: openRecorder(store, scope, patterns, expected) };
}

function concluded({ store, patterns, recorder }: Opened, { start }: SiteOptions): CheckedSite {
  conclude(store, patterns, recorder);
  const report = siteReport(store, start?.href ?? store.get("start") ?? "");
  return { store, report, worst: worstOf(store) };
}

function openFile(path: string | undefined): Store {
  try {
    return path === undefined
      ? openStore(join(tmpdir(), `netlens-site-${process.pid}-${crypto.randomUUID()}`), true)
      : openStore(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path === undefined ? "site" : `--resume: ${path}`}: ${why}`);
  }
}

/** Hosts of the site: the first URL's host, with and without www, and the hosts that it redirects to. */
function scopeOf({ start, depth, external, isList }: SiteOptions, store: Store): Scope {
  const before = store.get("start");
  if (start && before !== undefined && before !== start.href)
    throw new UsageError(`--resume: the file is of ${before}`);
  if (start) store.set("start", start.href);
  const host = (start ?? URL.parse(before ?? ""))?.host;
  const bare = host?.replace(/^www\./, "");
  const own = host === undefined ? [] : [host, `${bare}`, `www.${bare}`];
  const led = (store.get("hosts") ?? "").split(" ").filter((each) => each !== "");
  return { hosts: new Set([...own, ...led]), depth, external: external && !isList };
}

interface Opened {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly patterns: Patterns;
  readonly scope: Scope;
}

async function crawlSite(
  { start, most, sample, depth, isList, resources, ignoresRobots, politeness }: SiteOptions,
  { store, recorder, patterns, scope }: Opened,
  { settings, options }: Network,
  { io }: Call,
): Promise<void> {
  if (!start) return;
  const budget = makeBudget(siteBudget(most));
  const looker = siteLooker({ budget, start, network: options, settings, resources, ignoresRobots });
  recorder.add(start.href, 0, SOURCE.start);
  const { sitemaps } = await looker.robotsOf(start);
  for (const url of sitemaps)
    recorder.add(URL.parse(url, start.href)?.href ?? url, -1, SOURCE.sitemap, KIND.sitemap);
  if (sitemaps.length === 0)
    recorder.add(new URL("/sitemap.xml", start).href, -1, SOURCE.sitemap, KIND.guess);
  const bar = progress(io);
  const waiting = store.db.query<{ n: number }, []>(
    `SELECT count(*) AS n FROM url WHERE state = ${STATE.waiting}`,
  );
  let done = 0;
  let note = "";
  const crawled = crawl(
    {
      budget,
      store,
      recorder,
      patterns,
      look: async (row, url) => {
        const looked = await looker.look(row, url);
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
      robotsOf: looker.robotsOf,
      onDone() {
        if (done++ % NOTE_EVERY === 0) note = `${waiting.get()?.n ?? 0} more known`;
        bar.step(1, note);
      },
    },
    // A listing looks up pages only for their links.
    { start: start.href, most, sample, depth: isList ? depth - 1 : depth, politeness },
  );
  await crawled.finally(bar.end);
  const limit = store.size() >= SITE_URLS ? `only ${SITE_URLS} URLs of a site are known` : budget.exhausted;
  store.set(LIMIT, budget.exhausted ?? "");
  if (limit !== undefined) io.err(`netlens: site: ${limit}\n`);
}

/** URLs between updates of the progress note. */
const NOTE_EVERY = 500;
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

/** Merges reports of `netlens http --json`, one per line; `-` is standard input. */
async function mergeReports(
  paths: readonly string[],
  opened: Pick<Opened, "store" | "recorder" | "scope">,
  { io }: Call,
): Promise<void> {
  const bar = progress(io);
  for (const path of paths) {
    let number = 0;
    const { decoded } = await import("../stream/decoded.ts");
    try {
      for await (const { text } of lines(path === "-" ? decoded(io.input()) : io.openFile(path))) {
        number++;
        if (text.trim() === "") continue;
        const report = reportOf(text);
        if (!report) throw new UsageError(`--merge: ${path}:${number}: not a report of netlens http --json`);
        mergeReport(report, opened);
        bar.step();
      }
    } catch (error) {
      if (error instanceof UsageError || isSqliteError(error)) throw error;
      throw fileError("--merge", path, error);
    }
  }
  bar.end();
}

function mergeReport(
  report: HttpReport,
  { store, recorder, scope }: Pick<Opened, "store" | "recorder" | "scope">,
): void {
  const url = report.steps[0]?.request.url ?? "";
  if (store.get("start") === undefined) {
    // Reports may overlap: skips finished pages, except listed ones, which have no findings yet.
    if (store.stateOf(url) === STATE.done) return;
    scope.hosts.add(URL.parse(url)?.host ?? "");
  }
  const id = recorder.add(url, 0, 0);
  // Chains' problems are dropped: they are computed from all answers.
  if (id !== undefined) recorder.report({ id, url, kind: KIND.page, depth: 0 }, { ...report, problems: [] });
}

function reportOf(text: string): HttpReport | undefined {
  try {
    const value = JSON.parse(text) as HttpReport | null;
    return Array.isArray(value?.steps) && value.steps[0]?.request?.url !== undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

/** URLs that a check would look up, in order. */
export async function* listedUrls(
  { store }: Pick<CheckedSite, "store">,
  options: SiteOptions,
  { settings, options: network }: Network,
): AsyncGenerator<string> {
  const { start, most, sample } = options;
  if (!start) return;
  const { robotsOf } = siteLooker({
    budget: makeBudget(siteBudget(0)),
    start,
    network,
    settings,
    resources: undefined,
    ignoresRobots: options.ignoresRobots,
  });
  const rows = store.db.query<{ id: number; url: string; pattern: string }, [number]>(
    `SELECT id, url, pattern FROM url WHERE kind = ${KIND.page} AND state IN (${STATE.waiting}, ${STATE.done}) AND id > ?
     ORDER BY id LIMIT 1000`,
  );
  const counts = new Map<string, number>();
  let listed = 0;
  for (let last = 0; ; ) {
    const some = rows.all(last);
    for (const { url, pattern } of some) {
      const count = counts.get(pattern) ?? 0;
      if (sample !== undefined && count >= sample) continue;
      const parsed = new URL(url);
      if (!(await robotsOf(parsed)).allows(parsed)) continue;
      counts.set(pattern, count + 1);
      if (listed++ >= most) return;
      yield url;
    }
    last = some.at(-1)?.id ?? 0;
    if (some.length === 0) return;
  }
}

interface LookOptions {
  readonly budget: Budget;
  /** First URL; credentials are sent to this origin only. */
  readonly start: URL;
  readonly network: LookupOptions;
  readonly settings: HttpSettings;
  /** Maximum resources per page; undefined to load none. */
  readonly resources: number | undefined;
  readonly ignoresRobots: boolean;
}

type Steps = Awaited<ReturnType<typeof lookUpSteps>>;

function siteLooker(options: LookOptions): Pick<CrawlDeps, "look" | "robotsOf"> {
  const { budget, start, network, settings, resources } = options;
  const fetched = (url: URL, follow: boolean, most?: number): Promise<Steps> => {
    const bounds = most === undefined ? {} : { maxBodyBytes: most, maxDecodedBytes: most };
    return lookUpSteps(
      url.href,
      { ...network, follow, fixes: false, header: fieldsFor(url, start, network.header ?? []) },
      { ...settings, ...bounds, kept: most ?? settings.maxDecodedBytes, budget },
    );
  };
  return {
    robotsOf: robotsReader(options, fetched),
    async look({ kind }, url): Promise<Looked> {
      if (kind === KIND.foreign) return { report: (await fetched(url, true, 0)).report };
      if (kind !== KIND.page) {
        const { report, exchanges } = await fetched(url, true, SITEMAP.bytes);
        return { report, bytes: exchanges.at(-1)?.content?.opening };
      }
      const steps = await fetched(url, false);
      const last = steps.exchanges.at(-1);
      const step = steps.report.steps.at(-1);
      const bytes = last?.content?.opening;
      if (!last?.head || !step || !bytes || step.status >= 300 || !isHtml(step))
        return { report: steps.report };
      const page = await readLinks(bytes, last.head.lines, url);
      const report = resources === undefined ? steps.report : await audited(steps, resources, settings);
      return { report, page };
    },
  };
}

/** Maximum origins with a cached robots.txt. */
const MOST_ORIGINS = 1000;
const ANYTHING: Robots = { allows: () => true, sitemaps: [] };

function robotsReader(
  { ignoresRobots }: LookOptions,
  fetched: (url: URL, follow: boolean, most: number) => Promise<Steps>,
): (url: URL) => Promise<Robots> {
  const known = new Map<string, Promise<Robots>>();
  const read = async (origin: string): Promise<Robots> => {
    const { report, exchanges } = await fetched(new URL("/robots.txt", origin), true, ROBOTS_BYTES);
    const status = report.status === "error" ? undefined : report.status;
    const robots = robotsOf(status, new TextDecoder().decode(exchanges.at(-1)?.content?.opening));
    return ignoresRobots ? { ...ANYTHING, sitemaps: robots.sitemaps } : robots;
  };
  return ({ origin }) => {
    if (known.size >= MOST_ORIGINS) known.clear();
    const robots = known.get(origin) ?? read(origin);
    known.set(origin, robots);
    return robots;
  };
}

/** Audits the page, and adds broken resources to its problems. */
async function audited(steps: Steps, most: number, settings: HttpSettings): Promise<HttpReport> {
  const { endOf } = await import("../../jobs/page/audit.ts");
  const { auditDocument } = await import("../../jobs/page/audit-url.ts");
  const { pageReport } = await import("../../jobs/page/page-report.ts");
  const { withPageProblems } = await import("../../jobs/page/problems.ts");
  const { briefOf } = await import("../../view/brief.ts");
  const begun = performance.now();
  const document = { ...steps, begun };
  const events = auditDocument(document, most, { settings }, new AbortController().signal);
  const audit = await endOf(events);
  const timeTotal = performance.now() - begun;
  return withPageProblems(
    steps.report,
    await pageReport(document, audit, { by: "origin", briefOf, timeTotal }),
  );
}
