/** Calls to what replicas share, each with its own deadline, and none while it is away: a breaker that a run of failures opens. Holds state; no IO. */

import type { SharedReports } from "../../http/lookup-cache.ts";
import type { Log } from "../log.ts";

export interface SharedState {
  /** False while nothing is asked: it did not answer several times in a row. */
  readonly up: boolean;
  /** Calls that were made. */
  readonly calls: number;
  /** Calls that it did not answer in time. */
  readonly failures: number;
}

export interface SharedCalls {
  /** The result of the call; undefined where that does not come in time, and at once while nothing is answered. */
  ask<T>(call: () => Promise<T>): Promise<T | undefined>;
  readonly state: () => SharedState;
}

/** Failures in a row after which nothing is asked any more: fewer are a slow moment. */
const RUN = 5;
/** Milliseconds between attempts to reach the store, and until the next heartbeat after a failed one. */
const AGAIN = 1000;

/**
 * @param deadline milliseconds that a request waits for an answer
 * @param revive resolves when it answers; called while it does not
 * @param later calls back after so many milliseconds
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
      log("info", "the shared store answers again");
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
    log("warn", "the shared store does not answer; each process goes on by itself", { reason });
    later(attempt, AGAIN);
  };
  return {
    state: () => ({ up, calls: made, failures }),
    async ask(call) {
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

/** The same, with each call under its deadline. */
export function boundedReports(calls: SharedCalls, reports: SharedReports): SharedReports {
  return {
    turn: (...given) => calls.ask(() => reports.turn(...given)),
    renew: (...given) => calls.ask(() => reports.renew(...given)),
    keep: (...given) => calls.ask(() => reports.keep(...given)),
    release: (...given) => calls.ask(() => reports.release(...given)),
  };
}

/** Milliseconds between two heartbeats. */
const EVERY = 10_000;
/** Milliseconds for which a heartbeat counts. */
const LATELY = 30_000;

/**
 * Says again and again that this process is there.
 *
 * @param seen how many were there in the last `within` milliseconds, this one among them
 * @param later calls back after so many milliseconds
 * @param going false ends it
 * @returns how many there were when last heard, at least 1
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
    const counted = await calls.ask(async () => {
      // An answer that comes late is as true.
      known = Math.max(1, await seen(LATELY));
      return true;
    });
    later(beat, counted === true ? EVERY : AGAIN);
  };
  void beat();
  return () => known;
}
