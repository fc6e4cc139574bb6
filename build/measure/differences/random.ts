/** Random choices, the same for the same seed. */
export interface Chance {
  /** From 0 to below `below`. */
  number(below: number): number;
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T;
}

/** mulberry32 */
export function chance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const number = (below: number) => Math.floor(next() * below);
  return { number, pick: (from) => from[number(from.length)] as (typeof from)[number] };
}
