import { NetlensError } from "../errors.ts";

/** Bounds the lookups of a process: so many in flight, so many waiting, the rest refused. */
export interface Queue {
  /**
   * Runs `work` when its turn comes, with the milliseconds it waited.
   * @throws NetlensError `too-busy` when the queue is full; the signal's reason when it aborts while waiting
   */
  run<T>(work: (waited: number) => Promise<T>, signal: AbortSignal): Promise<T>;
  readonly running: number;
  readonly waiting: number;
}

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5;

/** `clock` gives monotonic milliseconds. */
export function openQueue(
  maxRunning: number,
  maxWaiting: number,
  clock: () => number = () => performance.now(),
): Queue {
  let running = 0;
  const waiting = new Set<() => void>();

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < maxRunning) {
      running++;
      return;
    }
    if (waiting.size >= maxWaiting)
      throw new NetlensError(
        "too-busy",
        `${running} lookups are running and ${waiting.size} waiting; try again in ${RETRY_AFTER} seconds.`,
        {
          "Retry-After": String(RETRY_AFTER),
        },
      );
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(resolve);
      reject(signal.reason);
    };
    waiting.add(resolve);
    signal.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", leave));
  }

  /** Hands the place on to the one who waits longest. */
  function free(): void {
    const [next] = waiting;
    if (!next) {
      running--;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    async run(work, signal) {
      const begin = clock();
      await turn(signal);
      try {
        return await work(clock() - begin);
      } finally {
        free();
      }
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
