/** A page by its URL: the document's lookup, and the lookups of what it loads, each with its place in the queue. */

import { makeBudget } from "../../api/budget.ts";
import { PAGE, pageBudget } from "../../api/limits.ts";
import { keepConnections } from "../../http/exchange.ts";
import { HttpFailure } from "../../http/failures.ts";
import { type LookupOptions, type LookupSettings, lookUpSteps } from "../../http/lookup.ts";
import type { Queue } from "../../http/queue.ts";
import { type Audit, type AuditDeps, type AuditEvent, auditPage, type Document } from "./audit.ts";
import { resourceLooker } from "./judge/look-up.ts";

/** Lookups of one page at once, over all hosts. */
const WIDTH = 8;

export interface PageOptions extends LookupOptions {
  readonly most?: number | undefined;
}

export interface PageDeps extends Pick<AuditDeps, "spend"> {
  readonly settings: LookupSettings;
  readonly queue?: Queue | undefined;
  /** The caller whose lookups they are, for the queue; `""` where it is not known. */
  readonly client?: string;
}

export interface Audited {
  readonly document: Document;
  /** Absent where the document is no HTML that came. */
  readonly audit?: Audit;
  /** Milliseconds. */
  readonly timeTotal: number;
}

/**
 * Looks a page up as a browser's first visit. What fails is a result.
 * @throws NetlensError `invalid-url`; `too-busy` where the queue has no place for the document; what `spend` throws
 */
export async function* auditUrl(
  url: string,
  { most = PAGE.usualResources, ...options }: PageOptions,
  { settings, queue, client = "", spend }: PageDeps,
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
    { settings: own, queue, client, ...(spend && { spend }) },
    signal,
  );
  return { document, ...(audit && { audit }), timeTotal: performance.now() - begun };
}

/** Looks up what a document loads. */
export async function* auditDocument(
  document: Document,
  most: number,
  { settings, queue, client = "", spend }: PageDeps,
  signal: AbortSignal,
): AsyncGenerator<AuditEvent, Audit | undefined> {
  const budget = makeBudget(pageBudget(most, settings.timeout));
  using kept = keepConnections();
  const look = resourceLooker(settings, budget, spend && (() => spend(1)), kept);
  const deadline = new AbortController();
  const stop = () => deadline.abort(new HttpFailure("timeout", budget.exhausted ?? ""));
  // Timers have whole milliseconds: one that is early would not find the budget exhausted.
  const timer = setTimeout(stop, Math.ceil(budget.timeLeft()) + 1);
  const stopped = AbortSignal.any([signal, deadline.signal]);
  try {
    return yield* auditPage(
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
  } finally {
    clearTimeout(timer);
  }
}
