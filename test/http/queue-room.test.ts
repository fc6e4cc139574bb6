import { expect, test } from "bun:test";
import { openQueue } from "../../src/http/queue.ts";

const never = new AbortController().signal;
const asks = (client: string) => ({ client, target: "" });

/** Starts `count` lookups of a client, which run until `held` resolves; returns their outcomes. */
function fill(queue: ReturnType<typeof openQueue>, client: string, count: number, held: Promise<void>) {
  return Array.from({ length: count }, () =>
    queue
      .run(() => held, never, asks(client))
      .then(
        () => "done",
        (error: { code: string }) => error.code,
      ),
  );
}

test("two clients that fill the queue give up places for a third: the newest of the client with most", async () => {
  const { promise: held, resolve: free } = Promise.withResolvers<void>();
  const queue = openQueue(4, 6);
  const a = fill(queue, "a", 5, held);
  const b = fill(queue, "b", 5, held);
  expect([queue.running, queue.waiting]).toEqual([4, 6]);
  // Fair shares: a and b give up at most two places, so that all three clients have the same number.
  const c = fill(queue, "c", 3, held);
  expect(queue.waiting).toBe(6);
  free();
  expect(await Promise.all(c)).toEqual(["done", "done", "too-busy"]);
  const reported = [...(await Promise.all(a)), ...(await Promise.all(b))];
  expect(reported.filter((each) => each === "too-busy")).toHaveLength(2);
  expect((await Promise.all(a)).slice(0, 4)).toEqual(["done", "done", "done", "done"]);
});

test("a client with as many waiting as others displaces no lookup", async () => {
  const { promise: held, resolve: free } = Promise.withResolvers<void>();
  const queue = openQueue(2, 2);
  const all = [fill(queue, "a", 2, held), fill(queue, "b", 3, held)].flat();
  free();
  const reported = await Promise.all(all);
  expect(reported.filter((each) => each === "too-busy")).toEqual(["too-busy"]);
  expect(reported.at(-1)).toBe("too-busy");
});

test("unknown clients have no fair share", async () => {
  const { promise: held, resolve: free } = Promise.withResolvers<void>();
  const queue = openQueue(1, 2);
  const known = fill(queue, "a", 3, held);
  const unknown = fill(queue, "", 1, held);
  expect(await Promise.all(unknown)).toEqual(["too-busy"]);
  free();
  expect(await Promise.all(known)).toEqual(["done", "done", "done"]);
});
