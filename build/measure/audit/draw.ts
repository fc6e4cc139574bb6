/** Random rows, the same for the same seed. */

/** mulberry32: uniform numbers from 0 up to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws this many rows from a list without repetition. */
export function drawn(seed: number): (rows: string[], count: number) => string[] {
  const next = random(seed);
  return (rows, count) =>
    Array.from({ length: count }, () => rows.splice(Math.floor(next() * rows.length), 1)[0] ?? "");
}
