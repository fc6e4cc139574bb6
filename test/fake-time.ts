/** A clock that only tests advance, for events that a busy machine would delay. */

import { jest } from "bun:test";

interface FakeTime extends Disposable {
  readonly pass: (ms: number) => void;
  /**
   * Advances the clock by 1 ms at a time, with a turn of the event loop after each step, until the promise
   * settles.
   */
  readonly passUntil: <T>(promise: Promise<T>) => Promise<T>;
}

/**
 * Fakes `performance.now`, `Date.now`, timers and `Bun.sleep` until the end of the block. Sockets are real.
 */
export function fakeTime(): FakeTime {
  jest.useFakeTimers();
  const pass = (ms: number) => void jest.advanceTimersByTime(ms);
  return {
    pass,
    async passUntil(promise) {
      let isSettled = false;
      const settle = () => {
        isSettled = true;
      };
      promise.then(settle, settle);
      for (await turns(); !isSettled; await turns()) pass(1);
      return await promise;
    },
    [Symbol.dispose]: () => void jest.useRealTimers(),
  };
}

/** Waits for turns of the event loop, in which sockets and promises progress. */
export async function turns(count = 1): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
