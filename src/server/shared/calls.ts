/** Calls to the shared store, with a deadline and a circuit breaker. Holds state; no IO. */

import type { SharedReports } from "../../http/lookup-cache.ts";
import type { Log } from "../log.ts";

export interface SharedState {
  /** False while the circuit is open, after several failures in a row. */
  readonly up: boolean;
  readonly calls: number;
  /** Calls without an answer in time. */
  readonly failures: number;
}

export interface SharedCalls {
  /** Result of a call; undefined after a failure or timeout, or without a call while the circuit is open. */
  run<T>(call: () => Promise<T>): Promise<T | undefined>;
  readonly state: () => SharedState;
}

/** Consecutive failures that open the circuit; fewer may be a short delay. */
const RUN = 5;
/** Milliseconds between attempts to reach the store, and until the next heartbeat after a failed one. */
const AGAIN = 1000;

/**
 * @param deadline milliseconds per call
 * @param revive resolves when the store answers; called while the circuit is open
 * @param later schedules a call
 */
export function createSharedCalls(
  deadline: number,
  revive: () => Promise<void>,
  log: Log,
  later: (work: () => void, ms: number) => void,
): SharedCalls {
  let up = true;
  let made = 0;
  let failures = 0;
  let run = 0;
  const attempt = async (): Promise<void> => {
    try {
      await revive();
      up = true;
      run = 0;
      log("info", "shared store available again");
    } catch {
      later(attempt, AGAIN);
    }
  };
  const failed = (error: unknown): void => {
    failures++;
    run++;
    if (!up || run < RUN) return;
    up = false;
    const reason = error instanceof Error ? error.message : String(error);
    log("warn", "shared store not available; each process continues alone", { reason });
    later(attempt, AGAIN);
  };
  return {
    state: () => ({ up, calls: made, failures }),
    async run(call) {
      if (!up) return undefined;
      const { promise: late, reject } = Promise.withResolvers<never>();
      later(() => reject(new Error(`no answer within ${deadline} ms`)), deadline);
      late.catch(() => {});
      made++;
      try {
        const answer = await Promise.race([call(), late]);
        run = 0;
        return answer;
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
  };
}

/** Applies the deadline to shared reports. */
export function boundedReports(calls: SharedCalls, reports: SharedReports): SharedReports {
  return {
    turn: (...given) => calls.run(() => reports.turn(...given)),
    renew: (...given) => calls.run(() => reports.renew(...given)),
    keep: (...given) => calls.run(() => reports.keep(...given)),
    release: (...given) => calls.run(() => reports.release(...given)),
  };
}

/** Milliseconds between two heartbeats. */
const EVERY = 10_000;
/** Milliseconds for which a heartbeat counts. */
const LATELY = 30_000;

/**
 * Sends heartbeats and counts replicas.
 * @param seen number of heartbeats in the last `within` milliseconds, including this process
 * @param later timer
 * @param going stops the heartbeats when it returns false
 * @returns the last count, at least 1
 */
export function countReplicas(
  calls: SharedCalls,
  seen: (within: number) => Promise<number>,
  later: (work: () => void, ms: number) => void,
  going: () => boolean,
): () => number {
  let known = 1;
  const beat = async (): Promise<void> => {
    if (!going()) return;
    const counted = await calls.run(async () => {
      // Also runs after the deadline: late answers are valid.
      known = Math.max(1, await seen(LATELY));
      return true;
    });
    later(beat, counted === true ? EVERY : AGAIN);
  };
  void beat();
  return () => known;
}
