/** A lookup for somebody else: with a place in the queue, and not for ourselves. */

import { NetlensError } from "../errors.ts";
import { LOOP_ID, type LookupOptions, lookupHttp } from "./lookup.ts";
import type { Queue } from "./queue.ts";
import type { HttpReport } from "./schema.ts";
import type { HttpSettings } from "./settings.ts";

export interface LookupDeps {
  readonly settings: HttpSettings;
  readonly queue?: Queue;
  /** Who asks, by which places are shared out; `""` where it is not known. */
  readonly client?: (request: Request) => string;
}

/**
 * @throws NetlensError `loop-detected` for a request that a lookup of ours has sent (RFC 8586): a target that
 * redirects back to this service would fill all places from one request; else as `lookupHttp`
 */
export async function serveLookup(
  request: Request,
  url: string,
  options: LookupOptions,
  { settings, queue, client }: LookupDeps,
): Promise<HttpReport> {
  const passed = (request.headers.get("cdn-loop") ?? "").split(",");
  if (passed.some((id) => id.split(";", 1)[0]?.trim().toLowerCase() === LOOP_ID))
    throw new NetlensError("loop-detected", "This request comes from a lookup of netlens itself (CDN-Loop).");
  return await lookupHttp(url, options, settings, request.signal, queue, client?.(request) ?? "");
}
