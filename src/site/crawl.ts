/** A site looked up, URL by URL: what is known waits in the store, and each answer adds to it. */

import { type Checked, isBusy, type Politeness, politely, type Work, waitOf } from "../http/politely.ts";
import type { HttpReport } from "../http/schema.ts";
import type { Patterns } from "./patterns.ts";
import type { PageLinks } from "./read-links.ts";
import { type Recorder, toldOf } from "./record.ts";
import type { Robots } from "./robots.ts";
import { sitemapText, sitemapUrls } from "./sitemap.ts";
import { KIND, type Row, SOURCE, STATE, type Store } from "./store.ts";

/** The result of a URL. */
export interface Looked {
  readonly report: HttpReport;
  /** Of a page that came. */
  readonly page?: PageLinks | undefined;
  /** Of a sitemap that came: its content, as it was sent or decoded. */
  readonly bytes?: Uint8Array | undefined;
}

export interface CrawlDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly patterns: Patterns;
  readonly look: (row: Row, url: URL) => Promise<Looked>;
  readonly robotsOf: (url: URL) => Promise<Robots>;
  /** Hears of each URL that is done. */
  readonly onDone: (row: Row) => void;
}

export interface CrawlOptions {
  /** The first URL. */
  readonly start: string;
  /** Pages that are looked up at most. */
  readonly most: number;
  /** Pages of each pattern; absent: all. */
  readonly sample: number | undefined;
  /** Deeper pages are known and not looked up. */
  readonly depth: number;
  readonly politeness: Politeness;
}

/** URLs that are taken from the store at a time. @perf With these two at 1, a check of 3000 pages takes 2.3 times the CPU (`site`). */
const BATCH = 64;
/** URLs of a sitemap that are written at a time. @perf Both at 1 take 2.3 times the CPU (`site`). */
const WRITTEN = 1000;

/** A URL that is done; what is still to be written of it, where it may be asked again. */
interface Ended {
  readonly row: Row;
  finish?: (() => void) | undefined;
}

/** Looks up what waits in the store and what comes to it, until nothing waits. */
export async function crawl(
  deps: CrawlDeps,
  { start, most, sample, depth, politeness }: CrawlOptions,
): Promise<void> {
  const { store, recorder, onDone } = deps;
  const taken = openSample(deps, sample);
  let pages = taken.pages();
  let open = 0;
  let wake = () => {};

  async function* frontier(): AsyncGenerator<Work<Row, Ended>[]> {
    for (;;) {
      const isFull = pages >= most;
      const rows = store.take(
        isFull ? BATCH : Math.min(BATCH, most - pages),
        depth,
        isFull ? KIND.sitemap : KIND.page,
      );
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
    const url = new URL(row.url);
    if (row.kind === KIND.page) {
      const robots = await deps.robotsOf(url);
      // Without any response the first page shows what fails.
      if (!robots.allows(url) && !(robots.isSilent && row.url === start)) {
        store.disallow(row.id, robots.unreachable);
        return { judged: { row } };
      }
    }
    const looked = await deps.look(row, url);
    const last = looked.report.steps.at(-1);
    const finish = () => record(row, looked);
    if (isBusy(last?.status)) {
      const after = last?.headers.find(({ name }) => name === "retry-after")?.value;
      return { judged: { row, finish }, busy: { wait: waitOf(after) } };
    }
    finish();
    return { judged: { row } };
  }

  function record(row: Row, looked: Looked): void {
    if (row.kind === KIND.foreign) recorder.foreign(row, looked.report);
    else if (row.kind === KIND.page) recorder.report(row, looked.report, looked.page);
    else recordSitemap(row, looked);
  }

  function recordSitemap(row: Row, looked: Looked): void {
    const last = looked.report.steps.at(-1);
    if (!last) return;
    // One that is only guessed need not be there, nor be a sitemap.
    const isThere = last.status >= 200 && last.status < 300 && looked.bytes !== undefined;
    const fault = isThere ? readSitemap(row, looked.bytes ?? new Uint8Array()) : toldOf(last);
    if (fault !== undefined && row.kind === KIND.sitemap) store.setFault(row.id, fault);
    // It is done once all of it is known: a run that is killed before reads it again.
    recorder.foreign(row, looked.report);
  }

  /** The fault of a sitemap, in words. */
  function readSitemap({ url, depth: at }: Row, bytes: Uint8Array): string | undefined {
    const urls = sitemapUrls(sitemapText(bytes));
    let fault: string | undefined;
    // The URLs before a fault count.
    const read = () => {
      try {
        return urls.next();
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error);
        return { done: true } as const;
      }
    };
    const take = (): boolean => {
      const next = read();
      if (next.done) return false;
      const { url: text, isSitemap } = next.value;
      const target = URL.parse(text, url)?.href ?? text;
      recorder.add(target, isSitemap ? at : 0, SOURCE.sitemap, isSitemap ? KIND.sitemap : KIND.page);
      return true;
    };
    const some = store.db.transaction((): boolean => {
      for (let count = 0; count < WRITTEN; count++) if (!take()) return false;
      return true;
    });
    while (some());
    return fault;
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

/** Which pages are looked up: so many of each pattern. What an earlier run looked up counts. */
function openSample({ store, patterns }: Pick<CrawlDeps, "store" | "patterns">, most: number | undefined) {
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
    wants({ id, url }: Row): boolean {
      if (most === undefined || count(url) < most) return true;
      store.setState(id, STATE.skipped);
      return false;
    },
  };
}
