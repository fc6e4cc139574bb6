/** Rate limits that replicas share, as long as what they share answers. Holds state; no IO. */

import type { Log } from "./log.ts";
import { callerKey, type Rate, type RateLimit, type Verdict } from "./rate-limit.ts";

/** Somewhere that replicas can count together. */
export interface Shared {
  /** Takes `cost` from what a key has left in its window, whole or not at all. */
  take(key: string, cost: number, rate: Rate): Promise<Verdict>;
  /** Resolves when it answers; called while it does not. */
  revive(): Promise<void>;
}

export interface SharedState {
  /** Whether it answered the last time. */
  readonly up: boolean;
  /** Calls that it did not answer in time. */
  readonly failures: number;
}

export interface SharedLimits {
  readonly limitOf: (rate: Rate, local: RateLimit) => RateLimit;
  readonly state: () => SharedState;
}

/** Milliseconds that a request waits for the answer. */
const DEADLINE = 20;
/** Milliseconds between attempts to reach it again. */
const AGAIN = 1000;

/**
 * Makes limits that count in `shared`. A call that is not answered in time is decided by this process' own count, which goes
 * on all the while; until `shared` answers again, nothing waits for it.
 * @param later calls back after so many milliseconds
 */
export function createSharedLimits(
  shared: Shared,
  log: Log,
  later: (work: () => void, ms: number) => void,
): SharedLimits {
  let up = true;
  let failures = 0;
  const revive = async (): Promise<void> => {
    try {
      await shared.revive();
      up = true;
      log("info", "shared limits are back");
    } catch {
      later(revive, AGAIN);
    }
  };
  const failed = (error: unknown): void => {
    failures++;
    if (!up) return;
    up = false;
    const reason = error instanceof Error ? error.message : String(error);
    log("warn", "shared limits do not answer; each process limits by itself", { reason });
    later(revive, AGAIN);
  };
  return {
    state: () => ({ up, failures }),
    limitOf: (rate, local) => (ip, cost, now) => {
      const own = local(ip, cost, now);
      if (!up) return own;
      const { promise, resolve, reject } = Promise.withResolvers<Verdict>();
      later(() => reject(new Error(`no answer within ${DEADLINE} ms`)), DEADLINE);
      shared.take(callerKey(ip), cost, rate).then(resolve, reject);
      return promise.catch((error) => {
        failed(error);
        return own;
      });
    },
  };
}
