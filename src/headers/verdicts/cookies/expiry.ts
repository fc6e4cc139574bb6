import { parseLenientDate } from "../../../syntax/lenient-dates.ts";
import type { Engine } from "../response.ts";

/** End of a cookie: a time (milliseconds since the epoch), seconds from now, or the end of the session. */
export type Expiry = { readonly seconds: number } | { readonly until: number } | { readonly session: true };

/** Max-Age takes precedence over Expires; invalid ones count as absent (RFC 6265bis section 5.7). */
export function expiryOf(maxAge: string | undefined, expires: string | undefined, engine: Engine): Expiry {
  const seconds = maxAge === undefined ? undefined : readMaxAge(maxAge, engine);
  if (seconds !== undefined) return { seconds };
  const until = expires ? readExpires(expires, engine) : undefined;
  return until === undefined ? { session: true } : { until };
}

/** Chromium accepts signed integers. Firefox accepts digits, and reads any value with a leading minus sign as 0. */
export function readMaxAge(value: string, engine: Engine): number | undefined {
  if (engine === "firefox") {
    if (value.startsWith("-")) return 0;
    return /^\d+$/.test(value) ? Number(value) : undefined;
  }
  if (/^[+-]?\d+$/.test(value)) return Math.max(0, Number(value));
  const [, sign, digits] = /^([+-]?)(\d{19,})/.exec(value) ?? [];
  if (digits === undefined || BigInt(digits) < (sign === "-" ? GREATEST + 1n : GREATEST)) return undefined;
  return sign === "-" ? 0 : Number(digits);
}

const GREATEST = 2n ** 63n - 1n;

/** Milliseconds since the epoch; undefined if the engine finds no date. */
export function readExpires(value: string, engine: Engine): number | undefined {
  return engine === "firefox" ? parseLenientDate(value, false) : readChromiumDate(value);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DELIMITERS = /[\t !"#$%&'()*+,\-./;<=>?@[\\\]^_`{|}~]+/;
const TIME = /^(\d+):(\d+):(\d+)$/;
const YEARS = { first: 1601, last: 30_827 };
const LONGEST = 1024;

/** Cookie date in Chromium (RFC 6265bis section 5.1.1): ignores zones and rejects nonexistent days. */
function readChromiumDate(text: string): number | undefined {
  const { time, day, month, year } = partsOf(text.slice(0, LONGEST).split(DELIMITERS));
  if (!time || day === undefined || month < 0 || year === undefined) return undefined;
  const [hour, minute, second] = [Number(time[1]), Number(time[2]), Number(time[3])];
  if (day < 1 || day > 31 || hour > 23 || minute > 59) return undefined;
  const full = fullYear(year);
  if (full > YEARS.last) return second > 60 ? undefined : Number.POSITIVE_INFINITY;
  if (full < YEARS.first) return second > 60 ? undefined : Number.NEGATIVE_INFINITY;
  const ms = Date.UTC(full, month, day, hour, minute, second);
  return second < 60 && new Date(ms).getUTCDate() === day ? ms : undefined;
}

interface DateParts {
  time: RegExpExecArray | null;
  day: number | undefined;
  /** 0 for January; -1 if missing. */
  month: number;
  year: number | undefined;
}

function partsOf(words: readonly string[]): DateParts {
  const found: DateParts = { time: null, day: undefined, month: -1, year: undefined };
  for (const word of words) {
    if (word === "") continue;
    if (!/^\d/.test(word)) {
      if (found.month < 0) found.month = MONTHS.indexOf(word.slice(0, 3).toLowerCase());
    } else if (!/^\d+$/.test(word)) found.time ??= TIME.exec(word);
    else if (found.day === undefined && word.length <= 2) found.day = Number.parseInt(word, 10);
    else if (found.year === undefined && word.length <= 5) found.year = Number.parseInt(word, 10);
  }
  return found;
}

function fullYear(year: number): number {
  if (year < 70) return year + 2000;
  return year < 100 ? year + 1900 : year;
}
