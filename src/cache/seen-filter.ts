/** Which hashes came before, as far as a bounded filter still knows: caching what comes only once costs more than it gains. */

/** Slots a hash may stand in. With a single slot, two hashes that share it would evict each other every time. */
const WAYS = 4;

/** A filter of `slots` hashes: a power of two, at least four. */
export function createSeenFilter(slots: number): Int32Array {
  return new Int32Array(slots);
}

/** Adds a hash (an integer of 32 bits, not 0); whether it was there already. The oldest of its slots gives way. */
export function seenBefore(filter: Int32Array, hash: number): boolean {
  // Signed: JavaScriptCore compares small integers fastest, and has none from 2³¹ on.
  const mark = hash | 0;
  const first = (mark & (filter.length / WAYS - 1)) * WAYS;
  for (let at = first; at < first + WAYS; at++) if (filter[at] === mark) return true;
  filter.copyWithin(first + 1, first, first + WAYS - 1);
  filter[first] = mark;
  return false;
}
