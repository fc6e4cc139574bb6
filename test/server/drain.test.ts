import { expect, test } from "bun:test";
import { comesMore, drained } from "../../src/server/drain.ts";
import { debounce } from "../../src/server/log.ts";

test.each([
  [1000, 1000, true],
  [1000, 1499, true],
  [1000, 1500, false],
  [Number.NEGATIVE_INFINITY, 0, false],
])("after a request at %d more are expected at %d: %p", (latest, now, expected) =>
  expect(comesMore(latest, now)).toBe(expected),
);

/** Duration of draining in ms if requests arrive until `until`. */
async function waited(most: number, until: number): Promise<number> {
  let now = 0;
  await drained(
    () => Math.min(now, until),
    most,
    () => now,
    async (ms) => {
      now += ms;
    },
  );
  return now;
}

test("draining waits for a silence, and not longer than its limit", async () => {
  expect(await waited(60_000, 0)).toBe(500);
  expect(await waited(60_000, 3000)).toBe(3500);
  expect(await waited(1000, 60_000)).toBe(1000);
  expect(await waited(0, 60_000)).toBe(0);
  // A process blocked for a second at each check still needs 25 silent checks.
  let now = 0;
  await drained(
    () => 0,
    60_000,
    () => now,
    async () => {
      now += 1000;
    },
  );
  expect(now).toBe(25_000);
  let asked = 0;
  await drained(
    () => Number.NEGATIVE_INFINITY,
    1000,
    () => 0,
    async () => void asked++,
  );
  expect(asked).toBe(0);
});

test("concurrent calls share one drain", () => {
  const later: (() => void)[] = [];
  let done = 0;
  const ask = debounce(
    () => void done++,
    (work) => void later.push(work),
  );
  ask();
  ask();
  expect([done, later.length]).toEqual([0, 1]);
  later.shift()?.();
  expect(done).toBe(1);
  ask();
  expect(later.length).toBe(1);
  later.shift()?.();
  expect(done).toBe(2);
});
