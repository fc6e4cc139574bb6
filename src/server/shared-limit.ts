/** Rate limits that replicas share, as long as what they share answers. Pure. */

import type { Rate, RateLimit, Verdict } from "./rate-limit.ts";
import type { SharedCalls } from "./shared-calls.ts";

/** Takes `cost` from what a key has left in its window, whole or not at all, wherever replicas count together. */
export type Take = (key: string, cost: number, rate: Rate) => Promise<Verdict>;

/**
 * A limit that counts with `take`. A call that is not answered in time is decided by this process' own count, which goes on
 * all the while.
 */
export function sharedLimit(
  calls: SharedCalls,
  take: Take,
  rate: Rate,
  local: (...given: Parameters<RateLimit>) => Verdict,
): RateLimit {
  return (key, cost, now) => {
    const own = local(key, cost, now);
    if (!calls.state().up) return own;
    return calls.ask(() => take(key, cost, rate)).then((verdict) => verdict ?? own);
  };
}
