/** Cache of asynchronous answers with expiry. Pure. */

export interface ExpirySettings {
  /** Milliseconds to cache an answer. */
  readonly keep: number;
  /** Milliseconds to cache a failure. */
  readonly retry: number;
  /** Maximum entries. */
  readonly most: number;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

interface Remembered<T> {
  until: number;
  readonly answer: Promise<T | undefined>;
}

/**
 * Returns the cached answer, or calls `fetch`, which resolves to undefined on failure and must not reject.
 * Evicts the oldest entry.
 */
export function openExpiring<T>({ keep, retry, most, clock }: ExpirySettings) {
  const known = new Map<string, Remembered<T>>();
  return (key: string, fetch: () => Promise<T | undefined>): Promise<T | undefined> => {
    const before = known.get(key);
    if (before && before.until > clock()) return before.answer;
    const entry: Remembered<T> = { until: clock() + keep, answer: fetch() };
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    void entry.answer.then((answer) => {
      if (answer === undefined) entry.until = clock() + retry;
    });
    return entry.answer;
  };
}
