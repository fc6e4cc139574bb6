/** Crawls a site: reads URLs from the store, looks them up, and records results and new URLs. */

import type { Budget } from "../../api/budget.ts";
import { runSync, type Task } from "../../api/cooperative.ts";
import { NetlensError } from "../../api/errors.ts";
import { SITEMAP_LEVELS, type SiteBounds } from "../../api/limits.ts";
import { isBusy, waitOf } from "../../api/responses.ts";
import { groupDigits } from "../../headers/wording.ts";
import type { HttpReport } from "../../http/schema.ts";
import { type Checked, type Politeness, politely, type Work } from "../redirects/politeness.ts";
import type { Patterns } from "./patterns.ts";
import type { PageLinks } from "./read-links.ts";
import { type Recorder, responseText } from "./record.ts";
import type { Robots } from "./robots.ts";
import { type SitemapUrl, sitemapUrls } from "./sitemap.ts";
import { KIND, type Row, SOURCE, STATE, type Store } from "./store.ts";

/** Result of a lookup. */
export interface Looked {
  readonly report: HttpReport;
  readonly page?: PageLinks | undefined;
  /** Content of a sitemap, before or after decoding. */
  readonly bytes?: Uint8Array | undefined;
}

type Run = (task: Task<void>) => void | Promise<void>;

export interface CrawlDeps {
  /** Budget of the whole crawl; when it is exhausted, the remaining URLs stay in the store. */
  readonly budget: Budget;
  readonly store: Store;
  readonly recorder: Recorder;
  readonly patterns: Patterns;
  readonly look: (row: Row, url: URL) => Promise<Looked>;
  readonly robotsOf: (url: URL) => Promise<Robots>;
  /** Runs the record of one page. */
  readonly run: Run;
  /** Called for each finished URL. */
  readonly onDone: (row: Row) => void;
}

export interface CrawlOptions {
  readonly start: string;
  readonly most: number;
  /** Maximum number of pages per pattern; absent: no limit. */
  readonly sample: number | undefined;
  /** Maximum depth; deeper pages are stored but not looked up. */
  readonly depth: number;
  readonly politeness: Politeness;
  readonly bounds: Pick<SiteBounds, "sitemaps">;
}

/** URLs per read of the store. @perf With 1, a check of 3000 pages takes 2.3 times the CPU (`site`). */
const BATCH = 64;

/** Finished URL. `finish` writes the result, unless a retry replaces it. */
interface Ended {
  readonly row: Row;
  finish?: (() => unknown) | undefined;
}

/** Looks up all queued URLs, including new ones. */
export async function crawl(
  deps: CrawlDeps,
  { start, most, sample, depth, politeness, bounds }: CrawlOptions,
): Promise<void> {
  const { store, recorder, budget, onDone } = deps;
  const taken = openSample(deps, sample);
  let pages = taken.pages();
  let open = 0;
  let wake = () => {};

  async function* frontier(): AsyncGenerator<Work<Row, Ended>[]> {
    for (;;) {
      const isFull = pages >= most;
      const rows =
        budget.exhausted === undefined
          ? store.take(
              isFull ? BATCH : Math.min(BATCH, most - pages),
              depth,
              isFull ? KIND.sitemap : KIND.page,
            )
          : [];
      const chosen = rows.filter((row) => row.kind !== KIND.page || taken.wants(row));
      pages += chosen.filter(({ kind }) => kind === KIND.page).length;
      open += chosen.length;
      if (chosen.length > 0) yield chosen.map((row) => ({ row }));
      else if (rows.length === 0 && open === 0) return;
      else if (rows.length === 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
    }
  }

  async function check(row: Row): Promise<Checked<Ended>> {
    try {
      if (budget.exhausted === undefined) return await checkOne(row);
    } catch (error) {
      // A refused lookup ends the check; the report has the rest.
      if (!(error instanceof NetlensError)) throw error;
      budget.end(error.message.replace(/\.$/, ""));
    }
    store.setState(row.id, STATE.waiting);
    return { judged: { row } };
  }

  async function checkOne(row: Row): Promise<Checked<Ended>> {
    const url = new URL(row.url);
    if (row.kind === KIND.page) {
      const robots = await deps.robotsOf(url);
      // If robots.txt got no response, the first page is looked up, so that the failure is shown.
      if (!robots.allows(url) && !(robots.isSilent && row.url === start)) {
        store.disallow(row.id, robots.unreachable);
        return { judged: { row } };
      }
    }
    const looked = await deps.look(row, url);
    const last = looked.report.steps.at(-1);
    if (isBusy(last?.status)) {
      const after = last?.headers.find(({ name }) => name === "retry-after")?.value;
      return { judged: { row, finish: () => record(row, looked, runSync) }, busy: { wait: waitOf(after) } };
    }
    await record(row, looked, deps.run);
    return { judged: { row } };
  }

  function record(row: Row, looked: Looked, run: Run): void | Promise<void> {
    if (row.kind === KIND.page) return run(recorder.report(row, looked.report, looked.page));
    if (row.kind !== KIND.foreign) return recordSitemap(row, looked);
    recorder.foreign(row, looked.report);
  }

  function recordSitemap(row: Row, { report, bytes }: Looked): Promise<void> | undefined {
    const last = report.steps.at(-1);
    if (!last) return undefined;
    const done = (fault: string | undefined) => {
      if (fault !== undefined && row.kind === KIND.sitemap) store.setFault(row.id, fault);
      // Written last: if the run is interrupted before, the next run reads the sitemap again.
      recorder.foreign(row, report);
    };
    // A guessed sitemap may not exist.
    const isThere = last.status >= 200 && last.status < 300 && bytes !== undefined;
    if (isThere) return readSitemap(row, bytes).then(done);
    done(responseText(last));
    return undefined;
  }

  let sitemaps = store.count(`url WHERE kind = ${KIND.sitemap}`);

  /** Adds the URLs of a sitemap. Returns its fault as text; the URLs before the fault are added. */
  async function readSitemap({ url, depth: at }: Row, bytes: Uint8Array): Promise<string | undefined> {
    let omitted: string | undefined;
    const take = ({ url: text, isSitemap }: SitemapUrl): void => {
      const target = URL.parse(text, url)?.href ?? text;
      if (!isSitemap) recorder.add(target, 0, SOURCE.sitemap);
      else if (at <= -SITEMAP_LEVELS)
        omitted ??= `it names sitemaps that are not read: indexes are nested more than ${SITEMAP_LEVELS} deep`;
      else if (store.stateOf(target) === undefined && ++sitemaps > bounds.sitemaps)
        omitted ??= `it names sitemaps that are not read: at most ${groupDigits(bounds.sitemaps)} are read of a site`;
      else recorder.add(target, at - 1, SOURCE.sitemap, KIND.sitemap);
    };
    const takeAll = store.db.transaction((some: readonly SitemapUrl[]) => some.forEach(take));
    const urls = sitemapUrls(bytes, budget);
    for (;;) {
      const next = await urls.next();
      if (next.done) return next.value ?? omitted;
      takeAll(next.value);
    }
  }

  const onJudged = (ended: Ended): void => {
    ended.finish?.();
    ended.finish = undefined;
    open--;
    onDone(ended.row);
    wake();
  };
  const hostOf = ({ url }: Row): string => URL.parse(url)?.host ?? "";
  for await (const _ of politely(frontier(), check, hostOf, politeness, { onJudged }));
}

/** Limits the number of pages per pattern; pages of earlier runs count. */
function openSample(
  { store, patterns, recorder }: Pick<CrawlDeps, "store" | "patterns" | "recorder">,
  most: number | undefined,
) {
  const counts = new Map<string, number>();
  let pages = 0;
  const count = (url: string): number => {
    pages++;
    if (most === undefined) return 0;
    const pattern = patterns.patternOf(new URL(url));
    const before = counts.get(pattern) ?? 0;
    counts.set(pattern, before + 1);
    return before;
  };
  const done = store.db.query<{ url: string }, []>("SELECT url FROM url WHERE state IN (2, 3) AND kind = 0");
  for (const { url } of done.iterate()) count(url);
  return {
    pages: () => pages,
    wants(row: Row): boolean {
      const unwanted = recorder.unwanted(row);
      const isLeft = unwanted === undefined && most !== undefined && count(row.url) >= most;
      const state = isLeft ? STATE.skipped : unwanted;
      if (state !== undefined) store.setState(row.id, state);
      return state === undefined;
    },
  };
}
