/** So many requests an address in a time. Holds state; the clock is a parameter. */

import { formatNetwork, networkOf, parseAddress } from "../ip/address.ts";

export interface Rate {
  readonly requests: number;
  /** Milliseconds. */
  readonly window: number;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the window starts anew. */
  readonly reset: number;
}

/** Keeps at most `capacity` callers; when full, the ones whose window began first are forgotten. */
export function createRateLimit({ requests, window }: Rate, capacity = 100_000) {
  const callers = new Map<string, { count: number; ends: number }>();
  return (ip: string, now: number): Verdict => {
    const key = callerKey(ip);
    let entry = callers.get(key);
    if (!entry || entry.ends <= now) {
      callers.delete(key);
      for (const oldest of callers.keys()) {
        if (callers.size < capacity) break;
        callers.delete(oldest);
      }
      entry = { count: 0, ends: now + window };
      callers.set(key, entry);
    }
    entry.count++;
    return {
      allowed: entry.count <= requests,
      remaining: Math.max(0, requests - entry.count),
      reset: Math.ceil((entry.ends - now) / 1000),
    };
  };
}

/** One subscriber holds a whole IPv6 /64. */
function callerKey(ip: string): string {
  const address = parseAddress(ip);
  return address?.family === 6 ? formatNetwork(networkOf(address, 64)) : ip;
}

/** `RateLimit` and `RateLimit-Policy` as structured fields (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitFields({ requests, window }: Rate, verdict: Verdict): Record<string, string> {
  return {
    ratelimit: `"default";r=${verdict.remaining};t=${verdict.reset}`,
    "ratelimit-policy": `"default";q=${requests};w=${Math.ceil(window / 1000)}`,
  };
}
