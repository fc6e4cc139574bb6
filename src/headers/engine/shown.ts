/** Items and readable form of a value, from its field; for unknown headers from the format of the value. */

import { parseHttpDate } from "../../syntax/dates.ts";
import type { Context, ExplainedLine, Shown } from "../field.ts";
import { plausible } from "../fields/products/times.ts";
import { describeIdentifier } from "../fields/request-ids.ts";
import { type Budget, jsonBytes } from "../response-budget.ts";
import type { Item } from "../schema.ts";
import { verdictOf } from "../verdicts/caching/seen.ts";
import { ago, duration, moment } from "../wording.ts";
import { NO_ITEMS, noteOf, type OpenLine } from "./lines.ts";

/** @internal for tests */
export function itemsOf<T>(shown: Shown<T>, parsed: T, context: Context): readonly Item[] {
  return shown.itemsInMessage?.(parsed, context) ?? shown.items?.(parsed) ?? NO_ITEMS;
}

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

/** Sets `alternate`, the value in words, of a parsed line. */
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

// Values of unknown headers: only unambiguous formats such as dates and identifiers are read.

/** Maximum length in characters; longer values are more than a date or an identifier. */
const LONGEST = 80;

/** Returns the value in words; undefined if the format does not match. */
type Reader = (value: string, name: string, now: number) => string | undefined;

const READERS: readonly Reader[] = [
  // Cache result, if the header name contains "cache".
  (value, name) => (name.includes("cache") ? verdictOf(/^[\w-]+/.exec(value)?.[0] ?? "")?.words : undefined),
  // UUIDs and ULIDs, some with their time.
  (value, _name, now) => describeIdentifier(value, now),
  // HTTP and ISO 8601 dates.
  (value, _name, now) => {
    const form = /^(?:[A-Z][a-z]{2}, \d|\d{4}-\d\d-\d\d[T ]\d\d:)/.test(value);
    const ms = form ? parseHttpDate(value)?.ms : undefined;
    return ms === undefined ? undefined : momentOf(ms, now);
  },
  // Unix time in seconds or milliseconds, if the header name suggests a time.
  (value, name, now) => {
    if (!/^1\d{9}(?:\d{3})?(?:\.\d+)?$/.test(value) || !TIMES.test(name)) return undefined;
    const ms = plausible(Number(value) * (value.split(".")[0]?.length === 10 ? 1000 : 1));
    return ms === undefined ? undefined : momentOf(ms, now);
  },
  // Duration with its unit.
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
 * Value in words; undefined if ambiguous. `name` in lower case, `now` for wording only.
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
