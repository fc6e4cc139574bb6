/**
 * Runs `work` with a signal that aborts after `ms` milliseconds with what `late` gives, or when `parent` aborts, with
 * its reason. Settles at that moment, whether or not the work heeds the signal.
 */
export async function within<T>(
  ms: number,
  parent: AbortSignal,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const follow = () => stop(parent.reason);
  const timer = setTimeout(() => stop(late()), ms);
  if (parent.aborted) follow();
  else parent.addEventListener("abort", follow, { once: true });
  try {
    return await Promise.race([aborted, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener("abort", follow);
  }
}

/** The limits of waiting for one thing after the other, where the work itself cannot be stopped. */
export interface TimeoutPolicy {
  /** Gives what `promise` gives, or rejects once `ms` milliseconds are over or the signal aborts. One at a time. */
  wait<T>(promise: Promise<T>): Promise<T>;
  close(): void;
}

/** Cheaper than `within` for each wait: one timer and one listener serve all. */
export function startTimeout(ms: number, parent: AbortSignal, late: () => Error): TimeoutPolicy {
  let giveUp: ((reason: unknown) => void) | undefined;
  const timer = setTimeout(() => giveUp?.(late()), ms);
  const follow = () => giveUp?.(parent.reason);
  parent.addEventListener("abort", follow, { once: true });
  return {
    wait(promise) {
      if (parent.aborted) return Promise.reject(parent.reason);
      timer.refresh();
      return new Promise((resolve, reject) => {
        giveUp = reject;
        promise.then(resolve, reject);
      });
    },
    close() {
      clearTimeout(timer);
      parent.removeEventListener("abort", follow);
    },
  };
}
