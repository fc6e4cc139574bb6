/** A page by its URL: the document's lookup, and the lookups of what it loads, each with its place in the queue. */

import { type LookupOptions, type LookupSettings, lookUpSteps } from "../lookup.ts";
import type { Queue } from "../queue.ts";
import { type Audit, type AuditDeps, type AuditEvent, auditPage, type Document } from "./audit.ts";
import { USUAL_RESOURCES } from "./bounds.ts";
import { resourceLooker } from "./look-up.ts";

/** Lookups of one page at once, over all hosts. */
const WIDTH = 8;
/** How often the time of one lookup a page may take in all. */
const PATIENCE = 4;

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
  { most = USUAL_RESOURCES, ...options }: PageOptions,
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
export function auditDocument(
  document: Document,
  most: number,
  { settings, queue, client = "", spend }: PageDeps,
  signal: AbortSignal,
): AsyncGenerator<AuditEvent, Audit | undefined> {
  const look = resourceLooker(settings);
  return auditPage(
    document,
    { most, width: WIDTH, time: PATIENCE * settings.timeout, kept: settings.maxDecodedBytes },
    {
      clock: () => performance.now(),
      ...(spend && { spend }),
      look: (wanted, signal) =>
        queue
          ? queue.run(() => look(wanted, signal), signal as AbortSignal, { client, target: wanted.url.host })
          : look(wanted, signal),
    },
    signal,
  );
}
