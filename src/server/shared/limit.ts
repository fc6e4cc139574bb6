/**
 * Rate limits that replicas share. Each takes what a caller has left in batches, leases, that shrink as the rest does, so
 * that most requests ask nobody. Holds state; the clock is a parameter; no IO.
 */

import { GenerationalCache } from "../../platform/generational-cache.ts";
import type { Rate, RateLimit, Verdict } from "../limits/rate-limit.ts";
import type { SharedCalls } from "./calls.ts";

interface Wanted {
  /** Admitted already without a lease; counted in any case. */
  readonly owed: number;
  /** Less than this is no use. */
  readonly least: number;
  /** Of what is left, one of so many parts is asked for, */
  readonly parts: number;
  /** but no less than this, as far as there is so much, */
  readonly smallest: number;
  /** and no more than this. */
  readonly largest: number;
}

interface Grant {
  /** At least `least`, or 0 where less is left. */
  readonly granted: number;
  /** By all replicas, in this window. */
  readonly spent: number;
  /** Milliseconds until the window starts anew. */
  readonly left: number;
}

/** Takes from what a key has left in its window, in one step. */
export type Lease = (key: string, wanted: Wanted, rate: Rate) => Promise<Grant>;

interface Caller {
  /** Admitted here in this window. */
  spent: number;
  /** Leased and not yet spent. */
  tokens: number;
  /** The requests that may still be admitted without a lease. */
  free: number;
  owed: number;
  /** The units that all replicas together had left when last asked; they never grow within a window. */
  rest: number | undefined;
  /** Monotonic milliseconds. */
  ends: number;
  /** Whether it was answered. */
  pending: Promise<boolean> | undefined;
}

/**
 * Of the limit: what all replicas together may admit before they ask, so that callers with few requests cost no call. By so
 * much, and no more, a limit can be passed while the store answers.
 */
const FREE = 0.05;
/** Of the limit: a lease is at most this, so that no replica holds what another needs, and at least that, so that calls stay rare. */
const LARGEST = 0.2;
const SMALLEST = 0.005;
/** Of the limit: with fewer tokens the next lease is fetched while requests go on. */
const LOW = 0.01;
/** Callers kept, at most twice as many. */
const CALLERS = 50_000;

/**
 * While the store does not answer, each replica admits its part of the limit: one of `replicas`, as many as there were.
 * A single call that is not answered is decided in the same way, and owed.
 *
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

  /** Undefined: the store must be asked. */
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

  const ask = async (caller: Caller, key: string, cost: number): Promise<boolean> => {
    const { owed } = caller;
    caller.owed = 0;
    const least = Math.max(1, cost - caller.tokens);
    const wanted = { owed, least, parts: replicas(), ...batch };
    const answered = await calls.ask(async () => {
      try {
        // An answer that comes too late for the request still counts.
        const { granted, spent, left } = await lease(key, wanted, rate);
        caller.tokens += granted;
        // A caller with leases needs no free allowance.
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
  /** One call a caller at a time. */
  const refill = (caller: Caller, key: string, cost: number): Promise<boolean> => {
    caller.pending ??= ask(caller, key, cost).finally(() => {
      caller.pending = undefined;
    });
    return caller.pending;
  };

  const wait = async (caller: Caller, key: string, cost: number): Promise<Verdict> => {
    // Each answer brings tokens, or the word that there are none; others who wait may take them first.
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
