/** The time before the end in which requests may still come. Pure: clock and pause are parameters. */

/** Milliseconds without a request after which nothing more is expected. */
const QUIET = 500;

/** Milliseconds between looks at what still runs or comes. */
export const POLL = 20;

/** Whether more requests are to be expected; both in milliseconds of the monotonic clock. */
export function comesMore(latest: number, now: number): boolean {
  return now - latest < QUIET;
}

/**
 * Waits until nothing more is to be expected, `most` milliseconds at most.
 * @param latest when the latest request came
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
    // A look that comes late tells of no silence: the process was held up, and requests with it.
    silence = latest() === before ? silence + POLL : 0;
    before = latest();
  }
}
