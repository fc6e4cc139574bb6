/** Long work in slices, so that one request does not keep the others waiting. */

/** Work that pauses where it can be left for a while. */
export type Task<T> = Generator<undefined, T, undefined>;

/** Milliseconds after which others get their turn. @perf Without turns a HAR of 500 entries blocks 8 times as long, 186 ms (`longest-block`). */
const SLICE = 5;

/** Does the work at once. */
export function runSync<T>(work: Task<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work a few milliseconds (by `clock`) at a time; whatever else waits gets its turn in between. */
export async function runYielding<T>(work: Task<T>, clock: () => number = performance.now): Promise<T> {
  for (;;) {
    const end = clock() + SLICE;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (clock() < end);
    await yieldToEventLoop();
  }
}

/** Milliseconds that work with a shared slice has taken since others had their turn. */
let spent = 0;
let turning: Promise<void> | undefined;

function nextTurn(): Promise<void> {
  turning ??= yieldToEventLoop().then(() => {
    spent = 0;
    turning = undefined;
  });
  return turning;
}

/** As `runYielding`, but all such work of the process shares one slice: what comes for many at once takes no longer. */
export async function runInSharedTimeSlice<T>(work: Task<T>): Promise<T> {
  for (;;) {
    while (spent >= SLICE) await nextTurn();
    const begin = performance.now() - spent;
    do {
      const { done, value } = work.next();
      spent = performance.now() - begin;
      if (done) return value;
    } while (spent < SLICE);
    // Others that were waiting line up for the next turn first.
    await Promise.resolve();
  }
}

/** Characters of work between two pauses. @perf Without pauses the list of all problems blocks 60 times as long, 450 ms (`longest-block`). */
const BETWEEN_PAUSES = 2000;

/**
 * Does something with each item, and pauses now and then; `sizeOf` tells in characters how much work an item is. To be
 * yielded from (`yield*`): what takes no pause is done when it is called.
 */
export function forEachYielding<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  work: (item: T) => void,
): Iterable<undefined> {
  const next = slice(items, 0, sizeOf, work);
  return next < items.length ? furtherSlices(items, next, sizeOf, work) : NO_PAUSES;
}

const NO_PAUSES: readonly undefined[] = [];

function* furtherSlices<T>(
  items: readonly T[],
  from: number,
  sizeOf: (item: T) => number,
  work: (item: T) => void,
): Task<void> {
  for (let next = from; next < items.length; next = slice(items, next, sizeOf, work)) yield;
}

/** Works until a pause is due; where to go on after it. */
function slice<T>(
  items: readonly T[],
  from: number,
  sizeOf: (item: T) => number,
  work: (item: T) => void,
): number {
  let left = BETWEEN_PAUSES;
  let at = from;
  for (; at < items.length && left > 0; at++) {
    const item = items[at] as T;
    work(item);
    left -= sizeOf(item);
  }
  return at;
}

/**
 * The answers to many items, in order, a few milliseconds' worth at a time. A few small ones come without any pause, on
 * however busy a machine: the platform ends a pipelined connection whose answer has to be waited for.
 */
export function mapYielding<I, O>(
  items: readonly I[],
  sizeOf: (item: I) => number,
  answer: (item: I) => O,
): Promise<O[]> {
  return runYielding(
    (function* () {
      const answers: O[] = [];
      yield* forEachYielding(items, sizeOf, (item) => void answers.push(answer(item)));
      return answers;
    })(),
  );
}

/** Lets everything go first that waits: connections, timers, other requests. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
