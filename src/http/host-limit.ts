/** Work for many hosts, of which none gets more than its share at once. Holds what waits. */

/** Simultaneous lookups of one host, for somebody who asks from their own machine. */
export const PER_HOST = 4;

/** Runs work for a host when one of its places is free, in the order in which it was asked for. */
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

  /** The place goes to the next one. */
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
