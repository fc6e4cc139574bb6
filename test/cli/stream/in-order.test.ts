import { expect, test } from "bun:test";
import { inOrder } from "../../../src/cli/stream/in-order.ts";

test("a result is returned before the next item is read", async () => {
  const { promise: typed, resolve: type } = Promise.withResolvers<void>();
  async function* items() {
    yield 1;
    await typed;
    yield 2;
  }
  const answers = inOrder(items(), 8, async (item) => item * 10);
  expect(await answers.next()).toEqual({ value: 10, done: false });
  type();
  expect(await answers.next()).toEqual({ value: 20, done: false });
  expect(await answers.next()).toMatchObject({ done: true });
});

test("results keep the order of items, and at most `width` run at once", async () => {
  let under = 0;
  let most = 0;
  async function* items() {
    for (let item = 0; item < 20; item++) yield item;
  }
  const answers: number[] = [];
  const slowFirst = async (item: number) => {
    most = Math.max(most, ++under);
    await Bun.sleep(item % 3 === 0 ? 5 : 0);
    under--;
    return item;
  };
  for await (const answer of inOrder(items(), 4, slowFirst)) answers.push(answer);
  expect(answers).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(most).toBe(4);
});

test("a failure is thrown in order", async () => {
  async function* items() {
    yield* [1, 2, 3];
  }
  const answers = inOrder(items(), 3, async (item) => {
    if (item === 1) await Bun.sleep(5);
    if (item === 2) throw new Error("second");
    return item;
  });
  expect(await answers.next()).toMatchObject({ value: 1 });
  await expect(answers.next()).rejects.toThrow("second");
});
