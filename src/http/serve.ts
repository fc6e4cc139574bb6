/** Lookups for clients of the service: rate limit, queue and cache. */

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
export { abuseBy } from "./serve/registrations.ts";

export interface LookupDeps {
  readonly settings: HttpSettings;
  readonly queue?: Queue;
  /** Id of the client for fair scheduling; `""` if unknown. */
  readonly client?: (request: Request) => string;
  readonly cache?: LookupCache | undefined;
  /** Called after each lookup; `started` is in milliseconds of the monotonic clock. */
  readonly looked?: ((request: Request, started: number, report: HttpReport) => void) | undefined;
}

/**
 * @param onServed receives the cache status, if there is a cache
 * @param onHop called after each request
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

/** Result of `work`, or a cached one if the request's Cache-Control allows it. */
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

export function servedFields({ status, age }: Pick<Served, "status" | "age">): Fields {
  return { "cache-status": status, ...(age !== undefined && { age: String(age) }) };
}

/** Cache-Control of the request (RFC 9111 section 5.2.1). `fresh`: requires a new lookup, as on reload. */
function wishesOf(request: Request): { readonly fresh: boolean; readonly stored: boolean } {
  const directives = (request.headers.get("cache-control") ?? "")
    .split(",")
    .map((directive) => directive.trim().toLowerCase());
  return {
    fresh: directives.includes("no-cache") || directives.includes("max-age=0"),
    stored: !directives.includes("no-store"),
  };
}

/** Whether a URL has credentials; the cache must not share the response. */
export function hasCredentials(url: string): boolean {
  const { username, password } = parseTarget(url);
  return username !== "" || password !== "";
}
