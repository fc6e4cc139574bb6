/** When a worker that has ended is started anew. Pure. */

/** Milliseconds that a worker has to live so that its end is not held against it. */
const STEADY = 10_000;

/** Ends in a row, each soon after the start, after which nothing more is expected; nor is the next one waited for longer. */
const HOPELESS = 5;

export interface Restart {
  /** Ends in a row, this one included; 0 after one that had lived long enough. */
  readonly failures: number;
  /** Milliseconds until it is started anew. */
  readonly wait: number;
  /** It would end again: worth a try only while another one serves. */
  readonly isHopeless: boolean;
}

/**
 * @param before ends in a row that came before
 * @param lived milliseconds from its start to its end
 */
export function restartAfter(before: number, lived: number): Restart {
  const failures = lived > STEADY ? 0 : before + 1;
  const wait = failures > 1 ? 2 ** Math.min(failures, HOPELESS) * 100 : 0;
  return { failures, wait, isHopeless: failures >= HOPELESS };
}
