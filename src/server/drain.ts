/** Draining: waits for late requests before a stop. Pure: clock and pause are parameters. */

/** Milliseconds without a request that end draining. */
const QUIET = 500;

/** Milliseconds between checks. */
export const POLL = 20;

/** Whether more requests are likely: the latest one is recent. Times in monotonic milliseconds. */
export function comesMore(latest: number, now: number): boolean {
  return now - latest < QUIET;
}

/**
 * Waits until requests stop, at most `most` milliseconds.
 * @param latest time of the latest request
 */
export async function drained(
  latest: () => number,
  most: number,
  clock: () => number,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  const end = clock() + most;
  let before = latest();
  let silence = clock() - before;
  while (clock() < end && silence < QUIET) {
    await pause(POLL);
    // Adds POLL, not the elapsed time: if the process was blocked, requests were delayed too.
    silence = latest() === before ? silence + POLL : 0;
    before = latest();
  }
}
