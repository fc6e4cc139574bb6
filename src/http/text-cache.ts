/** Texts kept for a time, in a bounded number of bytes. Holds state; the clock is a parameter. */

interface Kept {
  readonly bytes: Uint8Array;
  /** Monotonic milliseconds. */
  readonly ends: number;
}

export interface TextCache {
  /** The text and the milliseconds it is still kept. */
  get(key: string): { readonly text: string; readonly left: number } | undefined;
  put(key: string, text: string, life: number): void;
  bytes(): number;
}

/** The size of an entry besides its text: key, map, object. */
const OVERHEAD = 256;

/** Keeps at most `capacity` bytes; the eldest go first. What would take more than a quarter is not kept. */
export function createTextCache(capacity: number, clock: () => number): TextCache {
  const entries = new Map<string, Kept>();
  let held = 0;
  const drop = (key: string, { bytes }: Kept): void => {
    entries.delete(key);
    held -= bytes.byteLength + OVERHEAD;
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const left = entry.ends - clock();
      if (left > 0) return { text: new TextDecoder().decode(entry.bytes), left };
      drop(key, entry);
      return undefined;
    },
    put(key, text, life) {
      const before = entries.get(key);
      if (before) drop(key, before);
      const bytes = new TextEncoder().encode(text);
      const size = bytes.byteLength + OVERHEAD;
      if (4 * size > capacity) return;
      for (const [eldest, entry] of entries) {
        if (held + size <= capacity) break;
        drop(eldest, entry);
      }
      entries.set(key, { bytes, ends: clock() + life });
      held += size;
    },
    bytes: () => held,
  };
}
