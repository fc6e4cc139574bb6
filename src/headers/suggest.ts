/** Suggestions for misspelt words. */

/** Closest known word within `limit` edits, fewer than its letters; undefined if none or if `word` is known. */
export function suggest(word: string, known: Iterable<string>, limit = 2): string | undefined {
  let best: string | undefined;
  let least = Math.min(limit + 1, word.length);
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const edits = distance(word, candidate, least - 1);
    if (edits === 0) return undefined;
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

/** Optimal string alignment distance, or `limit + 1` once it is exceeded. */
function distance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1);
      if (row > 1 && column > 1 && swapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
      smallest = Math.min(smallest, edits);
    }
    if (smallest > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit + 1;
}
