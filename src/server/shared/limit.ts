/**
 * Rate limits shared by replicas. Each replica leases batches of what a client has left, so that most
 * requests need no call. Holds state; the clock is a parameter; no IO.
 */

import { GenerationalCache } from "../../platform/generational-cache.ts";
import type { Rate, RateLimit, Verdict } from "../limits/rate-limit.ts";
import type { SharedCalls } from "./calls.ts";

interface Wanted {
  /** Units admitted without a lease; always counted. */
  readonly owed: number;
  /** Minimum grant. */
  readonly least: number;
  /** A lease gets 1/`parts` of the units that are left, */
  readonly parts: number;
  /** but at least this many units, if left, */
  readonly smallest: number;
  /** and at most this many units. */
  readonly largest: number;
}

interface Grant {
  /** Leased units: at least `least`, or 0. */
  readonly granted: number;
  /** Units spent by all replicas in this window. */
  readonly spent: number;
  /** Milliseconds until the next window. */
  readonly left: number;
}

/** Atomically leases units of a key. */
export type Lease = (key: string, wanted: Wanted, rate: Rate) => Promise<Grant>;

interface Caller {
  /** Units admitted by this replica in this window. */
  spent: number;
  /** Units leased and not spent. */
  tokens: number;
  /** Units allowed without a lease. */
  free: number;
  owed: number;
  /** Units left for all replicas at the last call; never grows within a window. */
  rest: number | undefined;
  /** End of the window, in monotonic milliseconds. */
  ends: number;
  /** Resolves to whether the store answered. */
  pending: Promise<boolean> | undefined;
}

/**
 * Fraction of the limit that all replicas together admit without a call, so that clients with few requests
 * cost no call. While the store answers, the limit is exceeded by at most this fraction.
 */
const FREE = 0.05;
/**
 * Maximum and minimum lease as a fraction of the limit: small enough for other replicas, large enough to keep
 * calls rare.
 */
const LARGEST = 0.2;
const SMALLEST = 0.005;
/** Fraction of the limit below which a lease is prefetched. */
const LOW = 0.01;
/** Clients per generation. */
const CALLERS = 50_000;

/**
 * Creates the limit. While the store does not answer, even to a single call, each replica admits 1/`replicas`
 * of the limit. These units are owed: the next lease counts them.
 * @param clock monotonic milliseconds
 */
export function sharedLimit(
  calls: SharedCalls,
  lease: Lease,
  rate: Rate,
  replicas: () => number,
  clock: () => number,
): RateLimit {
  const { requests, window } = rate;
  const callers = new GenerationalCache<Caller>(CALLERS);
  const batch = {
    smallest: Math.floor(SMALLEST * requests),
    largest: Math.ceil(LARGEST * requests),
  };
  const part = () => Math.max(1, Math.floor(requests / replicas()));

  const callerOf = (key: string, now: number): Caller => {
    const known = callers.get(key);
    if (known && known.ends > now) return known;
    const free = Math.floor((FREE * requests) / replicas());
    const caller: Caller = {
      ...{ spent: 0, tokens: 0, free, owed: 0, rest: undefined },
      ends: now + window,
      pending: undefined,
    };
    callers.put(key, caller);
    return caller;
  };

  const verdictOf = (caller: Caller, allowed: boolean, now: number): Verdict => ({
    allowed,
    remaining: Math.max(
      0,
      caller.rest === undefined ? requests - caller.spent : caller.rest + caller.tokens - caller.owed,
    ),
    reset: Math.ceil(Math.min(window, Math.max(0, caller.ends - now)) / 1000),
  });

  /** Verdict without a call; undefined if the store is needed. */
  const decide = (caller: Caller, cost: number, now: number): Verdict | undefined => {
    const { tokens, free, rest } = caller;
    if (tokens + free >= cost) {
      const leased = Math.min(tokens, cost);
      caller.tokens -= leased;
      caller.free -= cost - leased;
      caller.owed += cost - leased;
      caller.spent += cost;
      return verdictOf(caller, true, now);
    }
    return rest !== undefined && rest + tokens + free < cost ? verdictOf(caller, false, now) : undefined;
  };

  const alone = (caller: Caller, cost: number, now: number): Verdict => {
    const allowed = caller.spent + cost <= part();
    if (allowed) {
      caller.spent += cost;
      caller.owed += cost;
    }
    return { ...verdictOf(caller, allowed, now), remaining: Math.max(0, part() - caller.spent) };
  };

  const leaseMore = async (caller: Caller, key: string, cost: number): Promise<boolean> => {
    const { owed } = caller;
    caller.owed = 0;
    const least = Math.max(1, cost - caller.tokens);
    const wanted = { owed, least, parts: replicas(), ...batch };
    const answered = await calls.run(async () => {
      try {
        // Also runs after the deadline: late answers are valid.
        const { granted, spent, left } = await lease(key, wanted, rate);
        caller.tokens += granted;
        // Leases replace the free allowance.
        caller.free = 0;
        caller.rest = Math.max(0, requests - spent);
        caller.ends = clock() + left;
        return true;
      } catch (error) {
        caller.owed += owed;
        throw error;
      }
    });
    return answered === true;
  };
  /** One call per client at a time. */
  const refill = (caller: Caller, key: string, cost: number): Promise<boolean> => {
    caller.pending ??= leaseMore(caller, key, cost).finally(() => {
      caller.pending = undefined;
    });
    return caller.pending;
  };

  const wait = async (caller: Caller, key: string, cost: number): Promise<Verdict> => {
    // Repeats, since other waiting requests may use the leased units first.
    while (calls.state().up && (await refill(caller, key, cost))) {
      const verdict = decide(caller, cost, clock());
      if (verdict) return verdict;
    }
    const now = clock();
    return decide(caller, cost, now) ?? alone(caller, cost, now);
  };

  return (key, cost, now) => {
    const caller = callerOf(key, now);
    const verdict = decide(caller, cost, now);
    if (!verdict) return calls.state().up ? wait(caller, key, cost) : alone(caller, cost, now);
    const isLow = caller.tokens + caller.free < LOW * requests;
    if (isLow && caller.rest !== 0 && calls.state().up) void refill(caller, key, cost);
    return verdict;
  };
}
