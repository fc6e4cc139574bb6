/** Dates as browsers parse them: Mozilla's PR_ParseTimeString, with tokens in any order; 31 February is 3 March. */

import { firefoxTimeZones } from "../../data/time-zones.ts";
import { MONTHS, parseImfFixdate } from "./dates.ts";

/** HH:MM[:SS[.fraction]]; a third digit in any part makes it invalid. */
const TIME = /(\d{1,2}):(\d{1,2})(?!\d)(?::?(\d{1,2})(?!\d)|:)?(?:\.\d*)?/y;
const HALF_DAY = /[ \t]*([ap])m/iy;
/** Three numbers with slashes or hyphens between them. */
const NUMBERS = /(\d{4}|\d{1,2})[/-](\d{1,2})[/-](\d{4,5}|\d{1,2})(?:(?=T\d)|(?![\dA-Za-z]))/y;
const TOKEN = /(?:(?!T\d)[^ \t,;\-+/()[\]])*/y;
const BETWEEN = /[ \t,;/()[\]]*/y;
const MOST_TOKENS = 1000;
const LATEST_YEAR = 32_767;

interface Found {
  year: number;
  /** From 0. */
  month: number;
  day: number;
  time: readonly [hour: number, minute: number, second: number] | undefined;
  zone: string | undefined;
  /** Minutes east of Greenwich, if given as digits. */
  offset: number | undefined;
}

/** Milliseconds since the epoch, or undefined. Default zone: GMT. `yearFirst`: accepts 2026-11-20, as Chromium does. */
export function parseLenientDate(text: string, yearFirst = true): number | undefined {
  // Fast path: most dates are valid.
  const exact = parseImfFixdate(text);
  if (exact) return exact.ms;
  const found: Found = { year: -1, month: -1, day: -1, time: undefined, zone: undefined, offset: undefined };
  let at = 0;
  for (let tokens = 0; at < text.length; tokens++) {
    if (tokens > MOST_TOKENS) return undefined;
    at = nextToken(text, readToken(text, at, found, yearFirst), found);
  }
  const { year, month, day, time = [0, 0, 0], offset } = found;
  if (month < 0 || day < 0 || year < 0 || year > LATEST_YEAR) return undefined;
  // Date.UTC maps years below 100 to 19xx.
  const date = new Date(Date.UTC(year < 100 ? 2000 : year, month, day, ...time));
  if (year < 100) date.setUTCFullYear(date.getUTCFullYear() - 2000 + year);
  return date.getTime() - (offset ?? firefoxTimeZones.get(found.zone ?? "gmt") ?? 0) * 60_000;
}

/** Reads part of a token at an index; returns the index from which to skip the rest of the token. */
function readToken(text: string, at: number, found: Found, yearFirst: boolean): number {
  const code = text.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return readDigits(text, at, found, yearFirst);
  if (code === 0x2b || code === 0x2d) return readOffset(text, at, found);
  const word = text.slice(at, at + 3).toLowerCase();
  const month = MONTHS.indexOf(word);
  if (month >= 0) {
    if (found.month < 0) found.month = month;
  } else if (firefoxTimeZones.has(word)) found.zone ??= word;
  else if (word.startsWith("ut") && !/[a-z]/.test(word.charAt(2))) found.zone ??= "gmt";
  return at;
}

function readOffset(text: string, at: number, found: Found): number {
  const start = at + 1;
  if (found.offset !== undefined || (found.zone !== undefined && found.zone !== "gmt")) return start;
  const digits = /\d*/y;
  digits.lastIndex = start;
  const given = digits.exec(text)?.[0] ?? "";
  const sign = text[at] === "-" ? -1 : 1;
  if (given.length === 4) found.offset = sign * (Number(given.slice(0, 2)) * 60 + Number(given.slice(2)));
  else if (given.length === 1 || given.length === 2) found.offset = sign * Number(given) * 60;
  else return start;
  found.zone = "gmt";
  return start;
}

function readDigits(text: string, at: number, found: Found, yearFirst: boolean): number {
  const length = digitsAt(text, at);
  const next = text.charAt(at + length);
  if (next === ":") return readTime(text, at, found);
  if ((next === "/" || next === "-") && /\d/.test(text.charAt(at + length + 1)))
    return yearFirst || length < 3 ? readNumbers(text, at, found) : at;
  if (/[A-Za-z]/.test(next)) return at;
  const value = Number(text.slice(at, at + length));
  if (length === 4 || length === 5) {
    if (found.year < 0) found.year = value;
  } else if (length === 2 && found.day >= 0) {
    if (found.year < 0) found.year = fullYear(value);
  } else if (length === 2) {
    if (value < 32) found.day = value;
    else if (found.year < 0) found.year = fullYear(value);
  } else if (length === 1 && found.day < 0) found.day = value;
  return at;
}

function digitsAt(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end++;
  return end - at;
}

function fullYear(year: number): number {
  if (year < 70) return year + 2000;
  return year < 100 ? year + 1900 : year;
}

function readTime(text: string, at: number, found: Found): number {
  TIME.lastIndex = at;
  const match = found.time ? null : TIME.exec(text);
  if (!match) return at;
  const end = TIME.lastIndex;
  let hour = Number(match[1]);
  HALF_DAY.lastIndex = end;
  const half = hour <= 12 && text[end] !== "Z" ? HALF_DAY.exec(text)?.[1]?.toLowerCase() : undefined;
  if (half === "p" && hour < 12) hour += 12;
  else if (half === "a" && hour === 12) hour = 0;
  found.time = [hour, Number(match[2]), Number(match[3] ?? 0)];
  if (text[end] === "Z") found.zone = "gmt";
  return end;
}

/** Year first if the first number cannot be a day, day first if it cannot be a month, else month first. */
function readNumbers(text: string, at: number, found: Found): number {
  NUMBERS.lastIndex = at;
  const match = found.month >= 0 ? null : NUMBERS.exec(text);
  if (!match) return at;
  const [first, second, third] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (first > 31 || first === 0) {
    if (second > 12 || third > 31) return at;
    place(found, fullYear(first), second, third);
  } else if (first > 12) {
    if (second <= 12) place(found, fullYear(third), second, first);
  } else place(found, fullYear(third), first, second);
  return NUMBERS.lastIndex;
}

function place(found: Found, year: number, month: number, day: number): void {
  found.year = year;
  found.month = month - 1;
  found.day = day;
}

/** Drops a hyphen after a letter while the year is unknown (30-Aug-1966), and before a non-digit. */
function nextToken(text: string, from: number, found: Found): number {
  TOKEN.lastIndex = from;
  TOKEN.exec(text);
  let at = TOKEN.lastIndex;
  for (;;) {
    BETWEEN.lastIndex = at;
    BETWEEN.exec(text);
    at = BETWEEN.lastIndex;
    if (text[at] !== "-") break;
    const isJoint = /[A-Za-z]/.test(text.charAt(at - 1)) && found.year < 0;
    if (!isJoint && /\d/.test(text.charAt(at + 1))) break;
    at++;
  }
  return text[at] === "T" && /\d/.test(text.charAt(at + 1)) ? at + 1 : at;
}
