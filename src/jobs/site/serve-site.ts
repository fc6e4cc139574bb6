/** Checks of a site for clients of the service: bounded, and each lookup is charged and queued. */

import { setTimeout } from "node:timers/promises";
import { makeBudget } from "../../api/budget.ts";
import { runInSharedTimeSlice } from "../../api/cooperative.ts";
import { spend, spendLookups } from "../../api/cost.ts";
import { NetlensError } from "../../api/errors.ts";
import { SERVED_SITE, servedSiteBudget } from "../../api/limits.ts";
import { waitOf } from "../../api/responses.ts";
import type { Queue } from "../../http/queue.ts";
import { LOOKUP_COST } from "../../http/routes.ts";
import type { LookupDeps } from "../../http/serve.ts";
import { hasUserinfo, parseTarget } from "../../http/target.ts";
import { IN_MEMORY, sizeOf } from "../../platform/sqlite.ts";
import { expectationsOf } from "../project/check.ts";
import { POLITENESS } from "../redirects/politeness.ts";
import { crawlSite, fetcher, openSite, siteLooker } from "./check.ts";
import { conclude } from "./conclude.ts";
import { LIMIT, siteReport } from "./report.ts";
import type { SiteReport } from "./schema.ts";
import { KIND, openStore, STATE, type Store } from "./store.ts";

export interface SiteDeps {
  readonly http: LookupDeps;
  /** Running checks: one per client and site. Undefined without `--site`. */
  readonly siteChecks?: Queue | undefined;
}

/** Numbers of pages. */
export interface SiteProgress {
  readonly done: number;
  readonly found: number;
  readonly left: number;
}

/** Maximum wait for the client's limit, in milliseconds. */
const LONGEST_WAIT = 60_000;
/** Milliseconds between reports of the progress. */
const TICK = 500;
const EXPECTED = expectationsOf(undefined, ({ severity }) => ({ severity }));

/**
 * Checks a site; the end of the generator, or of the request, ends the check.
 * @throws NetlensError `invalid-url`; `too-busy`; `rate-limit` before the first lookup
 */
export async function* serveSite(
  request: Request,
  url: string,
  { http, siteChecks }: SiteDeps,
): AsyncGenerator<SiteProgress, SiteReport> {
  const start = parseTarget(url);
  if (hasUserinfo(start)) throw new NetlensError("invalid-url", "A site check takes no credentials.");
  start.hash = "";
  if (!siteChecks) throw new NetlensError("unknown-endpoint", OFF);
  const left = new AbortController();
  const signal = AbortSignal.any([request.signal, left.signal]);
  let progress: SiteProgress = { done: 0, found: 1, left: 1 };
  const check = async () => {
    const store = openStore(IN_MEMORY);
    const onDone = () => {
      const now = store.db.query<SiteProgress, []>(PROGRESS).get();
      if (now) progress = { ...now, left: Math.min(now.left, SERVED_SITE.pages - now.done) };
    };
    return await checked(start, store, signal, onDone, request, http).finally(store.close);
  };
  const client = http.client?.(request) ?? "";
  const report = siteChecks.run(check, signal, { client, target: start.host });
  try {
    for (;;) {
      const end = await Promise.race([report, Bun.sleep(TICK)]);
      if (end) return end;
      yield progress;
    }
  } finally {
    left.abort();
  }
}

const PROGRESS = `SELECT count(*) AS found, sum(state = ${STATE.done}) AS done, sum(state <= ${STATE.underWay}) AS left
  FROM url WHERE kind = ${KIND.page}`;

/** Error of a service without `--site`. */
export const OFF = "This service does not check sites; its operator can allow it with netlens serve --site.";

async function checked(
  start: URL,
  store: Store,
  signal: AbortSignal,
  onDone: () => void,
  request: Request,
  { settings, queue, client }: LookupDeps,
): Promise<SiteReport> {
  const budget = makeBudget(servedSiteBudget);
  let count = 0;
  /** Charges a lookup. Only the first is refused; later ones wait for the next window of the client's limit. */
  const pay = async (): Promise<void> => {
    const cost = ++count * LOOKUP_COST;
    const isFirst = count === 1;
    for (;;)
      try {
        spend(request, cost);
        return await spendLookups(request, 1);
      } catch (error) {
        const wait = error instanceof NetlensError ? waitOf(error.headers["retry-after"]) : undefined;
        if (isFirst || wait === undefined || wait > Math.min(LONGEST_WAIT, budget.timeLeft())) throw error;
        await setTimeout(wait, undefined, { signal });
      }
  };
  const own = { ...settings, budget };
  const fetched = fetcher(start, {}, own, signal, queue, client?.(request) ?? "");
  const bounds = SERVED_SITE;
  const limits = { depth: Number.MAX_SAFE_INTEGER, bounds };
  const opened = openSite(store, start, { ...limits, external: false }, EXPECTED);
  await crawlSite(
    opened,
    {
      ...limits,
      start,
      seeksMissing: true,
      most: bounds.pages,
      sample: undefined,
      politeness: POLITENESS.page,
    },
    {
      ...siteLooker({ fetched: (...given) => pay().then(() => fetched(...given)), bounds }),
      budget,
      run: runInSharedTimeSlice,
      onDone() {
        onDone();
        if (sizeOf(store.db) > bounds.store) budget.end("the limit of findings was reached");
      },
    },
  );
  store.set(LIMIT, budget.exhausted ?? `the limit of ${bounds.pages} pages was reached`);
  await runInSharedTimeSlice(conclude(store, opened.patterns, opened.recorder));
  return siteReport(store, start.href, bounds.reported);
}
