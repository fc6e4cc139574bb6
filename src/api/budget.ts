/**
 * Budget of one job (a page, a site, a probe): bounds everything that foreign input can cause. Created once
 * per job and passed down to all readers, requests and computations. Numbers are in `limits.ts`.
 */

import { runInSharedTimeSlice, type Task } from "./cooperative.ts";

export interface BudgetLimits {
  /** Requests, including redirects. */
  readonly requests: number;
  readonly read: number;
  /** Bytes after decoding. */
  readonly decoded: number;
  /** Characters of references and code kept until the job ends. */
  readonly kept: number;
  /** Milliseconds of work on the main thread. */
  readonly cpu: number;
  /** Milliseconds until the deadline of the whole job. */
  readonly time: number;
}

/** @internal for tests */
export type Cost = Exclude<keyof BudgetLimits, "time">;

export interface Budget {
  /** Charges `amount`; false if the limit is exceeded, now and for all later charges. */
  charge(cost: Cost, amount?: number): boolean;
  left(cost: Cost): number;
  /** Milliseconds until the deadline, at least 0. */
  timeLeft(): number;
  /** First limit that was exceeded, or the deadline, as a reason of `unchecked`; undefined while there is enough. */
  readonly exhausted: string | undefined;
  /** Ends the job for another reason than a limit, as if one was exceeded. */
  end(reason: string): void;
  /** Runs work in slices that other requests share; returns undefined once `cpu` or the time is up. */
  run<T>(work: Task<T>): Promise<T | undefined>;
}

const WORDS: Readonly<Record<Cost, (limit: number) => string>> = {
  requests: (limit) => `${limit} requests`,
  read: (limit) => `${mebibytes(limit)} of content`,
  decoded: (limit) => `${mebibytes(limit)} of decoded content`,
  kept: (limit) => `${mebibytes(limit)} of references and code`,
  cpu: (limit) => `${limit / 1000} s of work`,
};

const mebibytes = (bytes: number) => `${Math.round(bytes / 104_857.6) / 10} MiB`;

/** @param clock monotonic milliseconds */
export function makeBudget(limits: BudgetLimits, clock: () => number = () => performance.now()): Budget {
  const left: Record<Cost, number> = { ...limits };
  const end = clock() + limits.time;
  let exceeded: Cost | undefined;
  let ended: string | undefined;
  const timeLeft = () => Math.max(0, end - clock());

  function charge(cost: Cost, amount = 1): boolean {
    left[cost] -= amount;
    if (left[cost] >= 0) return true;
    exceeded ??= cost;
    return false;
  }

  function* counted<T>(work: Task<T>): Task<T | undefined> {
    for (;;) {
      const begun = clock();
      const { done, value } = work.next();
      const isLeft = charge("cpu", clock() - begun);
      if (done) return value;
      if (!isLeft || timeLeft() === 0) return undefined;
      yield;
    }
  }

  return {
    charge,
    left: (cost) => Math.max(0, left[cost]),
    timeLeft,
    end(reason) {
      ended ??= reason;
    },
    get exhausted() {
      if (ended !== undefined) return ended;
      if (exceeded) return `the limit of ${WORDS[exceeded](limits[exceeded])} was reached`;
      return timeLeft() === 0 ? `the limit of ${limits.time / 1000} s was reached` : undefined;
    },
    run: (work) => runInSharedTimeSlice(counted(work)),
  };
}
