/** Time that passes only when a test says so, for what a busy machine would make late. */

import { jest } from "bun:test";

interface FakeTime extends Disposable {
  readonly pass: (ms: number) => void;
  /** Passes a millisecond at a time, with a turn of the event loop after each, until the promise is settled. */
  readonly passUntil: <T>(promise: Promise<T>) => Promise<T>;
}

/** Stops `performance.now`, `Date.now`, timers and `Bun.sleep` until the end of the block; sockets go on. */
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

/** Lets sockets and promises go on, one turn of the event loop or more. */
export async function turns(count = 1): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
