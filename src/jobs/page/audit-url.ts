/** Page audit by URL: looks up the document, then its resources, each through the queue. */

import { makeBudget } from "../../api/budget.ts";
import { PAGE, pageBudget } from "../../api/limits.ts";
import { keepConnections } from "../../http/exchange.ts";
import { type LookupOptions, type LookupSettings, lookUpSteps } from "../../http/lookup.ts";
import type { Queue } from "../../http/queue.ts";
import { HttpFailure } from "../../http/target.ts";
import { type Audit, type AuditEvent, auditPage, type Document } from "./audit.ts";
import type { BrowserOptions } from "./browser/load.ts";
import type { AuditDeps } from "./judge/load-resources.ts";
import { type LookDeps, resourceLooker } from "./judge/look-up.ts";

export { findBrowser } from "./browser/chromium.ts";

/** Concurrent lookups of one page, over all hosts. */
const WIDTH = 8;

export interface PageOptions extends LookupOptions {
  readonly most?: number | undefined;
  /** Also loads the page in this browser. */
  readonly browser?: Pick<BrowserOptions, "browser"> | undefined;
}

export interface PageDeps extends Pick<AuditDeps, "spend">, Pick<LookDeps, "insecure"> {
  readonly settings: LookupSettings;
  readonly queue?: Queue | undefined;
  /** Id of the client for the limits of the queue; `""` if unknown. */
  readonly client?: string;
}

export interface Audited {
  readonly document: Document;
  /** Absent if no HTML was received. */
  readonly audit?: Audit;
  /** Milliseconds. */
  readonly timeTotal: number;
}

/**
 * Audits a page as on a browser's first visit. A failed lookup is a result, not an error.
 * @throws NetlensError `invalid-url`; `too-busy` if the queue is full; errors of `spend`
 */
export async function* auditUrl(
  url: string,
  { most = PAGE.usualResources, browser, ...options }: PageOptions,
  { settings, queue, client = "", spend, insecure }: PageDeps,
  signal: AbortSignal,
): AsyncGenerator<AuditEvent, Audited> {
  const begun = performance.now();
  const asBrowser = { as: "browser", ...options } as const;
  const own = { ...settings, userAgent: options.agent ?? settings.userAgent };
  const steps = await lookUpSteps(
    url,
    asBrowser,
    { ...own, kept: settings.maxDecodedBytes },
    signal,
    queue,
    client,
  );
  const document = { ...steps, begun };
  const audit = yield* auditDocument(
    document,
    most,
    { settings: own, queue, client, insecure, ...(spend && { spend }) },
    signal,
    browser && { family: options.network, agent: options.agent, insecure, ...browser },
  );
  return { document, ...(audit && { audit }), timeTotal: performance.now() - begun };
}

export async function* auditDocument(
  document: Document,
  most: number,
  { settings, queue, client = "", spend, insecure }: PageDeps,
  signal: AbortSignal,
  browser?: BrowserOptions,
): AsyncGenerator<AuditEvent, Audit | undefined> {
  const budget = makeBudget(pageBudget(most, settings.timeout));
  using kept = keepConnections();
  const payRedirect = spend && (() => spend(1));
  const look = resourceLooker({ settings, budget, payRedirect, connections: kept, insecure });
  const deadline = new AbortController();
  const stop = () => deadline.abort(new HttpFailure("timeout", budget.exhausted ?? ""));
  // Rounds up to whole milliseconds, so that the budget is exhausted when the timer fires.
  const timer = setTimeout(stop, Math.ceil(budget.timeLeft()) + 1);
  const stopped = AbortSignal.any([signal, deadline.signal]);
  try {
    const audit = yield* auditPage(
      document,
      { most, width: WIDTH, kept: Math.min(PAGE.content, settings.maxDecodedBytes) },
      {
        budget,
        clock: () => performance.now(),
        ...(spend && { spend }),
        look: (wanted, signal) =>
          queue
            ? queue.run(() => look(wanted, signal), stopped, { client, target: wanted.url.host })
            : look(wanted, signal),
      },
      stopped,
    );
    if (!audit || !browser) return audit;
    const { loadPage } = await import("./browser/load.ts");
    const { withBrowser } = await import("./browser/merge.ts");
    const pay = spend && (() => spend(1));
    const load = () => loadPage(document.exchanges, { ...browser, pay }, settings, budget, signal);
    const target = document.exchanges.at(-1)?.url.host ?? "";
    const loaded = await (queue ? queue.run(load, stopped, { client, target }) : load());
    return await withBrowser(audit, loaded, budget);
  } finally {
    clearTimeout(timer);
  }
}
