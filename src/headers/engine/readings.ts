/** What lines come to by themselves, remembered: most lines of a message are lines of many others too. */

import { copyOf, textSeenBefore } from "../../cache/memoize.ts";
import { createSeenFilter } from "../../cache/seen-filter.ts";
import type { AnyField, Context } from "../field.ts";
import type { FieldLine } from "../message.ts";
import type { Item } from "../schema.ts";
import type { RecordedFinding } from "./report.ts";

/** What a field makes of a line without a look at the rest of the message. */
export interface Reading {
  /** The name as sent, which findings quote. */
  readonly sent: string;
  /** Absent where even reading the line takes more than the line. */
  readonly own?: {
    readonly parsed: unknown;
    readonly items: readonly Item[];
    /** Of the items as JSON, about. */
    readonly bytes: number;
    readonly told: readonly RecordedFinding[];
  };
  /** Not there before the line is judged; null where that takes more than the line. */
  judged?: { readonly alternate: string | undefined; readonly told: readonly RecordedFinding[] } | null;
}

/** Lines of this many characters in all are remembered, twice. @perf */
const MOST = 65_536;
/** A line counts as if it were that much longer: what is made of it takes memory as well. @perf */
const LEAST = 64;
/** Longer values are seldom seen twice. Characters. @perf */
const LONGEST = 512;

type Generation = Map<AnyField, Map<string, Reading>>;

let young: Generation = new Map();
let old: Generation = new Map();
let size = 0;
/** Marks of values that came once. @perf */
const MARKS = 4096;
const marks = createSeenFilter(MARKS);

/** Whether a line can be remembered by its field and value alone. */
function isPlain({ value, flaws, octets }: FieldLine): boolean {
  return value.length <= LONGEST && flaws.length === 0 && !octets;
}

/** What the line came to before; `learn` where it came before and nothing is known of it yet. */
export function recall(field: AnyField, line: FieldLine): Reading | "learn" | undefined {
  if (!isPlain(line)) return undefined;
  const { value, sent } = line;
  const known = young.get(field)?.get(value) ?? recallOld(field, value);
  if (!known) return textSeenBefore(value, marks) ? "learn" : undefined;
  return known.sent === sent ? known : undefined;
}

/** What is asked for stays. */
function recallOld(field: AnyField, value: string): Reading | undefined {
  const known = old.get(field)?.get(value);
  if (known) keep(field, value, known);
  return known;
}

/** Remembers a line. */
export function keep(field: AnyField, value: string, reading: Reading): void {
  size += LEAST + value.length;
  if (size > MOST) {
    old = young;
    young = new Map();
    size = 0;
  }
  const own = young.get(field) ?? new Map<string, Reading>();
  young.set(field, own.set(copyOf(value), reading));
}

/** Tells whether a context is looked at. */
export function watched(target: Context): { readonly context: Context; isSeen: boolean } {
  const watch = { context: target, isSeen: false };
  watch.context = new Proxy(target, {
    get(_, key) {
      watch.isSeen = true;
      return Reflect.get(target, key);
    },
  });
  return watch;
}
