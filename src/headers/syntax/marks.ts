/** What came before, as far as a mark of it still stands: most texts come once, and to keep those costs more than it gains. */

/** With one mark in a place, two texts that share it would take turns and neither ever be known. */
const WAYS = 4;

/** Room for so many marks, a power of two and at least four. */
export function openMarks(count: number): Int32Array {
  return new Int32Array(count);
}

/** Leaves the mark of a hash (an integer of 32 bits); whether it stood there already. */
export function leaveMark(marks: Int32Array, hash: number): boolean {
  // Signed: JavaScriptCore compares small integers fastest, and has none from 2³¹ on.
  const mark = hash | 0;
  const first = (mark & (marks.length / WAYS - 1)) * WAYS;
  for (let at = first; at < first + WAYS; at++) if (marks[at] === mark) return true;
  // The oldest goes.
  marks.copyWithin(first + 1, first, first + WAYS - 1);
  marks[first] = mark;
  return false;
}
