import { expect, test } from "bun:test";
import { forEachYielding, mapYielding, runSync, runYielding } from "../../src/api/cooperative.ts";

/** Whether the event loop ran other work before the results were complete. */
async function paused(sizes: readonly number[]): Promise<boolean> {
  let others = false;
  setImmediate(() => {
    others = true;
  });
  const answer = (size: number) => {
    // Longer than a time slice, as on an overloaded machine.
    const end = performance.now() + 6;
    while (performance.now() < end);
    return size;
  };
  expect(await mapYielding(sizes, (size) => size, answer)).toEqual([...sizes]);
  return others;
}

test.each([
  ["a few small items", [100, 100, 100], false],
  ["just as much as goes in one go", [1999, 100], false],
  ["more than that", [2000, 100], true],
])("%s", async (_, sizes, expected) => {
  expect(await paused(sizes)).toBe(expected);
});

/** Number of steps between turns of the event loop; each read of the clock adds `moves` ms. */
async function stepsBetweenTurns(steps: number, moves: number): Promise<number[]> {
  const done: number[] = [];
  let now = 0;
  let since = 0;
  function* work(): Generator<undefined, string, undefined> {
    for (let step = 0; step < steps; step++) {
      since++;
      yield;
    }
    return "done";
  }
  let ended = false;
  const other = () => {
    done.push(since);
    since = 0;
    if (!ended) setImmediate(other);
  };
  setImmediate(other);
  const clock = () => {
    const at = now;
    now += moves;
    return at;
  };
  expect(await runYielding(work(), clock)).toBe("done");
  ended = true;
  return [...done, since].filter((count) => count > 0);
}

test("work continues within its slice, and other work runs between slices", async () => {
  expect(await stepsBetweenTurns(6, 0)).toEqual([6]);
  expect(await stepsBetweenTurns(3, 5)).toEqual([1, 1, 1]);
  expect(await stepsBetweenTurns(4, 4)).toEqual([2, 2]);
});

test("work that is done within its slice does not pause", () => {
  let steps = 0;
  function* work(): Generator<undefined, number, undefined> {
    for (; steps < 5; steps++) yield;
    return steps;
  }
  expect(runSync(work())).toBe(5);
});

test("pauses follow the amount of work, without one at the end", () => {
  const pauses = (sizes: readonly number[]) => {
    const seen: number[] = [];
    let count = 0;
    for (const _ of forEachYielding(
      sizes,
      (size) => size,
      (size) => void seen.push(size),
    ))
      count++;
    expect(seen).toEqual([...sizes]);
    return count;
  };
  expect([pauses([]), pauses([1999]), pauses([5000]), pauses([1999, 1])]).toEqual([0, 0, 0, 0]);
  expect([pauses([2000, 1]), pauses([1999, 1, 1]), pauses([2000, 2000, 2000])]).toEqual([1, 1, 2]);
});
