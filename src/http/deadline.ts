/**
 * Runs `work` with a signal that aborts after `ms` milliseconds with `late`, or when `parent` aborts, with its reason.
 * Settles at that moment, whether or not the work heeds the signal.
 */
export async function within<T>(
  ms: number,
  parent: AbortSignal,
  late: Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const follow = () => stop(parent.reason);
  const timer = setTimeout(stop, ms, late);
  if (parent.aborted) follow();
  else parent.addEventListener("abort", follow, { once: true });
  try {
    return await Promise.race([aborted, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener("abort", follow);
  }
}
