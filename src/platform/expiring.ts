/** Cache of asynchronous answers with expiry. Pure. */

export interface ExpirySettings {
  /** Milliseconds to cache an answer. */
  readonly keep: number;
  /** Milliseconds to cache a failure; a function of the error of a rejection. */
  readonly retry: number | ((error: unknown) => number);
  /** Maximum entries. */
  readonly most: number;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

interface Remembered<T> {
  until: number;
  readonly answer: Promise<T>;
}

/**
 * Returns the cached answer, or calls `fetch`, which resolves to undefined or rejects on failure. Evicts the oldest
 * entry.
 */
export function openExpiring<T>({ keep, retry, most, clock }: ExpirySettings) {
  const known = new Map<string, Remembered<T>>();
  return (key: string, fetch: () => Promise<T>): Promise<T> => {
    const before = known.get(key);
    if (before && before.until > clock()) return before.answer;
    const entry: Remembered<T> = { until: clock() + keep, answer: fetch() };
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    const failed = (error?: unknown) => {
      entry.until = clock() + (typeof retry === "number" ? retry : retry(error));
    };
    entry.answer.then((answer) => answer === undefined && failed(), failed);
    return entry.answer;
  };
}
