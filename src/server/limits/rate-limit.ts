/** How much an address may ask for in a period. Holds state; the clock is a parameter. */

import { networkOf, parseAddress } from "../../syntax/ip-address.ts";

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

/** Takes `cost` from what the caller has left; what is refused costs nothing. `now` in monotonic milliseconds. */
export type RateLimit = (key: string, cost: number, now: number) => Verdict | Promise<Verdict>;

interface Caller {
  spent: number;
  /** Monotonic milliseconds. */
  readonly ends: number;
}

/**
 * Keeps at most `capacity` callers, in two generations: when the younger one is full, the elder, in which nobody has asked
 * for as long, is forgotten as a whole, so that no request pays for clearing up.
 */
export function createRateLimit(
  { requests, window }: Rate,
  capacity = 100_000,
): (...given: Parameters<RateLimit>) => Verdict {
  let young = new Map<string, Caller>();
  let old = new Map<string, Caller>();
  return (key, cost, now) => {
    let caller = young.get(key);
    if (!caller || caller.ends <= now) {
      const known = caller ? undefined : old.get(key);
      caller = known && known.ends > now ? known : { spent: 0, ends: now + window };
      if (young.size >= capacity / 2) [young, old] = [new Map(), young];
      young.set(key, caller);
    }
    const allowed = caller.spent + cost <= requests;
    if (allowed) caller.spent += cost;
    return {
      allowed,
      remaining: requests - caller.spent,
      // A fraction that rounding leaves over must not make it a second more than the window.
      reset: Math.ceil(Math.min(window, caller.ends - now) / 1000),
    };
  };
}

/** Bits of an IPv6 address that one subscriber holds at least: the provider assigns the rest of them all. */
const SUBSCRIBER = 64;

/** The key that the requests of one caller share. @param prefix bits of an IPv6 address that name one */
export function callerKey(ip: string, prefix = SUBSCRIBER): string {
  if (!ip.includes(":")) return ip;
  const address = parseAddress(ip);
  if (address?.family !== 6) return ip;
  const { w0, w1, w2, w3 } = networkOf(address, prefix).address;
  // Replicas of before have this form of a /64.
  return prefix === SUBSCRIBER ? `${w0},${w1}` : `${w0},${w1},${w2},${w3}/${prefix}`;
}

/** The value of `RateLimit-Policy`, a structured field (draft-ietf-httpapi-ratelimit-headers). */
export function policyField({ requests, window }: Rate, name = "default"): string {
  return `"${name}";q=${requests};w=${Math.ceil(window / 1000)}`;
}

/** The value of `RateLimit`. */
export function limitField({ remaining, reset }: Verdict, name = "default"): string {
  return `"${name}";r=${remaining};t=${reset}`;
}
