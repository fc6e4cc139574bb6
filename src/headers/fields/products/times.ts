/** Times and durations in vendors' values. */

import type { Context } from "../../field.ts";
import { ago, moment } from "../../wording.ts";

/** Milliseconds since the epoch, 2005 to 2100; other numbers are not read as times. */
const EARLIEST = 1_104_537_600_000;
const LATEST = 4_102_444_800_000;

/** Milliseconds since the epoch, if plausible. */
export function plausible(ms: number): number | undefined {
  return ms >= EARLIEST && ms <= LATEST ? ms : undefined;
}

/** `20 November 2026, 10:00 UTC (2 hours ago)` */
export function momentWords(ms: number, { now }: Context): string {
  return `${moment(ms)} (${ago(ms, now)})`;
}

/** `0.3 ms`, `12 ms`, `1.25 s` */
export function milliseconds(ms: number): string {
  return ms < 1000 ? `${Number(ms.toPrecision(3))} ms` : `${Number((ms / 1000).toPrecision(3))} s`;
}

const BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Reads the milliseconds of a ULID: ten digits in Crockford's Base32. A suffix after `-` is allowed. */
function ulid(text: string): number {
  const digits = /^[0-7][0-9A-HJKMNP-TV-Z]{25}(?:-|$)/i.exec(text)?.[0].slice(0, 10).toUpperCase() ?? "";
  let ms = 0;
  for (const digit of digits) ms = ms * 32 + BASE32.indexOf(digit);
  return ms;
}

/** Reads a date by rewriting it into ISO 8601; NaN for other formats. */
function rearranged(form: RegExp, iso: string): (text: string) => number {
  return (text) => (form.test(text) ? Date.parse(text.replace(form, iso)) : Number.NaN);
}

/** 1-67891233-abcdef012345678912345678: version, Unix seconds in hexadecimal, random part */
function xRay(text: string): number {
  return hexSeconds(/^1-([0-9a-f]{8})-/i.exec(text)?.[1] ?? "");
}

function hexSeconds(text: string): number {
  return Number.parseInt(text, 16) * 1000;
}

/** Reads a number in units of `factor` milliseconds; NaN for other formats. */
function scaled(form: RegExp, factor: number): (text: string) => number {
  return (text) => (form.test(text) ? Number(text) * factor : Number.NaN);
}

/** Vendors' time formats: text to milliseconds since the epoch. */
export const CLOCKS: ReadonlyMap<string, (text: string) => number> = new Map([
  ["date", Date.parse],
  ["american date", rearranged(/^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)$/, "$3-$1-$2T$4Z")],
  ["compact date", rearranged(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z")],
  ["unix", scaled(/^\d{10}(?:\.\d{1,12})?$/, 1000)],
  ["milliseconds", scaled(/^\d{13}$/, 1)],
  ["microseconds", scaled(/^\d{16}$/, 0.001)],
  ["hex seconds", hexSeconds],
  ["ulid", ulid],
  ["x-ray time", xRay],
]);
