import { expect, test } from "bun:test";
import { openExpiring } from "../../src/platform/expiring.ts";

/** Cache that loads `next`, with the number of loads. */
function world() {
  const state = { now: 0, asked: 0, next: undefined as string | undefined };
  const remembered = openExpiring<string | undefined>({
    keep: 100,
    retry: 10,
    most: 2,
    clock: () => state.now,
  });
  const get = (key: string) =>
    remembered(key, async () => {
      state.asked++;
      return state.next;
    });
  return { state, get };
}

test("a result is cached for its time, and no longer", async () => {
  const { state, get } = world();
  state.next = "one";
  expect(await Promise.all([get("a"), get("a")])).toEqual(["one", "one"]);
  state.next = "two";
  state.now = 99;
  expect([await get("a"), state.asked]).toEqual(["one", 1]);
  state.now = 100;
  expect([await get("a"), state.asked]).toEqual(["two", 2]);
});

test("a failure is retried sooner", async () => {
  const { state, get } = world();
  expect(await get("a")).toBeUndefined();
  state.now = 9;
  expect([await get("a"), state.asked]).toEqual([undefined, 1]);
  state.now = 10;
  state.next = "one";
  expect([await get("a"), state.asked]).toEqual(["one", 2]);
});

test("the oldest result is evicted", async () => {
  const { state, get } = world();
  state.next = "one";
  for (const key of ["a", "b", "c", "b", "c"]) await get(key);
  expect(state.asked).toBe(3);
  await get("a");
  expect(state.asked).toBe(4);
});
