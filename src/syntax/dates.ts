/** Dates in HTTP (RFC 9110 section 5.6.7) and in other common formats. */

import { timeZones } from "../../data/time-zones.ts";
import { memoize } from "../platform/memoize.ts";
import type { Flaw } from "./tokens.ts";

type DateForm = "imf-fixdate" | "rfc850" | "asctime" | "iso8601" | "lenient";

type DateFlaw =
  | "weekday-mismatch"
  | "weekday-missing"
  | "zone-not-gmt"
  | "zone-missing"
  /** A day, month or zone in the wrong case: names are case-sensitive. */
  | "wrong-case"
  | "two-digit-year"
  | "one-digit-day"
  | "seconds-missing"
  /** Like a known format, but with other separators or words. */
  | "odd-separators";

export interface HttpDate {
  /** Milliseconds since the epoch. */
  readonly ms: number;
  readonly form: DateForm;
  readonly flaws: readonly Flaw<DateFlaw>[];
}

/** Whether recipients must accept the format (RFC 9110 section 5.6.7). */
export function isOfHttp({ form }: HttpDate): boolean {
  return form !== "lenient" && form !== "iso8601";
}

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
export const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const LONGEST = 64;

const DAY = "(Sun|Mon|Tue|Wed|Thu|Fri|Sat)";
const LONG_DAY = "(Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)";
const MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
/** time-of-day = hour ":" minute ":" second */
const TIME = "(\\d\\d):(\\d\\d):(\\d\\d)";
/** IMF-fixdate = day-name "," SP date1 SP time-of-day SP GMT; date1 = day SP month SP year */
const IMF_FIXDATE = new RegExp(`^${DAY}, \\d\\d ${MONTH} \\d{4} ${TIME} GMT$`);
/** rfc850-date = day-name-l "," SP date2 SP time-of-day SP GMT; date2 = day "-" month "-" 2DIGIT */
const RFC850 = new RegExp(`^${LONG_DAY}, (\\d\\d)-${MONTH}-(\\d\\d) ${TIME} GMT$`);
/** asctime-date = day-name SP date3 SP time-of-day SP year; date3 = month SP ( 2DIGIT / ( SP 1DIGIT ) ) */
const ASCTIME = new RegExp(`^${DAY} ${MONTH} (\\d\\d| \\d) ${TIME} (\\d{4})$`);
/** date-time of RFC 3339, with seconds and zone optional as in ISO 8601 */
const ISO8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|z|[+-]\d\d:?\d\d)?)?$/;

/** Months from 0, the zone in minutes east of Greenwich. */
interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly zone?: number;
}

/**
 * Parses the three formats of RFC 9110, then ISO 8601, then any plausible order of day, month name, year and time, with
 * flaws for what is unusual. Returns undefined for anything else and for an impossible date. `now` (milliseconds)
 * decides the century of a two-digit year (section 5.6.7); without it 70 to 99 are 19xx.
 */
export function parseHttpDate(text: string, now?: number): HttpDate | undefined {
  if (text.length > LONGEST) return undefined;
  if (text.length === IMF_LENGTH) {
    const date = parseImfFixdate(text);
    if (date) return date;
  }
  const rfc850 = RFC850.exec(text);
  if (rfc850) {
    const [, weekday = "", day, month = "", year, hour, minute, second] = rfc850;
    const full = fullYear(Number(year), now);
    return dated("rfc850", parts(full, monthOf(month), day, hour, minute, second), weekday, text, []);
  }
  const asctime = ASCTIME.exec(text);
  if (asctime) {
    const [, weekday = "", month = "", day, hour, minute, second, year] = asctime;
    return dated("asctime", parts(year, monthOf(month), day, hour, minute, second), weekday, text, []);
  }
  return isoDate(text) ?? lenientDate(text, now);
}

const IMF_LENGTH = 29;

/** Parses an IMF-fixdate; undefined for other formats and for a date that does not exist. */
export const parseImfFixdate = memoize((text: string): HttpDate | undefined => {
  if (text.length !== IMF_LENGTH || !IMF_FIXDATE.test(text)) return undefined;
  // Fixed positions: faster than groups of a match.
  const date = {
    year: twoDigits(text, 12) * 100 + twoDigits(text, 14),
    month: monthOf(text.slice(8, 11)),
    day: twoDigits(text, 5),
    hour: twoDigits(text, 17),
    minute: twoDigits(text, 20),
    second: twoDigits(text, 23),
  };
  return dated("imf-fixdate", date, text.slice(0, 3), text, []);
});

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - 0x30) * 10 + text.charCodeAt(at + 1) - 0x30;
}

/** IMF-fixdate of milliseconds since the epoch. */
export function formatHttpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

type Digits = string | number | undefined;

function parts(
  year: Digits,
  month: number,
  day: Digits,
  hour: Digits,
  minute: Digits,
  second: Digits,
): Parts {
  const number = (digits: Digits) => Number(digits ?? 0);
  return {
    year: number(year),
    month,
    day: number(day),
    hour: number(hour),
    minute: number(minute),
    second: number(second),
  };
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase());
}

/** Year of two digits; a year more than 50 years ahead belongs to the previous century. */
function fullYear(twoDigits: number, now: number | undefined): number {
  if (now === undefined) return twoDigits + (twoDigits >= 70 ? 1900 : 2000);
  const thisYear = new Date(now).getUTCFullYear();
  const candidate = thisYear - (thisYear % 100) + twoDigits;
  return candidate > thisYear + 50 ? candidate - 100 : candidate;
}

const DAY_MS = 86_400_000;

/** Milliseconds since the epoch; undefined for a day or time that does not exist. A leap second is allowed. */
function milliseconds({ year, month, day, hour, minute, second, zone = 0 }: Parts): number | undefined {
  if (hour > 23 || minute > 59 || second > 60 || month < 0 || month > 11) return undefined;
  if (day < 1 || day > daysIn(year, month)) return undefined;
  // Date.UTC maps years below 100 to 19xx; the calendar repeats every 400 years.
  const midnight =
    year < 100 ? Date.UTC(year + 400, month, day) - 146_097 * DAY_MS : Date.UTC(year, month, day);
  return midnight + ((hour * 60 + minute - zone) * 60 + second) * 1000;
}

function daysIn(year: number, month: number): number {
  if (month === 1) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 3 || month === 5 || month === 8 || month === 10 ? 30 : 31;
}

/** Weekday in the date's own zone; a leap second belongs to the day that it ends. */
function weekdayOf(ms: number, { zone = 0, second }: Parts): string {
  const days = Math.floor((ms + zone * 60_000 - (second === 60 ? 1000 : 0)) / DAY_MS);
  return DAYS[(((days + 4) % 7) + 7) % 7] ?? "";
}

function dated(
  form: DateForm,
  date: Parts,
  weekday: string,
  text: string,
  flaws: Flaw<DateFlaw>[],
): HttpDate | undefined {
  const ms = milliseconds(date);
  if (ms === undefined) return undefined;
  if (weekday !== "" && !weekdayOf(ms, date).startsWith(weekday.slice(0, 3).toLowerCase()))
    flaws.push({ id: "weekday-mismatch", at: text.indexOf(weekday), text: weekday });
  return { ms, form, flaws };
}

function isoDate(text: string): HttpDate | undefined {
  const match = ISO8601.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, zone] = match;
  const flaws: Flaw<DateFlaw>[] = [];
  if (zone === undefined) flaws.push({ id: "zone-missing", at: text.length, text: "" });
  const date = {
    ...parts(year, Number(month) - 1, day, hour, minute, second),
    zone: zoneOf(zone ?? "Z") ?? 0,
  };
  return dated("iso8601", date, "", text, flaws);
}

/** Minutes east of Greenwich; undefined if it is not a zone. */
function zoneOf(word: string): number | undefined {
  const offset = /^(?:gmt|utc)?([+-])(\d\d):?(\d\d)$/i.exec(word);
  if (!offset) return timeZones.get(word.toLowerCase());
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return offset[1] === "-" ? -minutes : minutes;
}

interface Words {
  weekday: string;
  day: string;
  month: string;
  year: string;
  time: string;
  zone: string;
}

/** Recognizes day and year by position, month, zone and weekday by name, and time by its colons. */
function lenientDate(text: string, now: number | undefined): HttpDate | undefined {
  const words: Words = { weekday: "", day: "", month: "", year: "", time: "", zone: "" };
  for (const word of text.split(/[ \t,]|-(?=[A-Za-z])|(?<=\d-[A-Za-z]{3})-(?=\d)/)) {
    if (word !== "" && !place(word, words)) return undefined;
  }
  const time = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/.exec(words.time);
  if (words.day === "" || words.month === "" || words.year === "" || !time) return undefined;
  const [, hour, minute, second] = time;
  const year = words.year.length === 2 ? fullYear(Number(words.year), now) : Number(words.year);
  const date = {
    ...parts(year, monthOf(words.month), words.day, hour, minute, second),
    zone: words.zone === "" ? 0 : (zoneOf(words.zone) ?? 0),
  };
  return dated("lenient", date, words.weekday, text, lenientFlaws(text, words, second === undefined));
}

function place(word: string, words: Words): boolean {
  const lower = word.toLowerCase();
  const isDay = lower.length >= 3 && DAYS.some((name) => name.startsWith(lower.replace(/\.$/, "")));
  if (/^\d{1,2}:\d\d/.test(word)) return fill(words, "time", word);
  if (/^\d{4}$/.test(word)) return fill(words, "year", word);
  if (/^\d{1,2}$/.test(word)) return fill(words, words.day === "" ? "day" : "year", word);
  if (isDay && words.weekday === "") return fill(words, "weekday", word);
  if (MONTHS.includes(lower.slice(0, 3)) && /^[a-z]{3,9}$/.test(lower)) return fill(words, "month", word);
  return zoneOf(word) !== undefined && fill(words, "zone", word);
}

function fill(words: Words, part: keyof Words, word: string): boolean {
  if (words[part] !== "") return false;
  words[part] = word;
  return true;
}

function lenientFlaws(text: string, words: Words, noSeconds: boolean): Flaw<DateFlaw>[] {
  const flaws: Flaw<DateFlaw>[] = [];
  const add = (id: DateFlaw, part: string) =>
    flaws.push({ id, at: Math.max(0, text.indexOf(part)), text: part });
  if (words.weekday === "") add("weekday-missing", "");
  if (words.day.length === 1) add("one-digit-day", words.day);
  if (words.year.length === 2) add("two-digit-year", words.year);
  if (noSeconds) add("seconds-missing", words.time);
  if (words.zone === "") add("zone-missing", "");
  else if (words.zone.toUpperCase() !== "GMT") add("zone-not-gmt", words.zone);
  const named = [words.weekday, words.month].filter((word) => word !== "");
  const oddCase =
    named.find((word) => !/^[A-Z][a-z]*$/.test(word)) ?? (words.zone === "gmt" ? words.zone : undefined);
  if (oddCase !== undefined) add("wrong-case", oddCase);
  if (flaws.length === 0) add("odd-separators", text);
  return flaws;
}
