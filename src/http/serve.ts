/** A lookup for somebody else: with a place in the queue, and not for ourselves. */

import type { Fields } from "../api/answer.ts";
import { spendLookups } from "../api/cost.ts";
import type { Exchange } from "./exchange.ts";
import { type LookupOptions, lookupHttp } from "./lookup.ts";
import { type LookupCache, lookupKey, type Served } from "./lookup-cache.ts";
import type { Queue } from "./queue.ts";
import type { HttpReport } from "./schema.ts";
import { type HttpSettings, VARIANT_CHAINS } from "./settings.ts";
import { parseTarget } from "./target.ts";

export { pageFetcher } from "./serve/fetch-page.ts";

export interface LookupDeps {
  readonly settings: HttpSettings;
  readonly queue?: Queue;
  /** The caller, by which places are shared out; `""` where it is not known. */
  readonly client?: (request: Request) => string;
  /** Answers lookups again for a short time. */
  readonly cache?: LookupCache | undefined;
  /** Hears of each lookup that was made, and when it began, in milliseconds of the monotonic clock. */
  readonly looked?: ((request: Request, started: number, report: HttpReport) => void) | undefined;
}

/**
 * @param onServed receives where the report comes from, if there is a cache
 * @param onHop hears of each request that is made for it
 * @throws NetlensError as `spendLookups` and `lookupHttp`
 */
export async function serveLookup(
  request: Request,
  url: string,
  options: LookupOptions,
  { settings, queue, client, cache, looked }: LookupDeps,
  onServed: (served: Served) => void = () => {},
  onHop: (hop: Exchange) => void = () => {},
): Promise<HttpReport> {
  await spendLookups(request, options.variants ? VARIANT_CHAINS : 1);
  const work = async (signal: AbortSignal) => {
    const started = performance.now();
    const report = await lookupHttp(url, options, settings, signal, queue, client?.(request) ?? "", onHop);
    looked?.(request, started, report);
    return report;
  };
  const served = await serveCached(request, url, () => lookupKey(url, options, settings), cache, work);
  if (cache) onServed(served);
  return served.report;
}

/** The result of `work`, or a kept one, as the request's Cache-Control allows. */
export async function serveCached<R extends Pick<HttpReport, "status">>(
  request: Request,
  url: string,
  key: () => string,
  cache: LookupCache | undefined,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<Served<R>> {
  const wanted = wishesOf(request);
  if (cache && wanted.stored && !hasCredentials(url))
    return await cache.lookUp(key(), wanted.fresh, request.signal, work);
  return { report: await work(request.signal), status: "netlens; fwd=bypass" };
}

/** The fields that tell where a report comes from. */
export function servedFields({ status, age }: Pick<Served, "status" | "age">): Fields {
  return { "cache-status": status, ...(age !== undefined && { age: String(age) }) };
}

/** The age that the request's Cache-Control allows (RFC 9111 section 5.2.1): a reload wants a lookup of its own. */
function wishesOf(request: Request): { readonly fresh: boolean; readonly stored: boolean } {
  const directives = (request.headers.get("cache-control") ?? "")
    .split(",")
    .map((directive) => directive.trim().toLowerCase());
  return {
    fresh: directives.includes("no-cache") || directives.includes("max-age=0"),
    stored: !directives.includes("no-store"),
  };
}

/** Whether a URL names a user: what is answered to one is not for others. */
export function hasCredentials(url: string): boolean {
  const { username, password } = parseTarget(url);
  return username !== "" || password !== "";
}
