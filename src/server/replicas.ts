/** How many processes share what replicas share. Holds state; no IO. */

import type { SharedCalls } from "./shared-calls.ts";

/** Milliseconds between two words of being there. */
const EVERY = 10_000;
/** Milliseconds until the next word where one was not answered in time. */
const AGAIN = 1000;
/** Milliseconds for which who was there counts. */
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
  const tell = async (): Promise<void> => {
    if (!going()) return;
    const heard = await calls.ask(async () => {
      // An answer that comes late is as true.
      known = Math.max(1, await seen(LATELY));
      return true;
    });
    later(tell, heard === true ? EVERY : AGAIN);
  };
  void tell();
  return () => known;
}
