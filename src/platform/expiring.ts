/** Answers that are asked for once and remembered for a while. Pure. */

export interface ExpirySettings {
  /** Milliseconds for which an answer is remembered. */
  readonly keep: number;
  /** Milliseconds for which none is asked for again after it failed to come. */
  readonly retry: number;
  /** Answers remembered at the most. */
  readonly most: number;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

interface Remembered<T> {
  until: number;
  readonly answer: Promise<T | undefined>;
}

/**
 * Gives the answer that is remembered for a key, or else what `ask` gives. Undefined stands for an answer that did not
 * come; `ask` may not reject. The oldest answer makes room for a new one.
 */
export function openExpiring<T>({ keep, retry, most, clock }: ExpirySettings) {
  const known = new Map<string, Remembered<T>>();
  return (key: string, ask: () => Promise<T | undefined>): Promise<T | undefined> => {
    const before = known.get(key);
    if (before && before.until > clock()) return before.answer;
    const entry: Remembered<T> = { until: clock() + keep, answer: ask() };
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
