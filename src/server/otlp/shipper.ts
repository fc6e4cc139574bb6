/** Traces on their way to a collector: a bounded queue, one export at a time, and none that anybody waits for. Holds state; no IO. */

import type { Outcome } from "./answers.ts";
import { type RequestTrace, spanCount } from "./spans.ts";

/** Spans that wait at most; more are dropped. */
const MOST_WAITING = 4096;
/** Spans of an export, if not those of one request are more. */
const BATCH = 512;
/** Milliseconds that spans wait for others, and between two exports: so a flood of requests costs little. */
const PERIOD = 5000;
const LEAST_PAUSE = 100;
/** Exports of the same spans. */
const ATTEMPTS = 5;
/** Milliseconds to the second attempt, doubled for each further one. */
const BACKOFF = 1000;

export interface Shipper {
  /** Takes a request at once, or drops it where too many wait. */
  add(request: RequestTrace): void;
  /** Sends what waits, each batch once, until nothing does or something is not taken. */
  finish(): Promise<void>;
  /** Spans that a collector has taken, and others. */
  state(): { readonly sent: number; readonly dropped: number };
}

export interface ShipperDeps {
  /** Never rejects. */
  readonly send: (requests: readonly RequestTrace[]) => Promise<Outcome>;
  /** Calls back after so many milliseconds. */
  readonly later: (work: () => void, ms: number) => void;
  /** From 0 to 1: attempts of many processes are spread. */
  readonly random: () => number;
}

export function createShipper({ send, later, random }: ShipperDeps): Shipper {
  const queue: RequestTrace[] = [];
  let waiting = 0;
  let sent = 0;
  let dropped = 0;
  /** An export runs, or the time until the next one. */
  let busy = false;
  let isTimed = false;
  let finishing = false;

  const takeBatch = (): { readonly batch: RequestTrace[]; readonly spans: number } => {
    let spans = 0;
    let count = 0;
    for (const request of queue) {
      const size = spanCount(request);
      if (count > 0 && spans + size > BATCH) break;
      spans += size;
      count++;
    }
    return { batch: queue.splice(0, count), spans };
  };

  const settle = (outcome: Outcome, spans: number): void => {
    waiting -= spans;
    const rejected = outcome.kind === "taken" ? Math.min(outcome.rejected, spans) : spans;
    sent += spans - rejected;
    dropped += rejected;
  };

  /** Resolves when the spans are taken or given up. */
  const ship = async (): Promise<void> => {
    const { batch, spans } = takeBatch();
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(batch);
      if (outcome.kind !== "again" || attempt === ATTEMPTS || finishing) return settle(outcome, spans);
      const wait = outcome.after ?? BACKOFF * 2 ** (attempt - 1) * (0.5 + random());
      await new Promise<void>((resolve) => later(resolve, wait));
      if (finishing) return settle(outcome, spans);
    }
  };

  const run = (): void => {
    if (busy || queue.length === 0) return;
    busy = true;
    void ship().finally(() =>
      later(() => {
        busy = false;
        if (waiting >= BATCH) run();
        else schedule();
      }, LEAST_PAUSE),
    );
  };

  const schedule = (): void => {
    if (isTimed || busy || queue.length === 0) return;
    isTimed = true;
    later(() => {
      isTimed = false;
      run();
    }, PERIOD);
  };

  return {
    state: () => ({ sent, dropped }),
    add(request) {
      const spans = spanCount(request);
      if (waiting + spans > MOST_WAITING) {
        dropped += spans;
        return;
      }
      queue.push(request);
      waiting += spans;
      if (waiting >= BATCH) run();
      else schedule();
    },
    async finish() {
      finishing = true;
      while (queue.length > 0) {
        const { batch, spans } = takeBatch();
        const outcome = await send(batch);
        settle(outcome, spans);
        if (outcome.kind !== "taken") return;
      }
    },
  };
}
