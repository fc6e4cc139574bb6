/** What lines come to by themselves, cached: most lines of a message are lines of many others too. */

import { GenerationalCache } from "../../cache/generational-cache.ts";
import { copyOf, textSeenBefore } from "../../cache/memoize.ts";
import { createSeenFilter } from "../../cache/seen-filter.ts";
import type { AnyField } from "../field.ts";
import type { Item } from "../schema.ts";

/** What a field that reads alone makes of a value without faults. */
export interface CachedLine {
  readonly field: AnyField;
  readonly parsed: unknown;
  /** Absent where the items take more than the value. */
  readonly items: readonly Item[] | undefined;
  /** Of the items as JSON, about. */
  readonly bytes: number;
  /** Null where there is none; absent before it is made, and where it takes more than the value. */
  alternate?: string | null;
  /** Whether it has no problem that the value alone can have; absent before it is asked. */
  isClean?: boolean;
}

/** Values in a generation. @perf */
const ENTRIES = 512;
/** Longer values are seldom seen twice. Characters. @perf */
const LONGEST = 512;
/** Marks of values that came once. @perf */
const MARKS = 4096;

const cache = new GenerationalCache<CachedLine>(ENTRIES);
const marks = createSeenFilter(MARKS);

/** What the field made of the value before. */
export function getLine(field: AnyField, value: string): CachedLine | undefined {
  const cached = value.length > LONGEST ? undefined : cache.get(value);
  return cached?.field === field ? cached : undefined;
}

/** Whether the value came before and is worth a place in the cache. */
export function isFrequent(value: string): boolean {
  return value.length <= LONGEST && textSeenBefore(value, marks);
}

export function putLine(value: string, line: CachedLine): CachedLine {
  cache.put(copyOf(value), line);
  return line;
}
