/** Buffer of log lines: bounded, never blocking. Holds state; no IO. */

export interface LogRing {
  write(line: string | Uint8Array): void;
  /** Writes buffered lines until the output is full. */
  flush(): void;
  /** Unwritten bytes. */
  readonly waiting: number;
  /** Lines dropped since the start. */
  readonly dropped: number;
}

export interface LogRingSettings {
  /** Writes without blocking; returns the bytes written. */
  readonly take: (bytes: Uint8Array) => number;
  readonly later: (flush: () => void, ms: number) => void;
  /** Creates the line that reports dropped lines. */
  readonly lost: (count: number) => string;
  /** Buffer size in bytes. */
  readonly capacity?: number;
}

/** Milliseconds between writes: a system call per line costs more than most answers. */
const TOGETHER = 20;
/** Milliseconds before retrying a full output. */
const PATIENCE = 100;
/** Bytes that trigger a write. */
const ENOUGH = 65_536;

/**
 * Writes a line at once, and batches those that follow. Lines beyond the buffer are dropped, counted and
 * reported.
 */
export function createLogRing({ take, later, lost, capacity = 1_048_576 }: LogRingSettings): LogRing {
  const bytes = Buffer.allocUnsafeSlow(capacity);
  let start = 0;
  let end = 0;
  let scheduled = false;
  let stalled = false;
  let dropped = 0;
  let unreported = 0;

  function put(line: string | Uint8Array): boolean {
    // UTF-8 takes at most three bytes per UTF-16 unit.
    const most = typeof line === "string" ? line.length * 3 : line.length;
    if (end + most > capacity && start > 0) {
      bytes.copyWithin(0, start, end);
      end -= start;
      start = 0;
    }
    if (end + most > capacity) return false;
    if (typeof line === "string") end += bytes.write(line, end);
    else {
      bytes.set(line, end);
      end += line.length;
    }
    return true;
  }

  function flush(): void {
    if (start === end) return;
    const taken = take(bytes.subarray(start, end));
    stalled = taken < end - start;
    start += taken;
    if (unreported > 0 && taken > 0 && put(lost(unreported))) unreported = 0;
    if (start === end) start = end = 0;
  }

  function schedule(): void {
    scheduled = true;
    later(
      () => {
        scheduled = false;
        flush();
        if (start !== end) schedule();
      },
      stalled ? PATIENCE : TOGETHER,
    );
  }

  return {
    write(line) {
      if (!put(line)) {
        dropped++;
        unreported++;
        return;
      }
      if (!scheduled) {
        flush();
        schedule();
      } else if (!stalled && end - start > ENOUGH) flush();
    },
    flush,
    get waiting() {
      return end - start;
    },
    get dropped() {
      return dropped;
    },
  };
}
