/** What came before, as far as a mark of it still stands: most texts come once, and to keep those costs more than it gains. */

/** With one mark in a place, two texts that share it would take turns and neither ever be known. */
const WAYS = 4;

/** Room for so many marks, a power of two and at least four. */
export function openMarks(count: number): Uint32Array {
  return new Uint32Array(count);
}

/** Leaves the mark of a hash (an unsigned 32-bit integer); whether it stood there already. */
export function leaveMark(marks: Uint32Array, hash: number): boolean {
  const first = (hash & (marks.length / WAYS - 1)) * WAYS;
  for (let at = first; at < first + WAYS; at++) if (marks[at] === hash) return true;
  // The oldest goes.
  marks.copyWithin(first + 1, first, first + WAYS - 1);
  marks[first] = hash;
  return false;
}
