/** Redirects of a URL, hop by hop. */

import type { HttpReport } from "../../http/schema.ts";

export interface Hop {
  readonly url: string;
  /** 0 if there was no response. */
  readonly status: number;
}

export interface Trail {
  /** Hops in order, one per request; at least one. */
  readonly hops: readonly Hop[];
  readonly stop: HttpReport["stop"];
  /** Target of the last response, if it was not followed. */
  readonly location?: string | undefined;
  readonly error?: string | undefined;
  /** Total milliseconds. */
  readonly ms: number;
  /** First `X-Redirect-By` value. */
  readonly redirectBy?: string | undefined;
  readonly retryAfter?: string | undefined;
  readonly content?: PageFacts | undefined;
}

/** Canonical URL and noindex of a page. */
export interface PageFacts {
  readonly canonical?: string | undefined;
  /** Source of noindex: `X-Robots-Tag` or `meta robots`. */
  readonly noindex?: string | undefined;
}

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
