/** Lines on their way to the log: bounded, and never waited for. Holds state; no IO. */

export interface LogRing {
  write(line: string | Uint8Array): void;
  /** Hands over what the output takes now. */
  flush(): void;
  /** Bytes that the output has not taken. */
  readonly waiting: number;
  /** Lines dropped since the start. */
  readonly dropped: number;
}

export interface LogRingSettings {
  /** Takes what it can at once and says how many bytes; 0 when nothing. */
  readonly take: (bytes: Uint8Array) => number;
  /** Calls back after so many milliseconds. */
  readonly later: (flush: () => void, ms: number) => void;
  /** The line that tells of lines dropped. */
  readonly lost: (count: number) => string;
  /** Bytes kept at most. */
  readonly capacity?: number;
}

/** Milliseconds between writes: a system call a line would cost more than many an answer. */
const TOGETHER = 20;
/** Milliseconds until an output that took nothing is tried again. */
const PATIENCE = 100;
/** Bytes that are written at once although the moment has not passed. */
const ENOUGH = 65_536;

/**
 * Writes a line at once, and those that follow it within a moment together. Lines for which there is no room are dropped
 * and counted, and the log says how many as soon as it can.
 */
export function createLogRing({ take, later, lost, capacity = 1_048_576 }: LogRingSettings): LogRing {
  const bytes = Buffer.allocUnsafeSlow(capacity);
  let start = 0;
  let end = 0;
  let scheduled = false;
  let stalled = false;
  let dropped = 0;
  let untold = 0;

  function put(line: string | Uint8Array): boolean {
    // No character takes more than three bytes of UTF-8 for each of its UTF-16 units.
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
    if (untold > 0 && taken > 0 && put(lost(untold))) untold = 0;
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
        untold++;
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
