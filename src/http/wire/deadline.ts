import { type Alarm, Stopper, type StopSignal } from "../stopper.ts";

/**
 * Runs `work` with a signal that stops after `ms` milliseconds with what `deadlineError` gives, or when `parent` does, with its
 * reason. Settles at that moment, whether or not the work heeds the signal.
 */
export async function within<T>(
  ms: number,
  parent: StopSignal,
  deadlineError: () => Error,
  work: (signal: StopSignal) => Promise<T>,
): Promise<T> {
  const inner = new Stopper(parent);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  inner.alarm(ms, () => inner.stop(deadlineError()));
  const stopped = () => reject(inner.reason);
  if (inner.aborted) stopped();
  else inner.addEventListener("abort", stopped);
  try {
    work(inner).then(resolve, reject);
    return await promise;
  } finally {
    inner.close();
  }
}

/** The limits of waiting for one thing after the other, where the work itself cannot be stopped. */
export interface TimeoutPolicy {
  /** Gives what `promise` gives, or rejects once `ms` milliseconds are over or the signal stops. One at a time. */
  wait<T>(promise: Promise<T>): Promise<T>;
  /** The time begins anew. */
  refresh(): void;
  close(): void;
}

/** Cheaper than `within` for each wait: one alarm and one listener serve all. */
export function startTimeout(ms: number, parent: StopSignal, deadlineError: () => Error): TimeoutPolicy {
  const stopper = new Stopper(parent);
  let giveUp: ((reason: unknown) => void) | undefined;
  stopper.addEventListener("abort", () => giveUp?.(stopper.reason));
  const late = () => giveUp?.(deadlineError());
  let alarm: Alarm | undefined;
  const refresh = () => {
    alarm = alarm ? stopper.renew(alarm, ms) : stopper.alarm(ms, late);
  };
  return {
    wait(promise) {
      if (stopper.aborted) return Promise.reject(stopper.reason);
      refresh();
      return new Promise((resolve, reject) => {
        giveUp = reject;
        promise.then(resolve, reject);
      });
    },
    refresh,
    close: () => stopper.close(),
  };
}

/** Like `within`, but waits for work that turns the end of its time into a result. */
export async function underTime<T>(
  ms: number,
  parent: AbortSignal,
  deadlineError: () => Error,
  work: (signal: StopSignal) => Promise<T>,
): Promise<T> {
  const stopper = new Stopper(parent);
  stopper.alarm(ms, () => stopper.stop(deadlineError()));
  try {
    return await work(stopper);
  } finally {
    stopper.close();
  }
}
