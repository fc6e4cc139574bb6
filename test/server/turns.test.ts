/** Limits per turn of the event loop: number of requests, and time. */

import { expect, test } from "bun:test";
import { createTurnCheck } from "../../src/server/pipeline/turns.ts";

function turns() {
  let next = () => {};
  const isLong = createTurnCheck((call) => {
    next = call;
  });
  return { isLong, next: () => next() };
}

test("many fast requests stay in their turn", () => {
  const { isLong } = turns();
  expect(Array.from({ length: 1000 }, (_, at) => isLong(at / 20)).includes(true)).toBe(false);
});

test("few slow requests stay in their turn", () => {
  const { isLong } = turns();
  expect(Array.from({ length: 200 }, (_, at) => isLong(at * 10)).includes(true)).toBe(false);
});

test("many slow ones wait for the next turn", () => {
  const { isLong, next } = turns();
  const all = Array.from({ length: 300 }, (_, at) => isLong(100 + at));
  expect(all.indexOf(true)).toBe(200);
  expect(all.slice(200)).not.toContain(false);
  next();
  expect(isLong(500)).toBe(false);
});

test("the limits are 200 requests and 50 ms", () => {
  for (const [ms, left] of [
    [50, false],
    [50.1, true],
  ] as const) {
    const { isLong } = turns();
    for (let at = 0; at < 200; at++) isLong(0);
    expect(isLong(ms)).toBe(left);
  }
});

test("a turn ends without further requests", async () => {
  const isLong = createTurnCheck();
  for (let at = 0; at < 300; at++) isLong(0);
  expect(isLong(60)).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isLong(60)).toBe(false);
});
