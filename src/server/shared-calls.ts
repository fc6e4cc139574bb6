/** Calls to what replicas share, each with its own deadline, and none while it is away. Holds state; no IO. */

import type { Log } from "./log.ts";

export interface SharedState {
  /** Whether it answered the last time. */
  readonly up: boolean;
  /** Calls that it did not answer in time. */
  readonly failures: number;
}

export interface SharedCalls {
  /** What the call gives; undefined where that does not come in time, and at once while nothing is answered. */
  ask<T>(call: () => Promise<T>): Promise<T | undefined>;
  readonly state: () => SharedState;
}

/** Milliseconds that a request waits for the answer. */
const DEADLINE = 20;
/** Milliseconds between attempts to reach it again. */
const AGAIN = 1000;

/**
 * @param revive resolves when it answers; called while it does not
 * @param later calls back after so many milliseconds
 */
export function createSharedCalls(
  revive: () => Promise<void>,
  log: Log,
  later: (work: () => void, ms: number) => void,
): SharedCalls {
  let up = true;
  let failures = 0;
  const attempt = async (): Promise<void> => {
    try {
      await revive();
      up = true;
      log("info", "what replicas share is back");
    } catch {
      later(attempt, AGAIN);
    }
  };
  const failed = (error: unknown): void => {
    failures++;
    if (!up) return;
    up = false;
    const reason = error instanceof Error ? error.message : String(error);
    log("warn", "what replicas share does not answer; each process goes on by itself", { reason });
    later(attempt, AGAIN);
  };
  return {
    state: () => ({ up, failures }),
    async ask(call) {
      if (!up) return undefined;
      const { promise: late, reject } = Promise.withResolvers<never>();
      later(() => reject(new Error(`no answer within ${DEADLINE} ms`)), DEADLINE);
      late.catch(() => {});
      try {
        return await Promise.race([call(), late]);
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
  };
}
