/** Restart policy of workers. Pure. */
/** Milliseconds after which an exit does not count as a failure. */
const STEADY = 10_000;

/** Failures in a row from which a worker counts as hopeless and the delay stops growing. */
const HOPELESS = 5;

export interface Restart {
  /** Failures in a row, including this one. */
  readonly failures: number;
  /** Milliseconds until the restart. */
  readonly wait: number;
  /** True if a restart makes sense only while another worker serves. */
  readonly isHopeless: boolean;
}

/** @param before earlier failures in a row @param lived milliseconds from start to exit */
export function restartAfter(before: number, lived: number): Restart {
  const failures = lived > STEADY ? 0 : before + 1;
  const wait = failures > 1 ? 2 ** Math.min(failures, HOPELESS) * 100 : 0;
  return { failures, wait, isHopeless: failures >= HOPELESS };
}
