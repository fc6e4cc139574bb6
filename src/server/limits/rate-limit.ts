/** Rate limit by address. Holds state; the clock is a parameter. */

import { GenerationalCache } from "../../platform/generational-cache.ts";
import { networkOf, parseAddress } from "../../syntax/ip-address.ts";

export interface Rate {
  readonly requests: number;
  /** Milliseconds. */
  readonly window: number;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the next window. */
  readonly reset: number;
}

/** Charges `cost`; refused requests cost nothing. `now` in monotonic milliseconds. */
export type RateLimit = (key: string, cost: number, now: number) => Verdict | Promise<Verdict>;

interface Caller {
  spent: number;
  /** Monotonic milliseconds. */
  readonly ends: number;
}

/** Keeps at most `capacity` clients, in generations, so that no request pays for a cleanup. */
export function createRateLimit(
  { requests, window }: Rate,
  capacity = 100_000,
): (...given: Parameters<RateLimit>) => Verdict {
  const callers = new GenerationalCache<Caller>(capacity / 2);
  return (key, cost, now) => {
    let caller = callers.get(key);
    if (!caller || caller.ends <= now) {
      caller = { spent: 0, ends: now + window };
      callers.put(key, caller);
    }
    const allowed = caller.spent + cost <= requests;
    if (allowed) caller.spent += cost;
    return {
      allowed,
      remaining: requests - caller.spent,
      // Capped, since rounding errors must not exceed the window.
      reset: Math.ceil(Math.min(window, caller.ends - now) / 1000),
    };
  };
}

/** IPv6 prefix of one subscriber. */
const SUBSCRIBER = 64;

/** Key shared by the requests of a client. @param prefix IPv6 prefix length */
export function callerKey(ip: string, prefix = SUBSCRIBER): string {
  if (!ip.includes(":")) return ip;
  const address = parseAddress(ip);
  if (address?.family !== 6) return ip;
  const { w0, w1, w2, w3 } = networkOf(address, prefix).address;
  // Same key as in earlier versions, since replicas of two versions may share a store.
  return prefix === SUBSCRIBER ? `${w0},${w1}` : `${w0},${w1},${w2},${w3}/${prefix}`;
}

/** `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export function policyField({ requests, window }: Rate, name = "default"): string {
  return `"${name}";q=${requests};w=${Math.ceil(window / 1000)}`;
}

export function limitField({ remaining, reset }: Verdict, name = "default"): string {
  return `"${name}";r=${remaining};t=${reset}`;
}
