/** How a value is shown: as its field does, by the value alone or by the message around it. */

import { parseHttpDate } from "../../syntax/dates.ts";
import type { Context, ExplainedLine, Shown } from "../field.ts";
import { plausible } from "../fields/products/times.ts";
import { describeIdentifier } from "../fields/request-ids.ts";
import { type Budget, jsonBytes } from "../response-budget.ts";
import type { Item } from "../schema.ts";
import { verdictOf } from "../verdicts/caching/cache-words.ts";
import { ago, duration, moment } from "../wording.ts";
import { NO_ITEMS, noteOf, type OpenLine } from "./lines.ts";

/** @internal for tests: a value is tried without a message */
export function itemsOf<T>(shown: Shown<T>, parsed: T, context: Context): readonly Item[] {
  return shown.itemsInMessage?.(parsed, context) ?? shown.items?.(parsed) ?? NO_ITEMS;
}

/** @internal for tests: a value is tried without a message */
export function alternateOf<T>(
  shown: Shown<T>,
  parsed: T,
  context: Context,
  line: ExplainedLine<T>,
): string | undefined {
  const { value } = line.line;
  return shown.alternateInMessage
    ? shown.alternateInMessage(parsed, context, value, line)
    : shown.alternate?.(parsed, value);
}

/** Gives the header object of a parsed line its `alternate`. A value that no field file reads may say something by its form. */
export function showAlternate(line: OpenLine, context: Context): void {
  const { field, header, parsed, isRead } = line;
  const { name, value } = line.line;
  let alternate: string | undefined;
  if (!field) alternate = isRead ? readAnyValue(name, value, context.now) : undefined;
  else if (parsed !== undefined) alternate = alternateOf(field, parsed, context, line);
  if (alternate !== undefined && alternate !== value) header.alternate = alternate;
}

export function parseLine(line: OpenLine, context: Context, budget: Budget): void {
  const { field, header } = line;
  const { remaining, omitted } = budget;
  if (!field) return;
  if (!line.isRead || remaining.bytes <= 0) {
    omitted.details++;
    return;
  }
  line.parsed = field.parse(line.line.value, noteOf(line, budget));
  if (line.parsed !== undefined) line.items = itemsOf(field, line.parsed, context);
  line.readProblems = header.problems.length;
  if (line.items.length === 0) return;
  const bytes = bytesOf(line.items);
  if (bytes > remaining.bytes) omitted.details++;
  else {
    remaining.bytes -= bytes;
    header.details.items = line.items as Item[];
  }
}

function bytesOf(items: readonly Item[]): number {
  let bytes = 0;
  for (const item of items) bytes += itemBytes(item);
  return bytes;
}

function itemBytes({ name, value, description, alternate }: Item): number {
  return 50 + jsonBytes(name) + jsonBytes(value) + description.length + (alternate?.length ?? 0);
}

// The explanation of a value by its form alone, for fields that no table has: a date, or an identifier that contains a
// time. Only unambiguous forms are read.

/** Longer values do not state a single fact. */
const LONGEST = 80;

/** A reader's reading of a value; undefined where it is of another form. */
type Reader = (value: string, name: string, now: number) => string | undefined;

const READERS: readonly Reader[] = [
  // A cache's word, where the name is about a cache.
  (value, name) => (name.includes("cache") ? verdictOf(/^[\w-]+/.exec(value)?.[0] ?? "")?.words : undefined),
  // UUIDs and ULIDs, whose versions may tell when they were made.
  (value, _name, now) => describeIdentifier(value, now),
  // Dates as HTTP and ISO 8601 write them.
  (value, _name, now) => {
    const form = /^(?:[A-Z][a-z]{2}, \d|\d{4}-\d\d-\d\d[T ]\d\d:)/.test(value);
    const ms = form ? parseHttpDate(value)?.ms : undefined;
    return ms === undefined ? undefined : momentOf(ms, now);
  },
  // Seconds or milliseconds since the epoch, where the name is about a time.
  (value, name, now) => {
    if (!/^1\d{9}(?:\d{3})?(?:\.\d+)?$/.test(value) || !TIMES.test(name)) return undefined;
    const ms = plausible(Number(value) * (value.split(".")[0]?.length === 10 ? 1000 : 1));
    return ms === undefined ? undefined : momentOf(ms, now);
  },
  // A span of time with its unit.
  (value) => {
    const [, number, unit = ""] =
      /^(\d{1,9}(?:\.\d{1,9})?) ?(seconds?|secs?|minutes?|mins?|hours?|days?)$/i.exec(value) ?? [];
    const seconds =
      number === undefined ? 0 : Number(number) * (SPANS.get(unit.slice(0, 3).toLowerCase()) ?? 0);
    return seconds >= 1 && !value.includes(" ") ? duration(seconds) : undefined;
  },
];

const TIMES =
  /(?:^|[-_])(?:time|date|at|on|since|until|expires?|reset|timestamp|ts|start|generated|created|modified|updated)(?:$|[-_])|time(?:stamp)?$/;
const SPANS: ReadonlyMap<string, number> = new Map([
  ["sec", 1],
  ["min", 60],
  ["hou", 3600],
  ["day", 86_400],
]);

function momentOf(ms: number, now: number): string {
  return `${moment(ms)} (${ago(ms, now)})`;
}

/**
 * The value in words; undefined where its form leaves doubt. `name` in lower case, `now` for wording only.
 * @internal for tests
 */
export function readAnyValue(name: string, value: string, now: number): string | undefined {
  if (value === "" || value.length > LONGEST) return undefined;
  for (const read of READERS) {
    const words = read(value, name, now);
    if (words !== undefined) return words;
  }
  return undefined;
}
