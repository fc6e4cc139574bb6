/**
 * The reading of a value by itself, for fields that nobody owns: the name is anybody's guess, but a date is a date, and an
 * identifier that holds a time tells it. Only forms that leave no doubt are read.
 */

import { parseHttpDate } from "../syntax/dates.ts";
import { plausible } from "./fields/products/times.ts";
import { describeIdentifier } from "./fields/request-ids.ts";
import { verdictOf } from "./verdicts/caching/cache-words.ts";
import { ago, duration, moment } from "./wording.ts";

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

/** The value in words; undefined where its form leaves doubt. `name` in lower case, `now` for wording only. */
export function readAnyValue(name: string, value: string, now: number): string | undefined {
  if (value === "" || value.length > LONGEST) return undefined;
  for (const read of READERS) {
    const words = read(value, name, now);
    if (words !== undefined) return words;
  }
  return undefined;
}
