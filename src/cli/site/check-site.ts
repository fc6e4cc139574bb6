/** Checks a site, lists its URLs, or merges reports. */

import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBudget } from "../../api/budget.ts";
import { runSync, type Task } from "../../api/cooperative.ts";
import { SITE, siteBudget } from "../../api/limits.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { HttpSettings } from "../../http/settings.ts";
import type { Expectations } from "../../jobs/project/check.ts";
import { crawlSite, fetcher, type Opened, openSite, type Steps, siteLooker } from "../../jobs/site/check.ts";
import { conclude } from "../../jobs/site/conclude.ts";
import { NOTES, siteReport, worstOf } from "../../jobs/site/report.ts";
import type { SiteReport } from "../../jobs/site/schema.ts";
import { copyOfStore, KIND, openStore, STATE, type Store } from "../../jobs/site/store.ts";
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
  const product = await productOf(network.options.agent);
  const store = openFile(options.resume);
  try {
    const opened = openAll(store, options, expected, product);
    if (options.merge) await mergeReports(options.merge, opened, call);
    else await crawled(options, opened, network, call);
    return concluded(opened, options);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    error.message = `site: ${options.resume ?? "the record of what was found"}: ${error.message}`;
    try {
      const known = openAll(copyOfStore(store), options, expected, product);
      return { ...concluded(known, options), failure: error.message };
    } catch {
      throw error;
    } finally {
      store.close();
    }
  }
}

/** Product token of --agent in lower case: the one that its operator names, or the first product. @internal for tests */
export async function productOf(agent: string | undefined): Promise<string | undefined> {
  if (agent === undefined) return undefined;
  const { lookupUserAgent } = await import("../../useragent/lookup.ts");
  const { bot } = lookupUserAgent(agent);
  const [first] = /^[a-z_-]+/i.exec(agent) ?? [];
  return ((bot ? bot.token : undefined) ?? first)?.toLowerCase();
}

function openAll(
  store: Store,
  { start, depth, external, isList, wants }: SiteOptions,
  expected: Expectations | undefined,
  product: string | undefined,
): Opened {
  const before = store.get("start");
  if (start && before !== undefined && before !== start.href)
    throw new UsageError(`--resume: the file is of ${before}`);
  if (start) store.set("start", start.href);
  const first = start ?? URL.parse(before ?? "") ?? undefined;
  const limits = { depth, external: external && !isList, bounds: SITE, wants };
  return openSite(store, first, limits, expected, product);
}

function concluded({ store, patterns, recorder }: Opened, { start }: SiteOptions): CheckedSite {
  store.db.transaction(() => runSync(conclude(store, patterns, recorder)))();
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

async function crawled(
  { start, most, sample, depth, isList, resources, ignoresRobots, politeness }: SiteOptions,
  opened: Opened,
  { settings, options }: Network,
  { io }: Call,
): Promise<void> {
  if (!start) return;
  const { store } = opened;
  const budget = makeBudget(siteBudget(most));
  const looker = siteLooker({
    fetched: fetcher(start, options, { ...settings, budget }),
    bounds: SITE,
    audited: resources === undefined ? undefined : (steps) => audited(steps, resources, settings),
    ignoresRobots,
    product: await productOf(options.agent),
  });
  const bar = progress(io);
  let done = 0;
  let note = "";
  const deps = {
    ...looker,
    budget,
    run: (task: Task<void>) => store.db.transaction(() => runSync(task))(),
    onDone() {
      if (done++ % NOTE_EVERY === 0) note = `${store.count(`url WHERE state = ${STATE.waiting}`)} more known`;
      bar.step(1, note);
    },
  };
  // A listing looks up pages only for their links.
  const deepest = isList ? depth - 1 : depth;
  const crawl = { start, most, sample, depth: deepest, politeness, bounds: SITE, seeksMissing: !isList };
  await crawlSite(opened, crawl, deps).finally(bar.end);
  for (const note of JSON.parse(store.get(NOTES) ?? "[]")) io.err(`netlens: site: ${note}\n`);
  const limit = store.size() >= SITE.urls ? `only ${SITE.urls} URLs of a site are known` : budget.exhausted;
  if (limit !== undefined) io.err(`netlens: site: ${limit}\n`);
}

/** URLs between updates of the progress note. */
const NOTE_EVERY = 500;

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
  if (id === undefined) return;
  const recording = recorder.report(
    { id, url, kind: KIND.page, depth: 0, source: 0 },
    { ...report, problems: [] },
  );
  store.db.transaction(() => runSync(recording))();
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
  const budget = makeBudget(siteBudget(0));
  const fetched = fetcher(start, network, { ...settings, budget });
  const product = await productOf(network.agent);
  const { robotsOf } = siteLooker({ ...options, fetched, bounds: SITE, product });
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
      if (!options.wants(parsed) || !(await robotsOf(parsed)).allows(parsed)) continue;
      counts.set(pattern, count + 1);
      if (listed++ >= most) return;
      yield url;
    }
    last = some.at(-1)?.id ?? 0;
    if (some.length === 0) return;
  }
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
