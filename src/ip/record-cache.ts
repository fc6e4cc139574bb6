import type { AnswerBytes } from "./answer-bytes.ts";

// Of addresses drawn evenly from all of IPv4, six in seven find their record of a city database here.
const SET_BITS = 14;
const ENTRIES = 2 << SET_BITS;
const LOCALES = 4;

/** Bytes for what records become, some 300 each, shared by all caches of the process: off the heap, so never collected. */
const RING_BYTES = 8 * 2 ** 20;

let ring: Buffer | undefined;
/** Bytes written since the start: where the next go, once around after each `RING_BYTES`. */
let written = 0;

/** Puts text into the ring over the oldest, and gives the count of bytes written before it. */
function keep(bytes: Buffer): number {
  ring ??= Buffer.allocUnsafeSlow(RING_BYTES);
  const room = RING_BYTES - (written % RING_BYTES);
  if (room < bytes.length) written += room;
  const position = written;
  bytes.copy(ring, position % RING_BYTES);
  written += bytes.length;
  return position;
}

interface Sets {
  /** Two entries a set, the one that was used last first. */
  readonly records: Uint32Array;
  /** Counts of bytes written before the entries' own. */
  readonly positions: Float64Array;
  readonly lengths: Uint32Array;
}

function emptySets(): Sets {
  return {
    records: new Uint32Array(ENTRIES),
    positions: new Float64Array(ENTRIES),
    lengths: new Uint32Array(ENTRIES),
  };
}

/**
 * Remembers the JSON that records become, for each of the last few locales: sets of two, of which the one that was used
 * longer ago gives way.
 */
export class RecordCache {
  private readonly locales = new Map<string, Sets>();
  private last = "";
  private sets: Sets | undefined;

  /** Writes the text for a record (its offset, not 0); false when it is not remembered. */
  write(locale: string, record: number, out: AnswerBytes): boolean {
    const sets = this.select(locale);
    const { records, positions, lengths } = sets;
    const first = firstOf(record);
    if (records[first] !== record) {
      if (records[first + 1] !== record) return false;
      swap(sets, first);
    }
    const position = positions[first] ?? 0;
    // Written over since.
    if (position < written - RING_BYTES || ring === undefined) return false;
    const start = position % RING_BYTES;
    out.copy(ring, start, start + (lengths[first] ?? 0));
    return true;
  }

  /** Remembers the bytes of a text. */
  set(locale: string, record: number, text: Buffer): void {
    // What fills the ring alone would be the only thing in it.
    if (text.length > RING_BYTES / 16) return;
    const sets = this.select(locale);
    const first = firstOf(record);
    if (sets.records[first] !== record) swap(sets, first);
    sets.records[first] = record;
    sets.positions[first] = keep(text);
    sets.lengths[first] = text.length;
  }

  private select(locale: string): Sets {
    if (this.sets !== undefined && this.last === locale) return this.sets;
    const sets = this.locales.get(locale) ?? emptySets();
    this.locales.delete(locale);
    this.locales.set(locale, sets);
    const [oldest] = this.locales.keys();
    if (this.locales.size > LOCALES && oldest !== undefined) this.locales.delete(oldest);
    this.last = locale;
    this.sets = sets;
    return sets;
  }
}

/** The first of a record's two places. Fibonacci hashing: records that are neighbours in the file come far apart. */
function firstOf(record: number): number {
  return (Math.imul(record, 0x9e3779b1) >>> (32 - SET_BITS)) * 2;
}

/** Exchanges the two entries of a set. */
function swap(sets: Sets, first: number): void {
  for (const values of [sets.records, sets.positions, sets.lengths]) {
    const value = values[first] ?? 0;
    values[first] = values[first + 1] ?? 0;
    values[first + 1] = value;
  }
}
