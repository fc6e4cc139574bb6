/** The way of a URL, as far as redirects are concerned. */

import type { HttpReport } from "../../http/schema.ts";

export interface Hop {
  readonly url: string;
  /** 0 where there was no answer. */
  readonly status: number;
}

export interface Trail {
  /** One a request, in order; at least one. */
  readonly hops: readonly Hop[];
  readonly stop: HttpReport["stop"];
  /** Where the last answer leads, where that was not followed. */
  readonly location?: string | undefined;
  /** The fault of the last request. */
  readonly error?: string | undefined;
  /** Milliseconds in all. */
  readonly ms: number;
  /** The software that redirected, as the first `X-Redirect-By` says. */
  readonly redirectBy?: string | undefined;
  /** `Retry-After` of the last answer. */
  readonly retryAfter?: string | undefined;
  readonly content?: PageFacts | undefined;
}

/** The signals of a page for search engines. */
export interface PageFacts {
  /** The canonical address that it names. */
  readonly canonical?: string | undefined;
  /** Where it asks not to be indexed: `X-Robots-Tag`, `meta robots`. */
  readonly noindex?: string | undefined;
}

/** The trail of a whole lookup. */
export function trailOf(report: HttpReport): Trail {
  const { steps, stop, timeTotal } = report;
  const last = steps.at(-1);
  const fields = steps.flatMap(({ headers }) => headers ?? []);
  return {
    hops: steps.map(({ request, status }) => ({ url: request.url, status })),
    stop,
    location: stop === "done" ? undefined : last?.location,
    error: last?.error?.message,
    ms: timeTotal,
    redirectBy: fields.find(({ name }) => name === "x-redirect-by")?.value,
    retryAfter: last?.headers?.find(({ name }) => name === "retry-after")?.value,
  };
}
