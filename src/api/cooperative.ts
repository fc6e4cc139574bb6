/** Runs long work in slices, so that other requests are not blocked. */

/** Work that yields at each pause. */
export type Task<T> = Generator<undefined, T, undefined>;

/**
 * Milliseconds of a slice. @perf Without slices a HAR of 500 entries blocks 8 times as long, 186 ms (`longest-block`).
 */
const SLICE = 5;

/** Runs all work in one turn. */
export function runSync<T>(work: Task<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Runs the work in slices, measured by `clock`. */
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

/** Milliseconds used of the shared slice. */
let spent = 0;
let turning: Promise<void> | undefined;

function nextTurn(): Promise<void> {
  turning ??= yieldToEventLoop().then(() => {
    spent = 0;
    turning = undefined;
  });
  return turning;
}

/** `runYielding` with one slice for the whole process, so that concurrent jobs do not block longer. */
export async function runInSharedTimeSlice<T>(work: Task<T>): Promise<T> {
  for (;;) {
    while (spent >= SLICE) await nextTurn();
    const begin = performance.now() - spent;
    do {
      const { done, value } = work.next();
      spent = performance.now() - begin;
      if (done) return value;
    } while (spent < SLICE);
    // Lets waiting jobs queue for the next turn.
    await Promise.resolve();
  }
}

/**
 * Characters of work between pauses. @perf Without pauses the list of all problems blocks 60 times as long,
 * 450 ms (`longest-block`).
 */
const BETWEEN_PAUSES = 2000;

/**
 * Runs `work` for each item with pauses; `sizeOf` is its work in characters. Use with `yield*`: the first
 * slice runs at once.
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

/** Runs until a pause is due; returns the next index. */
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
 * Maps items in slices. Small lists are mapped without a pause: Bun closes a pipelined connection that awaits
 * its answer.
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

/** Resolves after pending connections, timers and requests. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
