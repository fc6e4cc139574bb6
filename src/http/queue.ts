import { NetlensError } from "../api/errors.ts";

/**
 * Client and target host of a lookup, for fair scheduling.
 * @internal for tests
 */
export interface FairnessKey {
  /** The client; `""` if unknown, then it has no limit. */
  readonly client: string;
  /** Host of the target. */
  readonly target: string;
}

/** Limits the lookups that run and wait in a process; refuses the rest. */
export interface Queue {
  /**
   * Runs `work` with the milliseconds it waited.
   * @throws NetlensError `too-busy` when the queue is full; the signal's reason when it aborts while waiting
   */
  run<T>(work: (waited: number) => Promise<T>, signal: AbortSignal, share?: FairnessKey): Promise<T>;
  readonly running: number;
  readonly waiting: number;
}

const ANYBODY: FairnessKey = { client: "", target: "" };

/** Retry-After in seconds. */
const RETRY_AFTER = 5;

/** @param clock monotonic milliseconds @param what work that is queued, in the plural */
export function openQueue(
  maxRunning: number,
  maxWaiting: number,
  clock: () => number = () => performance.now(),
  what = "lookups",
): Queue {
  /** Maximum running lookups: half of the slots per client, a quarter per target. */
  const mostOfClient = Math.max(1, Math.floor(maxRunning / 2));
  const mostOfTarget = Math.max(1, Math.floor(maxRunning / 4));
  const clients = openCounts();
  const targets = openCounts();
  /** In order of arrival. */
  const waiting = new Set<Waiting>();
  let running = 0;

  const isFree = ({ client, target }: FairnessKey): boolean =>
    running < maxRunning &&
    (client === "" || clients.of(client) < mostOfClient) &&
    (target === "" || targets.of(target) < mostOfTarget);

  function take({ client, target }: FairnessKey): void {
    running++;
    clients.add(client, 1);
    targets.add(target, 1);
  }

  /** Refuses the newest lookup of the client with the most waiting, unless this client would have as many. */
  function makeRoom({ client }: FairnessKey): boolean {
    if (client === "") return false;
    const held = new Map<string, number>();
    let newest: Waiting | undefined;
    for (const { share } of waiting) held.set(share.client, (held.get(share.client) ?? 0) + 1);
    const most = Math.max(...held.values());
    if (most <= (held.get(client) ?? 0) + 1) return false;
    for (const each of waiting) if (held.get(each.share.client) === most) newest = each;
    if (newest === undefined) return false;
    waiting.delete(newest);
    newest.refuse();
    return true;
  }

  const tooBusy = () =>
    new NetlensError(
      "too-busy",
      `Too many ${what} at once (${running} running, ${waiting.size} waiting); try again in ${RETRY_AFTER} seconds.`,
      { "Retry-After": String(RETRY_AFTER) },
    );

  async function turn(signal: AbortSignal, share: FairnessKey): Promise<void> {
    signal.throwIfAborted();
    if (isFree(share)) return take(share);
    if (waiting.size >= maxWaiting && !makeRoom(share)) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const mine = { share, go: resolve, refuse: () => reject(tooBusy()) };
    const leave = () => {
      waiting.delete(mine);
      reject(signal.reason);
    };
    waiting.add(mine);
    signal.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", leave));
  }

  /** Starts the next lookup: fewest running of the client, then of the target, then the longest wait. */
  function free({ client, target }: FairnessKey): void {
    running--;
    clients.add(client, -1);
    targets.add(target, -1);
    let next: Waiting | undefined;
    const before = (a: FairnessKey, b: FairnessKey) =>
      clients.of(a.client) - clients.of(b.client) || targets.of(a.target) - targets.of(b.target);
    for (const each of waiting)
      if (isFree(each.share) && (!next || before(each.share, next.share) < 0)) next = each;
    if (!next) return;
    waiting.delete(next);
    take(next.share);
    next.go();
  }

  return {
    async run(work, signal, share = ANYBODY) {
      const begin = clock();
      await turn(signal, share);
      try {
        return await work(clock() - begin);
      } finally {
        free(share);
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

interface Waiting {
  readonly share: FairnessKey;
  readonly go: () => void;
  readonly refuse: () => void;
}

/** Counts per word; zeros are deleted. */
function openCounts(): { of(word: string): number; add(word: string, change: number): void } {
  const counts = new Map<string, number>();
  return {
    of: (word) => counts.get(word) ?? 0,
    add(word, change) {
      const count = (counts.get(word) ?? 0) + change;
      if (count > 0) counts.set(word, count);
      else counts.delete(word);
    },
  };
}

/** Simultaneous lookups per host from a user's own machine. */
export const PER_HOST = 4;

/** Runs work when its host has a free slot, in order of arrival. */
export function openHostLimit(most: number): <T>(host: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  async function take(host: string): Promise<void> {
    const count = running.get(host) ?? 0;
    if (count < most) {
      running.set(host, count + 1);
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(host, [...(waiting.get(host) ?? []), resolve]);
    await promise;
  }

  /** Gives the slot to the next one. */
  function leave(host: string): void {
    const [next, ...others] = waiting.get(host) ?? [];
    if (others.length > 0) waiting.set(host, others);
    else waiting.delete(host);
    if (next) {
      next();
      return;
    }
    const left = (running.get(host) ?? 1) - 1;
    if (left > 0) running.set(host, left);
    else running.delete(host);
  }

  return async (host, work) => {
    await take(host);
    try {
      return await work();
    } finally {
      leave(host);
    }
  };
}
