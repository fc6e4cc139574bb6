/**
 * Timeouts of parts of a job. Removes its listener and timer when done; those of `AbortSignal.any` and
 * `AbortSignal.timeout` live as long as their source, which may be a batch of thousands of lookups.
 */

interface Deadline extends Disposable {
  /** Aborts with the error of the timeout, or with the parent's reason. */
  readonly signal: AbortSignal;
  /** Restarts the timer. */
  readonly refresh: () => void;
}

function openDeadline(ms: number, parent: AbortSignal, deadlineError: () => Error): Deadline {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener("abort", follow);
  const timer = setTimeout(() => controller.abort(deadlineError()), ms);
  return {
    signal: controller.signal,
    refresh: () => void timer.refresh(),
    [Symbol.dispose]() {
      clearTimeout(timer);
      parent.removeEventListener("abort", follow);
    },
  };
}

/**
 * Runs `work` with a signal that aborts after `ms` milliseconds with `deadlineError()`, or with `parent`.
 * Settles when it aborts, even if the work ignores the signal. `refresh` restarts the timer.
 */
export async function within<T>(
  ms: number,
  parent: AbortSignal,
  deadlineError: () => Error,
  work: (signal: AbortSignal, refresh: () => void) => Promise<T>,
): Promise<T> {
  using deadline = openDeadline(ms, parent, deadlineError);
  const { signal, refresh } = deadline;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stopped = () => reject(signal.reason);
  if (signal.aborted) stopped();
  else signal.addEventListener("abort", stopped);
  work(signal, refresh).then(resolve, reject);
  return await promise;
}

/** Same as `within`, but after the timeout it waits for `work`, whose result counts. */
export async function underTime<T>(
  ms: number,
  parent: AbortSignal,
  deadlineError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  using deadline = openDeadline(ms, parent, deadlineError);
  return await work(deadline.signal);
}
