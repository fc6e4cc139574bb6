/** Runs lookups concurrently, with a limit per host; pauses and retries for busy hosts. */

import { PER_HOST } from "../../http/queue.ts";

/** Default maximum number of redirects in a chain. */
const MOST_REDIRECTS = 2;

/** Limits of the web page, which serves any client, and of the command. */
export const POLITENESS = {
  page: { width: 8, perHost: PER_HOST, delay: 0, longestWait: 2000, mostRedirects: MOST_REDIRECTS },
  command: { width: 64, perHost: PER_HOST, delay: 0, longestWait: 120_000, mostRedirects: MOST_REDIRECTS },
} as const;

export interface Politeness {
  /** Concurrent lookups in total and per host. */
  readonly width: number;
  readonly perHost: number;
  /** Milliseconds between the starts of lookups of a host. */
  readonly delay: number;
  /** Maximum wait for a busy host in milliseconds. */
  readonly longestWait: number;
}

/** Maximum number of rows between a slow row and the row last read, to limit memory. */
const WINDOW = 1024;

/** Maximum number of lookups of a row whose host is busy. */
const MOST_TRIES = 4;
/** First wait in milliseconds without Retry-After; doubles with each retry. */
const FIRST_WAIT = 1000;

/** Row, and its result of an earlier run if there is one. */
export interface Work<Row, Judged> {
  readonly row: Row;
  readonly known?: Judged | undefined;
}

/** Result of a check. `wait`: milliseconds that a busy host requests; undefined if it gives no time. */
export type Checked<Judged> = {
  readonly judged: Judged;
  readonly busy?: { readonly wait: number | undefined };
};

interface Waiting<Row> {
  readonly row: Row;
  readonly at: number;
  tries: number;
}

interface Host<Row> {
  readonly name: string;
  readonly waiting: Waiting<Row>[];
  running: number;
  /** Earliest start of the next lookup, in milliseconds of the clock. */
  next: number;
  isReady: boolean;
}

export interface RunOptions<Judged> {
  /** Called with each result as it arrives, possibly out of order. */
  readonly onJudged?: ((judged: Judged) => void) | undefined;
  /** Monotonic milliseconds. */
  readonly clock?: () => number;
}

/**
 * Yields a result per row, in order. `check` looks one up.
 * @throws the first error of `check` or `onJudged`; no lookup starts after it
 */
export async function* politely<Row, Judged extends object>(
  rows: AsyncIterable<readonly Work<Row, Judged>[]>,
  check: (row: Row) => Promise<Checked<Judged>>,
  hostOf: (row: Row) => string,
  { width, perHost, delay, longestWait }: Politeness,
  { onJudged = () => {}, clock = () => performance.now() }: RunOptions<Judged> = {},
): AsyncGenerator<Judged> {
  const hosts = new Map<string, Host<Row>>();
  /** Hosts with a row that can be looked up now. */
  const ready: Host<Row>[] = [];
  const ended = new Map<number, Judged>();
  let [read, given, running] = [0, 0, 0];
  let wake = () => {};
  let failed: { readonly error: unknown } | undefined;

  const offer = (host: Host<Row>): void => {
    if (host.isReady || host.waiting.length === 0 || host.running >= perHost) return;
    const wait = host.next - clock();
    host.isReady = true;
    if (wait <= 0) {
      ready.push(host);
      return;
    }
    setTimeout(() => {
      ready.push(host);
      startSome();
    }, wait);
  };

  const startSome = (): void => {
    while (running < width && !failed) {
      const host = ready.shift();
      if (!host) return;
      host.isReady = false;
      const next = host.next > clock() ? undefined : host.waiting.shift();
      if (next) {
        running++;
        host.running++;
        host.next = clock() + delay;
        attempt(next, host).catch((error: unknown) => {
          failed ??= { error };
          wake();
        });
      }
      offer(host);
    }
  };

  const attempt = async (waiting: Waiting<Row>, host: Host<Row>): Promise<void> => {
    const { judged, busy } = await check(waiting.row);
    running--;
    host.running--;
    const wait = busy && (busy.wait ?? FIRST_WAIT * 2 ** waiting.tries);
    if (wait !== undefined && wait <= longestWait && ++waiting.tries < MOST_TRIES) {
      host.next = Math.max(host.next, clock() + wait);
      host.waiting.unshift(waiting);
    } else {
      onJudged(judged);
      ended.set(waiting.at, judged);
    }
    forget(host);
    offer(host);
    startSome();
    wake();
  };

  /** Removes a host without rows after its pause. */
  const forget = (host: Host<Row>): void => {
    if (host.waiting.length > 0 || host.running > 0 || hosts.get(host.name) !== host) return;
    const wait = host.next - clock();
    if (wait <= 0) hosts.delete(host.name);
    else setTimeout(forget, wait, host).unref();
  };

  const take = ({ row, known }: Work<Row, Judged>): void => {
    const at = read++;
    if (known) {
      ended.set(at, known);
      return;
    }
    const name = hostOf(row);
    const host = hosts.get(name) ?? { name, waiting: [], running: 0, next: 0, isReady: false };
    hosts.set(name, host);
    host.waiting.push({ row, at, tries: 0 });
    offer(host);
  };

  type Rows = IteratorResult<readonly Work<Row, Judged>[]>;
  const source = rows[Symbol.asyncIterator]();
  try {
    for (let some = await nextRows(); !some.done; some = await nextRows()) {
      for (const work of some.value) {
        take(work);
        startSome();
        yield* inOrder();
        while (read - given >= WINDOW) yield* waited();
      }
    }
    while (given < read) yield* waited();
  } finally {
    // After a failure `return` is not called: it would wait for rows that never arrive.
    if (!failed) await source.return?.();
  }

  /** Next rows; rejects after a failure, since the source may wait for results that never arrive. */
  function nextRows(): Promise<Rows> {
    const { promise, resolve, reject } = Promise.withResolvers<Rows>();
    wake = () => failed && reject(failed.error);
    wake();
    source.next().then(resolve, reject);
    return promise;
  }

  function* inOrder(): Generator<Judged> {
    for (let judged = ended.get(given); judged; judged = ended.get(given)) {
      ended.delete(given++);
      yield judged;
    }
  }

  async function* waited(): AsyncGenerator<Judged> {
    if (!ended.has(given) && !failed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
    if (failed) throw failed.error;
    yield* inOrder();
  }
}
